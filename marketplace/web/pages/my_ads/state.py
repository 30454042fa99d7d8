"""The State of the page with the seller's ads."""

from typing import ClassVar

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, Unavailable
from marketplace.domain import ads
from marketplace.domain.ads import messages
from marketplace.domain.ads.schemas import AdCounts, AdRow, PostedAd
from marketplace.domain.views import View
from marketplace.i18n.texts import t
from marketplace.models import AccountKind
from marketplace.web import paths
from marketplace.web.base.errors import unexpected_errors_as
from marketplace.web.base.page_state import Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.components.pagination import PageLinks, list_links
from marketplace.web.pages.my_ads.bulk import BulkMixin
from marketplace.web.pages.my_ads.holiday import HolidayMixin
from marketplace.web.widgets.ad_actions import AdActions
from marketplace.web.widgets.delete_dialog import DeleteDialog

# The tabs by the status in the URL.
TABS = {
    "": t("All"),
    "published": t("Published"),
    "featured": t("Featured"),
    "pending": t("Pending"),
    "rejected": t("Rejected"),
    "paused": t("Paused"),
    "sold": t("Sold"),
    "expired": t("Expired"),
}


class MyAds(View):
    """A page of the table, its filters, the counts of the tabs, the ad that was just posted, and the end of the seller's holiday for
    display.
    """

    counts: AdCounts = AdCounts()
    rows: tuple[AdRow, ...] = ()
    status: str = ""
    q: str = ""
    links: PageLinks = PageLinks()
    holiday: str = ""
    posted: PostedAd | None = None


class MyAdsState(BulkMixin, HolidayMixin, AdActions, DeleteDialog, rx.State):
    """The table of ads. The URL has the status, the search text and the page.

    Attributes:
        deleting_ends: what the deletion in the dialog ends; empty for nothing.
    """

    LOAD_FAILED: ClassVar[str] = t("Error fetching products")
    table: MyAds = MyAds()
    deleting_ends: str = ""

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:
        """Load the page of the URL."""
        own = actor.require(AccountKind.SELLER)
        status, q = url.choice("status", TABS), url.param("q")
        found = ads.list_of_seller(db, actor, own, status=status, q=q, window=url.window)
        links = list_links(found, paths.SELLER_ADS, status=status, q=q)
        counts = ads.count_by_status(db, actor, own)
        return {
            "table": MyAds(
                counts=counts,
                rows=found.items,
                status=status,
                q=q,
                links=links,
                holiday=ads.get_holiday(db, actor).until_text,
                posted=ads.find_posted(db, actor),
            )
        }

    @rx.event
    async def open(self) -> None:
        """Load the page of the URL, with no ad chosen."""
        self._choose([])
        await self._reload()

    @rx.event
    def choose(self, status: str):
        """Filter by status."""
        return rx.redirect(paths.with_query(paths.SELLER_ADS, status=status, q=self.table.q))

    @rx.event
    def search(self, form: dict[str, str]):
        """Search for text."""
        q = str(form.get("q", "")).strip()
        return rx.redirect(paths.with_query(paths.SELLER_ADS, status=self.table.status, q=q))

    def _shown_ids(self) -> list[str]:
        return [row.id for row in self.table.rows]

    @rx.event
    async def open_delete_dialog(self, item_id: str, name: str) -> None:
        """Open the dialog that confirms the deletion, and says what it ends."""
        self.deleting_ends = await self._query(ads.describe_endings, [item_id], "delete")
        self.deleting, self.deleting_name = item_id, name

    async def _sell(self, ad_ids: list[str]) -> None:
        if len(ad_ids) > 1 or ad_ids == self.chosen:
            # The choice may have changed since the dialog asked about these.
            self._choose(ad_ids)
            await self._change_chosen("sold")
        else:
            await self._execute_and_reload(ads.mark_sold, ad_ids[0], messages.SOLD)

    async def _delete(self, item_id: str) -> None:
        try:
            with unexpected_errors_as(t("Failed to delete product")):
                await self._execute_and_reload(ads.delete, item_id, messages.DELETED)
        except Unavailable as error:
            failed = t("Error deleting product")
            raise Unavailable(f"{failed}. {error.message}") from error

    @rx.event
    async def duplicate(self, ad_id: str):
        """Copy an ad as a new one that waits for review, and open its form; if something is missing, the form asks for it."""
        try:
            made = await self._execute(ads.duplicate, ad_id)
        except Invalid as error:
            await self._toast("warning", error.message)
            return rx.redirect(paths.copy_ad(ad_id))
        return rx.redirect(paths.edit_ad(made.id))
