"""The State of a seller's public page."""

from dataclasses import replace

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.money import group_indian
from marketplace.domain import accounts, page_titles, search
from marketplace.domain.accounts.schemas import PublicSeller
from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.paging import Window, page_number
from marketplace.domain.search import SearchQuery
from marketplace.domain.views import View
from marketplace.i18n.texts import t, tn
from marketplace.settings import get_settings
from marketplace.web import paths
from marketplace.web.base.page_state import PageState, Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.components.pagination import PageLinks, page_links


class SellerPage(View):
    """A seller with a page of their live ads."""

    seller: PublicSeller
    since: str
    total: int
    total_text: str
    cards: tuple[AdCard, ...] = ()
    links: PageLinks = PageLinks()


def load_seller_page(db: Session, actor: Actor, seller_id: str, page: int) -> SellerPage:
    """Load the public page of a seller.

    Raises:
            NotFound: no such seller.
    """
    seller = accounts.get_public_seller(db, actor, seller_id)
    settings = get_settings()
    query = replace(SearchQuery(), seller_id=seller_id)
    found = search.list_ads(db, actor, query, Window(page, settings.page_size))
    return SellerPage(
        seller=seller,
        since=t("On {site} since {month}", site=settings.site_name, month=f"{seller.created_at:%B %Y}"),
        total=found.total,
        total_text=tn("{shown} live ad", "{shown} live ads", found.total, shown=group_indian(found.total)),
        cards=found.items,
        links=page_links(found.page, found.pages, lambda number: f"{paths.seller(seller_id)}?page={number}"),
    )


class SellerPageState(PageState, rx.State):
    """The seller of the URL."""

    seller_page: SellerPage | None = None

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:
        """Load the seller and page of the URL."""
        number = page_number(url.params)
        page = load_seller_page(db, actor, url.last, number)
        title = page_titles.of_seller(page.seller.shop_name or page.seller.name)
        return {"seller_page": page, "title": page_titles.full(page_titles.numbered(title, number))}
