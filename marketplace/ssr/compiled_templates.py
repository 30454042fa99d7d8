"""Compiled HTML pages of the front end, split where the server inserts metadata and content."""

import os
import re
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from marketplace.http.security_headers import hash_script
from marketplace.ssr.hydration import defer_hydration
from marketplace.web.reflex_ext.client_build import sample_path

_TITLE = re.compile(r"<title[^>]*>(.*?)</title>", re.DOTALL)
_META = re.compile(r"<meta\b[^>]*>")
_NAME = re.compile(r'\b(?:name|property)="([^"]*)"')
_VIEWPORT = re.compile(r'<meta\b[^>]*\bname="viewport"[^>]*>')
_BODY = re.compile(r"<body\b[^>]*>")
# The page itself: what comes before it is shown on every page, and scripts come after it.
_CONTENT = re.compile(r'<div\b[^>]*\bid="app-content".*?(?=<script\b)', re.DOTALL)
_INLINE_SCRIPT = re.compile(r"<script\b(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class CompiledTemplate:
    """Compiled page in three parts: metadata goes between `start` and `head`, content between `head` and `end`.

    Attributes:
        scripts: CSP source expressions of the inline scripts.
    """

    start: str
    head: str
    end: str
    scripts: tuple[str, ...]


def parse_template(html: str) -> CompiledTemplate:
    """Split a compiled page.

    Raises:
        ValueError: the page has no head, no body or no content.
    """
    head, head_end, after_head = html.partition("</head>")
    body_tag = _BODY.search(after_head)
    content = _CONTENT.search(after_head)
    if not head_end or body_tag is None or content is None:
        raise ValueError("a compiled page has a head, a body and content")
    remaining = _META.sub(lambda tag: "" if _is_replaced(_meta_name(tag[0])) else tag[0], _TITLE.sub("", head))
    viewport = _VIEWPORT.search(remaining)
    split_at = viewport.end() if viewport else remaining.index(">", remaining.index("<head")) + 1
    return CompiledTemplate(
        start=remaining[:split_at],
        head=remaining[split_at:] + head_end + after_head[: content.start()],
        end=after_head[content.end() :],
        scripts=tuple(dict.fromkeys(hash_script(text) for text in _INLINE_SCRIPT.findall(html))),
    )


def _meta_name(tag: str) -> str:
    found = _NAME.search(tag)
    return found[1].lower() if found else ""


def _is_replaced(name: str) -> bool:
    return name in ("description", "robots") or name.startswith(("og:", "twitter:"))


class CompiledTemplates:
    """Compiled pages of a build. They are read once: a build in use never changes (see `cli/frontend.py`)."""

    def __init__(self, static_dir: Path):
        self._root = static_dir.resolve()
        self._cache: dict[Path, CompiledTemplate] = {}
        self._lock = Lock()
        # Load the most used page before the first request.
        self.find("/")

    def find(self, route: str) -> CompiledTemplate | None:
        """Return the page compiled for a route; None before the first build."""
        file = self._resolve(sample_path(route).strip("/"), "index.html")
        return self._read(file) if file else None

    def find_file(self, path: str) -> Path | None:
        """Return the build file of a path; None if there is none or it is a page."""
        # Every build file has an extension, and hardly any page: looking for it would take a system call.
        if "." not in path.rpartition("/")[2]:
            return None
        file = self._resolve(path.strip("/"))
        try:
            return file if file is not None and file.suffix != ".html" and file.is_file() else None
        except OSError:  # file name too long
            return None

    def _read_text(self, path: str) -> str:
        file = self._resolve(path.strip("/"))
        return file.read_text(encoding="utf-8") if file and file.is_file() else ""

    def _resolve(self, *parts: str) -> Path | None:
        # `Path.resolve` would make a system call for each folder of the path.
        file = Path(os.path.normpath(self._root.joinpath(*parts)))
        return file if file.is_relative_to(self._root) and "\0" not in str(file) else None

    def _read(self, file: Path) -> CompiledTemplate | None:
        with self._lock:
            if file not in self._cache:
                try:
                    html = file.read_text(encoding="utf-8")
                except OSError:
                    return None
                self._cache[file] = parse_template(defer_hydration(html, self._read_text))
            return self._cache[file]
