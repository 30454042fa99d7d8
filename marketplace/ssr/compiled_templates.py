"""Compiled HTML pages of the front end, split where server-rendered content is inserted, and their shared layout."""

import re
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from threading import Lock

from marketplace.http.security_headers import hash_script
from marketplace.ssr.hydration import defer_hydration

FALLBACK = "__spa-fallback.html"

_TITLE = re.compile(r"<title[^>]*>(.*?)</title>", re.DOTALL)
_META = re.compile(r"<meta\b[^>]*>")
_NAME = re.compile(r'\b(?:name|property)="([^"]*)"')
_CONTENT = re.compile(r'\bcontent="([^"]*)"')
_VIEWPORT = re.compile(r'<meta\b[^>]*\bname="viewport"[^>]*>')
_BODY = re.compile(r"<body\b[^>]*>")
_LAYOUT_START = re.compile(r'<div\b[^>]*\bid="app-content"[^>]*>')
_MAIN = re.compile(r'<main\b[^>]*\bid="content"[^>]*>')
_SKELETON = re.compile(r'\bclass="(?:[^"]*\s)?skeleton[\s"]')
_IDS = re.compile(r'\s(?:id|for|aria-labelledby|aria-describedby)="[^"]*"')
_INLINE_SCRIPT = re.compile(r"<script\b(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Layout:
    """Shared layout of public pages: header before the content, footer and bottom bar after it."""

    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class CompiledTemplate:
    """Compiled page in three parts: metadata goes between `start` and `head`, content between `head` and `body`.

    Attributes:
        title, description: compiled metadata, removed from the parts.
        indexed: whether search engines may index it; False for the fallback page.
        scripts: CSP source expressions of the inline scripts.
        complete: whether the page needs no data, so it has no skeleton.
    """

    start: str
    head: str
    body: str
    title: str
    description: str
    indexed: bool
    scripts: tuple[str, ...]
    complete: bool


def parse_template(html: str) -> CompiledTemplate:
    """Split a compiled page.

    Raises:
        ValueError: the page has no head or no body.
    """
    head, head_end, after_head = html.partition("</head>")
    body_tag = _BODY.search(after_head)
    if not head_end or body_tag is None:
        raise ValueError("a compiled page has a head and a body")
    title = _TITLE.search(head)
    metas = {_meta_name(tag): _meta_content(tag) for tag in _META.findall(head)}
    remaining = _META.sub(lambda tag: "" if _is_replaced(_meta_name(tag[0])) else tag[0], _TITLE.sub("", head))
    viewport = _VIEWPORT.search(remaining)
    split_at = viewport.end() if viewport else remaining.index(">", remaining.index("<head")) + 1
    return CompiledTemplate(
        start=remaining[:split_at],
        head=remaining[split_at:] + head_end + after_head[: body_tag.end()],
        body=after_head[body_tag.end() :],
        title=unescape(title[1]) if title else "",
        description=metas.get("description", ""),
        indexed=title is not None and "noindex" not in metas.get("robots", ""),
        scripts=tuple(dict.fromkeys(hash_script(text) for text in _INLINE_SCRIPT.findall(html))),
        complete=_MAIN.search(html) is not None and _SKELETON.search(html) is None,
    )


def extract_layout(template: CompiledTemplate) -> Layout:
    """Return header, footer and bottom bar of a compiled page; empty if it has none.

    Ids are removed, since the page already contains the same elements with their ids.
    """
    html = template.body
    start, main = _LAYOUT_START.search(html), _MAIN.search(html)
    end = html.find("</main>")
    footer = html.find("</footer>", end)
    nav_end = html.find("</nav>", footer)
    if start is None or main is None or min(end, footer, nav_end) < 0:
        return Layout()
    before = html[start.start() : main.start()].replace('href="#content"', 'href="#first-content"')
    after = html[end + len("</main>") : nav_end + len("</nav>")] + "</div>"
    return Layout(_IDS.sub("", before), _IDS.sub("", after))


def _meta_name(tag: str) -> str:
    found = _NAME.search(tag)
    return found[1].lower() if found else ""


def _meta_content(tag: str) -> str:
    found = _CONTENT.search(tag)
    return unescape(found[1]) if found else ""


def _is_replaced(name: str) -> bool:
    return name in ("description", "robots") or name.startswith(("og:", "twitter:"))


class CompiledTemplates:
    """Compiled pages of a build, cached until their file changes."""

    def __init__(self, static_dir: Path):
        self._root = static_dir.resolve()
        self._cache: dict[Path, tuple[int, CompiledTemplate]] = {}
        self._lock = Lock()
        # Load the most used pages before the first request.
        self.fallback()
        self.find("/")

    def find(self, path: str) -> CompiledTemplate | None:
        """Return the page compiled for this path; None if there is none."""
        file = self._resolve(path.strip("/"), "index.html")
        return self._read(file) if file else None

    def fallback(self) -> CompiledTemplate | None:
        """Return the page for all paths with parameters; None before the first build."""
        return self._read(self._root / FALLBACK)

    def layout(self) -> Layout:
        """Return the shared layout, taken from the home page."""
        template = self.find("/")
        return extract_layout(template) if template else Layout()

    def find_file(self, path: str) -> Path | None:
        """Return the build file of a path; None if there is none or it is a page."""
        file = self._resolve(path.strip("/"))
        try:
            return file if file is not None and file.suffix != ".html" and file.is_file() else None
        except OSError:  # file name too long
            return None

    def _read_text(self, path: str) -> str:
        file = self._resolve(path.strip("/"))
        return file.read_text(encoding="utf-8") if file and file.is_file() else ""

    def _resolve(self, *parts: str) -> Path | None:
        try:
            file = self._root.joinpath(*parts).resolve()
        except (ValueError, OSError):  # NUL byte in the path
            return None
        return file if file.is_relative_to(self._root) else None

    def _read(self, file: Path) -> CompiledTemplate | None:
        with self._lock:
            cached = self._cache.get(file)
            try:
                mtime = file.stat().st_mtime_ns
            except OSError:
                # During a rebuild by another process the file is missing for about 30 s.
                return cached[1] if cached else None
            if cached is None or cached[0] != mtime:
                cached = (mtime, parse_template(defer_hydration(file.read_text(encoding="utf-8"), self._read_text)))
                self._cache[file] = cached
        return cached[1]
