"""A seller's public page."""

from sqlmodel import Session

from marketplace import titles
from marketplace.actor import ANONYMOUS
from marketplace.documents import addresses, schema_org
from marketplace.documents.document import Asked, Document
from marketplace.documents.pager import Pager
from marketplace.documents.pages.listings import find_page
from marketplace.domain import accounts
from marketplace.domain.accounts.schemas import PublicSeller
from marketplace.domain.money import group_indian
from marketplace.domain.paging import page_number
from marketplace.domain.search import SearchQuery
from marketplace.settings import get_settings
from marketplace.texts import t, tn


def show(db: Session, asked: Asked) -> Document:
    """Who they are, and their live ads.

    Raises:
        NotFound: no such seller.
    """
    seller = accounts.get_public_seller(db, ANONYMOUS, asked.values["seller_id"])
    number = page_number(asked.query)
    page = find_page(db, SearchQuery(seller_id=seller.id), number)
    pager = Pager(addresses.seller(seller.id), {}, number, page.pages)
    name = seller.shop_name or seller.name
    steps = [(t("Home"), "/"), (name, pager.path)]
    count = tn("{shown} live ad", "{shown} live ads", page.total, shown=group_indian(page.total))
    title = titles.of_seller(name)
    first = (number - 1) * get_settings().page_size + 1
    return Document(
        title=titles.numbered(title, number),
        description=t("{count} by {name}. {since}.", count=count, name=name, since=since(seller)),
        path=pager.canonical,
        kind="profile",
        indexed=bool(page.items),
        image=seller.images[0] if seller.images else None,
        data=(schema_org.breadcrumbs(steps), schema_org.ad_list(title, page.items, first=first, total=page.total)),
        template="seller.html",
        values={
            "seller": seller,
            "since": since(seller),
            "name": name,
            "steps": steps,
            "page": page,
            "pager": pager,
            "count": count,
        },
        before=pager.before,
        after=pager.after,
    )


def since(seller: PublicSeller) -> str:
    """How long they have been here."""
    return t("On {site} since {month}", site=get_settings().site_name, month=f"{seller.created_at:%B %Y}")
