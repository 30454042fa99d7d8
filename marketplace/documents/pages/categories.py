"""The categories, and one category with its ads."""

from sqlmodel import Session

from marketplace.documents import addresses, schema_org
from marketplace.documents.document import Asked, Document
from marketplace.documents.pager import Pager, page_number
from marketplace.documents.pages.listings import count_text, find_page
from marketplace.domain import catalog
from marketplace.settings import get_settings
from marketplace.texts import t


def show_all(db: Session, asked: Asked) -> Document:
    """Every category."""
    categories = catalog.list_categories(db)
    heading = t("Categories")
    steps = [(t("Home"), "/"), (heading, "/categories")]
    items = [(category.name, addresses.category(category.id)) for category in categories]
    return Document(
        title=asked.title or heading,
        description=asked.description or t("Every category of classified ads, each with what is on offer now."),
        path="/categories",
        data=(schema_org.breadcrumbs(steps), schema_org.item_list(heading, items)),
        template="categories.html",
        values={"categories": categories, "steps": steps, "heading": heading},
    )


def show(db: Session, asked: Asked) -> Document:
    """A category's ads.

    Raises:
        NotFound: no such category.
    """
    category = catalog.get_category(db, asked.values["category_id"])
    path = addresses.category(category.id)
    number = page_number(asked.query)
    page = find_page(db, {**asked.query, "categoryId": category.id}, number)
    narrowed = {name: value for name, value in asked.query.items() if value and name != "page"}
    pager = Pager(path, narrowed, number, page.pages)
    steps = [(t("Home"), "/"), (t("Categories"), "/categories"), (category.name, path)]
    first = (number - 1) * get_settings().page_size + 1
    title = category.name
    return Document(
        title=title if number == 1 else t("{title}, page {number}", title=title, number=number),
        description=t("{category}: buy, rent and lease from people and shops near you.", category=category.name),
        path=pager.canonical,
        indexed=not narrowed and (bool(page.items) or number == 1),
        image=category.image,
        data=(schema_org.breadcrumbs(steps), schema_org.ad_list(title, page.items, first=first, total=page.total)),
        template="category.html",
        values={
            "category": category,
            "steps": steps,
            "page": page,
            "pager": pager,
            "count": count_text(page),
            "empty": t("No products available in this category."),
        },
        before=pager.before,
        after=pager.after,
    )
