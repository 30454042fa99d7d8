"""Static pages from Markdown, and the 404 and 410 pages."""

from sqlmodel import Session

from marketplace.domain import content
from marketplace.i18n.texts import t
from marketplace.ssr import schema_org
from marketplace.ssr.document import Document, PageRequest


def show(_db: Session, asked: PageRequest) -> Document:
    """Return a static page."""
    page = content.get_page(asked.values["slug"])
    path = f"/{page.slug}"
    steps = [(t("Home"), "/"), (page.title, path)]
    return Document(
        title=page.title,
        description=page.description,
        path=path,
        kind="article",
        data=(schema_org.breadcrumbs(steps),),
        template="words.html",
        values={"page": page, "steps": steps},
    )


def not_found() -> Document:
    """Return the 404 page of an unknown URL."""
    return Document(title=t("Page not found"), path="", status=404, indexed=False, template="nowhere.html")


def unavailable(status: int, message: str) -> Document:
    """Return the page of an object that does not exist (404) or no longer exists (410)."""
    hint = t("It may have been sold or taken down. There is more where it came from.")
    return Document(
        title=message, path="", status=status, indexed=False, template="missing.html", values={"hint": hint}
    )
