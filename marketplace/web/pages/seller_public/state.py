"""The seller a tab shows."""

from dataclasses import replace

import reflex as rx
from sqlmodel import Session

from marketplace import titles
from marketplace.actor import Actor
from marketplace.domain import accounts, search
from marketplace.domain.accounts.schemas import PublicSeller
from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.money import group_indian
from marketplace.domain.paging import Window, page_number
from marketplace.domain.search import SearchQuery
from marketplace.domain.views import View
from marketplace.errors import Gone, NotFound
from marketplace.settings import get_settings
from marketplace.texts import t, tn
from marketplace.web import paths
from marketplace.web.components.pagination import PageLinks, page_links
from marketplace.web.fetching import Fetching


class Shop(View):
    """A seller with a page of their live ads."""

    seller: PublicSeller
    title: str
    since: str
    total_text: str
    cards: tuple[AdCard, ...] = ()
    links: PageLinks = PageLinks()


def look(db: Session, actor: Actor, seller_id: str, page: int) -> Shop:
    """The public page of a seller.

    Raises:
        NotFound: there is no such seller.
    """
    seller = accounts.get_public_seller(db, actor, seller_id)
    settings = get_settings()
    query = replace(SearchQuery(), seller_id=seller_id)
    found = search.list_ads(db, actor, query, Window(page, settings.page_size))
    return Shop(
        seller=seller,
        title=titles.full(titles.numbered(titles.of_seller(seller.shop_name or seller.name), page)),
        since=t("On {site} since {month}", site=settings.site_name, month=f"{seller.created_at:%B %Y}"),
        total_text=tn("{shown} live ad", "{shown} live ads", found.total, shown=group_indian(found.total)),
        cards=found.items,
        links=page_links(found.page, found.pages, lambda number: f"{paths.seller(seller_id)}?page={number}"),
    )


class ShopState(Fetching, rx.State):
    """One seller's public page."""

    shop: Shop | None = None
    missing: str = ""

    @rx.event
    async def open(self) -> None:
        """Fetch the seller and the page of ads that the address names."""
        url = self.router.url
        page = page_number(url.query_parameters)
        with self._fetching():
            try:
                self.shop = await self._ask(look, url.path.rstrip("/").rsplit("/", 1)[-1], page)
                self.missing = ""
            except (NotFound, Gone) as error:
                self.shop, self.missing = None, error.message
