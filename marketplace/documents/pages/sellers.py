"""A seller's public page."""

from sqlmodel import Session

from marketplace.actor import ANONYMOUS
from marketplace.documents import addresses, schema_org
from marketplace.documents.document import Asked, Document
from marketplace.documents.pager import Pager, page_number
from marketplace.documents.pages.listings import count_text, find_page
from marketplace.domain import accounts
from marketplace.settings import get_settings
from marketplace.texts import t


def show(db: Session, asked: Asked) -> Document:
    """Who they are, and their live ads.

    Raises:
        NotFound: no such seller.
    """
    seller = accounts.get_public_seller(db, ANONYMOUS, asked.values["seller_id"])
    path = addresses.seller(seller.id)
    number = page_number(asked.query)
    page = find_page(db, {"sellerId": seller.id}, number)
    pager = Pager(path, {}, number, page.pages)
    name = seller.shop_name or seller.name
    steps = [(t("Home"), "/"), (name, path)]
    first = (number - 1) * get_settings().page_size + 1
    title = t("Ads by {name}", name=name)
    return Document(
        title=title if number == 1 else t("{title}, page {number}", title=title, number=number),
        description=t("{count} by {name}.", count=count_text(page), name=name),
        path=pager.canonical,
        kind="profile",
        indexed=bool(page.items),
        image=seller.images[0] if seller.images else None,
        data=(schema_org.breadcrumbs(steps), schema_org.ad_list(title, page.items, first=first, total=page.total)),
        template="seller.html",
        values={
            "seller": seller,
            "name": name,
            "steps": steps,
            "page": page,
            "pager": pager,
            "count": count_text(page),
            "empty": t("No Products Available for your search."),
        },
        before=pager.before,
        after=pager.after,
    )
