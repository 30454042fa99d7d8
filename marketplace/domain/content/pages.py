"""Static pages, written in Markdown under `content_pages/`."""

from functools import lru_cache
from pathlib import Path

from markdown_it import MarkdownIt

from marketplace.core.errors import NotFound
from marketplace.domain import law
from marketplace.domain.content import messages
from marketplace.domain.content.schemas import StaticPage
from marketplace.i18n.texts import language, t
from marketplace.settings import get_settings

_FOLDER = Path(__file__).parent.parent.parent / "content_pages"
_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


def list_pages() -> list[StaticPage]:
    """Return all static pages by slug."""
    return [get_page(path.stem) for path in sorted(_FOLDER.glob("*.md")) if "." not in path.stem]


def find_page(slug: str) -> StaticPage | None:
    """Return the page in the current language, else in English, else None."""
    settings = get_settings()
    return _render(slug, language.get(), settings.site_name, settings.contact)


def get_page(slug: str) -> StaticPage:
    """Like `find_page`.

    Raises:
        NotFound: no such page.
    """
    page = find_page(slug)
    if page is None:
        raise NotFound(t(messages.NO_PAGE))
    return page


@lru_cache(maxsize=64)
def _render(slug: str, code: str, site_name: str, contact: str) -> StaticPage | None:
    # The slug comes from a URL, so only existing file names are allowed.
    names = {path.name: path for path in _FOLDER.glob("*.md")}
    path = names.get(f"{slug}.{code}.md") or names.get(f"{slug}.md")
    if path is None or "." in slug:
        return None
    source = path.read_text(encoding="utf-8")
    for name, value in {"site": site_name, "contact": contact, **law.describe_all()}.items():
        source = source.replace(f"{{{name}}}", value)
    head, _, body = source.partition("\n\n")
    meta = dict(line.split(": ", 1) for line in head.splitlines())
    return StaticPage(slug=slug, title=meta["title"], description=meta["description"], html=_markdown.render(body))
