"""All categories."""

from sqlmodel import Session

from marketplace.documents import addresses, schema_org
from marketplace.documents.document import Asked, Document
from marketplace.domain import catalog
from marketplace.texts import t


def show(db: Session, asked: Asked) -> Document:
    """Every category, with the number of its live ads."""
    categories = catalog.list_categories(db)
    heading = t("Categories")
    steps = [(t("Home"), "/"), (heading, "/categories")]
    items = [(category.name, addresses.category(category.id)) for category in categories]
    return Document(
        title=asked.title or heading,
        description=asked.description or t("Every category of classified ads, each with what is on offer now."),
        path="/categories",
        image=next((category.image for category in categories if category.image), None),
        data=(schema_org.breadcrumbs(steps), schema_org.item_list(heading, items)),
        template="categories.html",
        values={"categories": categories, "steps": steps, "heading": heading},
    )
