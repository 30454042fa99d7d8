"""The site's own words: static pages, and what is said where there is nothing (any more)."""

from sqlmodel import Session

from marketplace.documents import schema_org
from marketplace.documents.document import Asked, Document
from marketplace.domain import content
from marketplace.texts import t


def show(_db: Session, asked: Asked) -> Document:
    """A page written in Markdown."""
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


def nowhere() -> Document:
    """There is nothing at this address (404)."""
    return Document(title=t("Page not found"), path="", status=404, indexed=False, template="nowhere.html")


def missing(status: int, message: str) -> Document:
    """The thing is not here (404), or not any more (410); the ways on are search and the categories."""
    hint = t("It may have been sold or taken down. There is more where it came from.")
    return Document(
        title=message, path="", status=status, indexed=False, template="missing.html", values={"hint": hint}
    )
