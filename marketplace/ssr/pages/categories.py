"""Page of all categories."""

from sqlmodel import Session

from marketplace.domain import catalog
from marketplace.i18n.texts import t
from marketplace.ssr import schema_org, urls
from marketplace.ssr.document import Document, PageRequest


def show(db: Session, page_request: PageRequest) -> Document:
    """Return the page of all categories with their numbers of live ads."""
    categories = catalog.list_categories(db)
    heading = t("Categories")
    steps = [(t("Home"), "/"), (heading, "/categories")]
    items = [(category.name, urls.category(category.id)) for category in categories]
    return Document(
        title=page_request.title or heading,
        description=page_request.description or t("Every category of classified ads, each with what is on offer now."),
        path="/categories",
        image=next((category.image for category in categories if category.image), None),
        data=(schema_org.breadcrumbs(steps), schema_org.item_list(heading, items)),
        template="categories.html",
        values={"categories": categories, "steps": steps, "heading": heading},
    )
