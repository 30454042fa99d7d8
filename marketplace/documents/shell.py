"""Compiled pages, cut open where a document puts its own, and the frame that all public pages share."""

import re
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from threading import Lock

from marketplace.documents.hasten import hasten
from marketplace.security import hash_script

FALLBACK = "__spa-fallback.html"

_TITLE = re.compile(r"<title[^>]*>(.*?)</title>", re.DOTALL)
_META = re.compile(r"<meta\b[^>]*>")
_NAME = re.compile(r'\b(?:name|property)="([^"]*)"')
_CONTENT = re.compile(r'\bcontent="([^"]*)"')
_VIEWPORT = re.compile(r'<meta\b[^>]*\bname="viewport"[^>]*>')
_BODY = re.compile(r"<body\b[^>]*>")
_FRAME_START = re.compile(r'<div\b[^>]*\bid="app-content"[^>]*>')
_MAIN = re.compile(r'<main\b[^>]*\bid="content"[^>]*>')
_SKELETON = re.compile(r'\bclass="(?:[^"]*\s)?skeleton[\s"]')
_IDS = re.compile(r'\s(?:id|for|aria-labelledby|aria-describedby)="[^"]*"')
_INLINE_SCRIPT = re.compile(r"<script\b(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands around the content of every public page: header before it, footer and bottom bar after it."""

    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class Shell:
    """One compiled page in three pieces; the head's own tags go between the first two, content before the last.

    Attributes:
        title, description: what was compiled in, taken out of the pieces.
        indexed: whether search engines may list it, as compiled in; a page for addresses yet unknown is not for them.
        scripts: source expressions of the inline scripts, for the content security policy.
        complete: whether the compiled page shows all it ever will, waiting for no data.
    """

    start: str
    head: str
    body: str
    title: str
    description: str
    indexed: bool
    scripts: tuple[str, ...]
    complete: bool


def cut(html: str) -> Shell:
    """Cut a compiled page open.

    Raises:
        ValueError: it has no head or no body.
    """
    head, closing, rest = html.partition("</head>")
    opening = _BODY.search(rest)
    if not closing or opening is None:
        raise ValueError("a compiled page has a head and a body")
    title = _TITLE.search(head)
    described = {_named(tag): _contents(tag) for tag in _META.findall(head)}
    kept = _META.sub(lambda tag: "" if _is_ours(_named(tag[0])) else tag[0], _TITLE.sub("", head))
    viewport = _VIEWPORT.search(kept)
    at = viewport.end() if viewport else kept.index(">", kept.index("<head")) + 1
    return Shell(
        start=kept[:at],
        head=kept[at:] + closing + rest[: opening.end()],
        body=rest[opening.end() :],
        title=unescape(title[1]) if title else "",
        description=described.get("description", ""),
        indexed=title is not None and "noindex" not in described.get("robots", ""),
        scripts=tuple(dict.fromkeys(hash_script(text) for text in _INLINE_SCRIPT.findall(html))),
        complete=_MAIN.search(html) is not None and _SKELETON.search(html) is None,
    )


def find_frame(shell: Shell) -> Frame:
    """The header, footer and bottom bar as they were compiled into a page, empty where it has none.

    Ids are taken out: the same elements with their ids are in the page already.
    """
    html = shell.body
    start, main = _FRAME_START.search(html), _MAIN.search(html)
    end = html.find("</main>")
    footer = html.find("</footer>", end)
    bar = html.find("</nav>", footer)
    if start is None or main is None or min(end, footer, bar) < 0:
        return Frame()
    before = html[start.start() : main.start()].replace('href="#content"', 'href="#first-content"')
    after = html[end + len("</main>") : bar + len("</nav>")] + "</div>"
    return Frame(_IDS.sub("", before), _IDS.sub("", after))


def _named(tag: str) -> str:
    found = _NAME.search(tag)
    return found[1].lower() if found else ""


def _contents(tag: str) -> str:
    found = _CONTENT.search(tag)
    return unescape(found[1]) if found else ""


def _is_ours(name: str) -> bool:
    return name in ("description", "robots") or name.startswith(("og:", "twitter:"))


class Shells:
    """The compiled pages of one build, each read once and again when its file changes."""

    def __init__(self, static_dir: Path):
        self._root = static_dir.resolve()
        self._known: dict[Path, tuple[int, Shell]] = {}
        self._lock = Lock()
        # The pages most addresses need are read before the first of them is asked for.
        self.fallback(), self.find("/")

    def find(self, path: str) -> Shell | None:
        """The page compiled for exactly this address."""
        file = self._file(path.strip("/"), "index.html")
        return self._read(file) if file else None

    def fallback(self) -> Shell | None:
        """The page that serves every address with a variable part; None before the first build."""
        return self._read(self._root / FALLBACK)

    def frame(self) -> Frame:
        """What stands around every public page, as the home page was compiled."""
        shell = self.find("/")
        return find_frame(shell) if shell else Frame()

    def find_file(self, path: str) -> Path | None:
        """The file of the build that the address names, where it is not a page."""
        file = self._file(path.strip("/"))
        try:
            return file if file is not None and file.suffix != ".html" and file.is_file() else None
        except OSError:  # a name too long for the file system
            return None

    def _text(self, path: str) -> str:
        file = self._file(path.strip("/"))
        return file.read_text(encoding="utf-8") if file and file.is_file() else ""

    def _file(self, *parts: str) -> Path | None:
        try:
            file = self._root.joinpath(*parts).resolve()
        except (ValueError, OSError):  # a NUL byte
            return None
        return file if file.is_relative_to(self._root) else None

    def _read(self, file: Path) -> Shell | None:
        with self._lock:
            known = self._known.get(file)
            try:
                changed = file.stat().st_mtime_ns
            except OSError:
                # While another process builds anew, nothing is there for half a minute.
                return known[1] if known else None
            if known is None or known[0] != changed:
                known = (changed, cut(hasten(file.read_text(encoding="utf-8"), self._text)))
                self._known[file] = known
        return known[1]
