"""Public page of a seller."""

from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.core.money import group_indian
from marketplace.domain import accounts, page_titles
from marketplace.domain.accounts.schemas import PublicSeller
from marketplace.domain.paging import page_number
from marketplace.domain.search import SearchQuery
from marketplace.i18n.texts import t, tn
from marketplace.settings import get_settings
from marketplace.ssr import schema_org, urls
from marketplace.ssr.document import Document, PageRequest
from marketplace.ssr.pager import Pager
from marketplace.ssr.pages.listings import find_page


def show(db: Session, page_request: PageRequest) -> Document:
    """Return the page of a seller with their live ads.

    Raises:
        NotFound: no such seller.
    """
    seller = accounts.get_public_seller(db, ANONYMOUS, page_request.values["seller_id"])
    number = page_number(page_request.query)
    page = find_page(db, SearchQuery(seller_id=seller.id), number)
    pager = Pager(urls.seller(seller.id), {}, number, page.pages)
    name = seller.shop_name or seller.name
    steps = [(t("Home"), "/"), (name, pager.path)]
    count = tn("{shown} live ad", "{shown} live ads", page.total, shown=group_indian(page.total))
    title = page_titles.of_seller(name)
    first = (number - 1) * get_settings().page_size + 1
    return Document(
        title=page_titles.numbered(title, number),
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
        previous_url=pager.previous_url,
        next_url=pager.next_url,
    )


def since(seller: PublicSeller) -> str:
    """Return the text that says since when the seller is a member."""
    return t("On {site} since {month}", site=get_settings().site_name, month=f"{seller.created_at:%B %Y}")
