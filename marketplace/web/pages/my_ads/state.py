"""The table of a seller's ads."""

from urllib.parse import urlencode

import reflex as rx
from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain import ads
from marketplace.domain.ads import messages
from marketplace.domain.ads.schemas import AdCounts, AdRow
from marketplace.domain.paging import Window, page_number
from marketplace.domain.views import View
from marketplace.errors import MarketplaceError
from marketplace.models import AccountKind
from marketplace.settings import get_settings
from marketplace.texts import t
from marketplace.web import paths
from marketplace.web.components.pagination import PageLinks, page_links
from marketplace.web.failing import failing
from marketplace.web.fetching import Fetching

FILTERS = ("published", "featured", "pending", "rejected")


class MyAds(View):
    """A page of the table, and the counts on its tabs."""

    counts: AdCounts = AdCounts()
    rows: tuple[AdRow, ...] = ()
    status: str = ""
    q: str = ""
    links: PageLinks = PageLinks()


def look(db: Session, actor: Actor, status: str, q: str, page: int) -> MyAds:
    """The signed-in seller's ads of one status (empty: all) that the words are in."""
    own = actor.require(AccountKind.SELLER)
    found = ads.list_of_seller(db, actor, own, status=status, q=q, window=Window(page, get_settings().page_size))
    return MyAds(
        counts=ads.count_by_status(db, actor, own),
        rows=found.items,
        status=status,
        q=q,
        links=page_links(found.page, found.pages, lambda number: address(status, q, number)),
    )


def address(status: str, q: str, page: int = 1) -> str:
    """The table's own address."""
    query = {"status": status, "q": q, "page": str(page) if page > 1 else ""}
    kept = urlencode({name: value for name, value in query.items() if value})
    return f"{paths.SELLER_ADS}?{kept}" if kept else paths.SELLER_ADS


class MyAdsState(Fetching, rx.State):
    """My Ads; the address holds the tab, the words and the page."""

    table: MyAds = MyAds()
    reason: str = ""
    deleting: str = ""
    deleting_name: str = ""

    @rx.event
    async def open(self) -> None:
        """Fetch what the address asks for."""
        query = self.router.url.query_parameters
        status = query.get("status", "")
        page = page_number(query)
        self.table = MyAds()
        with self._fetching(t("Error fetching products")):
            self.table = await self._ask(look, status if status in FILTERS else "", query.get("q", "")[:100], page)

    @rx.event
    def choose(self, status: str):
        """Another tab."""
        return rx.redirect(address(status, self.table.q))

    @rx.event
    def search(self, form: dict[str, str]):
        """Only ads with these words."""
        return rx.redirect(address(self.table.status, str(form.get("q", "")).strip()))

    @rx.event
    def show_reason(self, note: str) -> None:
        """Why an ad was rejected."""
        self.reason = note or t(messages.NO_REASON)

    @rx.event
    def hide_reason(self) -> None:
        """Read."""
        self.reason = ""

    @rx.event
    def ask_delete(self, ad_id: str, name: str) -> None:
        """Really?"""
        self.deleting, self.deleting_name = ad_id, name

    @rx.event
    def keep(self) -> None:
        """No."""
        self.deleting = ""

    @rx.event
    async def delete(self) -> None:
        """Yes: delete the ad that was asked about."""
        ad_id, self.deleting = self.deleting, ""
        await self._change(ads.delete, ad_id, t(messages.DELETED), t("Failed to delete product"))

    @rx.event
    async def mark_sold(self, ad_id: str) -> None:
        """Out of the lists, its page says Sold."""
        await self._change(ads.mark_sold, ad_id, t(messages.SOLD))

    @rx.event
    async def relist(self, ad_id: str) -> None:
        """Back into the lists."""
        await self._change(ads.relist, ad_id, t(messages.RELISTED))

    @rx.event
    async def renew(self, ad_id: str) -> None:
        """Live for another while."""
        await self._change(ads.renew, ad_id, t(messages.RENEWED))

    @rx.event
    async def duplicate(self, ad_id: str):
        """A copy, waiting for review, opened for changes."""
        made = await self._do(ads.duplicate, ad_id)
        return rx.redirect(paths.edit_ad(made.id))

    async def _change(self, verb, ad_id: str, done: str, failed: str = "") -> None:
        try:
            with failing(failed):
                await self._do(verb, ad_id)
        except MarketplaceError as error:
            await self._toast("error", error.message)
            return
        await self._toast("success", done)
        await self.open()
