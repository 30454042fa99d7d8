"""The State of a seller's public page."""

from dataclasses import replace

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import Gone, NotFound
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
from marketplace.web.base.page_state import PageState
from marketplace.web.components.pagination import PageLinks, page_links


class SellerPage(View):
    """A seller with a page of their live ads."""

    seller: PublicSeller
    title: str
    since: str
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
        title=page_titles.full(page_titles.numbered(page_titles.of_seller(seller.shop_name or seller.name), page)),
        since=t("On {site} since {month}", site=settings.site_name, month=f"{seller.created_at:%B %Y}"),
        total_text=tn("{shown} live ad", "{shown} live ads", found.total, shown=group_indian(found.total)),
        cards=found.items,
        links=page_links(found.page, found.pages, lambda number: f"{paths.seller(seller_id)}?page={number}"),
    )


class SellerPageState(PageState, rx.State):
    """The seller of the URL."""

    seller_page: SellerPage | None = None
    missing: str = ""

    @rx.event
    async def open(self) -> None:
        """Load the seller and page of the URL."""
        url = self.router.url
        page = page_number(url.query_parameters)
        with self._catch_load_errors():
            try:
                self.seller_page = await self._query(load_seller_page, url.path.rstrip("/").rsplit("/", 1)[-1], page)
                self.missing = ""
            except (NotFound, Gone) as error:
                self.seller_page, self.missing = None, error.message
