"""The State of the page with all ads."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import ads, cases, moderation
from marketplace.domain.ads import messages
from marketplace.domain.ads.schemas import AdRow
from marketplace.domain.cases import ReplyView
from marketplace.domain.views import View
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.admin import times
from marketplace.web.admin.ad_cells import describe_ad
from marketplace.web.admin.admin_state import AdminState
from marketplace.web.base.page_state import Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.components.pagination import PageLinks, list_links

# The tabs by the status in the URL.
TABS = {
    "": t("All"),
    "approved": t("Published"),
    "featured": t("Featured"),
    "pending": t("Pending"),
    "rejected": t("Rejected"),
    "paused": t("Paused"),
    "sold": t("Sold"),
    "expired": t("Expired"),
}


class AdLine(View):
    """An ad with its texts."""

    ad: AdRow
    about: str
    posted: str


class Ads(View):
    """A page of the table with its filters."""

    rows: tuple[AdLine, ...] = ()
    status: str = ""
    q: str = ""
    seller_id: str = ""
    links: PageLinks = PageLinks()


class AdminAdsState(AdminState, rx.State):
    """The table of ads. The URL has the status, the search text and the page."""

    table: Ads = Ads()
    replies: list[ReplyView] = []
    deleting: str = ""
    deleting_name: str = ""
    deleting_ends: str = ""
    error: str = ""

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:
        """Load the page of the URL; the layout shows a login to other visitors."""
        status, q, seller_id = url.choice("status", TABS), url.param("q"), url.param("seller")
        found = moderation.list_queue(db, actor, status=status, q=q, seller_id=seller_id, window=url.window)
        rows = tuple(
            AdLine(ad=row, about=describe_ad(row), posted=times.format_time(row.created_at)) for row in found.items
        )
        links = list_links(found, paths.ADMIN_ADS, status=status, q=q, seller=seller_id)
        replies = cases.list_replies(db, actor, purpose="rejection")
        return {"table": Ads(rows=rows, status=status, q=q, seller_id=seller_id, links=links), "replies": replies}

    @rx.event
    def choose(self, status: str):
        """Filter by status."""
        return self._filter(status=status)

    @rx.event
    def search(self, form: dict[str, str]):
        """Search for text."""
        return self._filter(q=str(form.get("q", "")).strip())

    def _filter(self, **changes: str):
        filters = {"status": self.table.status, "q": self.table.q, "seller": self.table.seller_id} | changes
        return rx.redirect(paths.with_query(paths.ADMIN_ADS, **filters))

    @rx.event
    async def feature(self, ad_id: str, featured: bool) -> None:
        """Feature an ad, or stop featuring it."""
        done = t(messages.FEATURED if featured else messages.UNFEATURED)
        await self._execute_and_reload(ads.set_featured, ad_id, featured, done=done)

    @rx.event
    async def open_delete_dialog(self, ad_id: str, name: str) -> None:
        """Open the dialog that asks for a reason, and says what the deletion ends."""
        self.deleting_ends = await self._query(ads.describe_endings, [ad_id], "delete")
        self.deleting, self.deleting_name, self.error = ad_id, name, ""

    @rx.event
    def close_delete_dialog(self) -> None:
        """Close the dialog without deleting."""
        self.deleting = ""

    @rx.event
    async def delete(self, form: dict[str, str]) -> None:
        """Delete the ad; its seller reads the reason."""
        reason, done = str(form.get("reason", "")), t(messages.DELETED)
        if await self._execute_in_form(ads.delete, self.deleting, reason=reason, done=done):
            self.deleting = ""
            await self._reload()
