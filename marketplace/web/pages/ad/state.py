"""The State of an ad's page."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import MarketplaceError
from marketplace.domain import ads, chat, page_titles, rentals
from marketplace.domain.ads import messages
from marketplace.i18n.texts import t
from marketplace.models import ReportTarget
from marketplace.web import paths
from marketplace.web.base.errors import unexpected_errors_as
from marketplace.web.base.page_state import Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.pages.ad import views
from marketplace.web.pages.ad.dates import DatesMixin
from marketplace.web.pages.ad.offer import OfferMixin
from marketplace.web.pages.ad.views import AdPage
from marketplace.web.widgets.chat_prefill import ChatPrefill
from marketplace.web.widgets.endings_dialog import EndingsDialog
from marketplace.web.widgets.report_dialog import ReportMixin


class AdState(DatesMixin, OfferMixin, ReportMixin, EndingsDialog, rx.State):
    """The ad and its actions."""

    page: AdPage | None = None
    busy: str = ""
    phone: str = ""
    whatsapp: str = ""
    _viewed_ad_id: str = ""

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl, month: str = "") -> Vars:
        """Load the ad of the URL.

        Args:
            month: the month of the calendar, like 2026-12; empty for the current one.
        """
        page, calendar = views.load_ad_page(db, actor, url.last)
        return {
            "page": page,
            "month": rentals.month_of(calendar, month=month) if calendar else None,
            "title": page_titles.full(page_titles.of_ad(page.ad)),
        }

    @rx.event
    async def open(self) -> None:
        """Load the ad of the URL, without the phone number and the dates of another ad."""
        if self.page is None or self.page.ad.id != self._ad_id():
            self.page, self.phone, self.whatsapp = None, "", ""
            self.month, self.pickup, self.drop, self.cost, self.offering = None, "", "", None, False
        await self._load_again()
        await self._show_dates()
        if self.page is not None and self._viewed_ad_id != self.page.ad.id:
            self._viewed_ad_id = self.page.ad.id
            # A view that can't be counted is lost: it must not disturb the reader.
            with suppress(MarketplaceError):
                await self._execute(ads.record_view, self.page.ad.id)

    @rx.event
    async def check_availability(self):
        """Check whether the ad is available now."""
        self.busy = "check"
        yield
        try:
            with unexpected_errors_as(t("Failed to check availability")):
                answer = await self._query(rentals.check_availability, self._ad_id())
            await self._toast("success" if answer.available else "warning", answer.message)
        finally:
            self.busy = ""

    @rx.event
    async def start_chat(self):
        """Open the chat with the seller, and store a first message unless they have talked about the ad already."""
        if self.page is None:
            return None
        ad = self.page.ad
        if not await self._query(chat.has_talked_about, ad.seller_id, ad.id):
            (await self.get_state(ChatPrefill))._set(ad.seller_id, ad.id, chat.make_greeting(ad.display_name))
        return rx.redirect(f"{paths.USER_MESSAGES}?seller={ad.seller_id}&ad={ad.id}")

    @rx.event
    async def mark_sold(self) -> None:
        """Mark the owner's ad as sold; asks first if that ends something."""
        await self._sell_or_ask([self._ad_id()])

    async def _sell(self, ad_ids: list[str]) -> None:
        del ad_ids  # the ad of the page
        await self._change(ads.mark_sold, messages.SOLD)

    @rx.event
    async def relist(self) -> None:
        """Put the owner's sold ad on sale again."""
        await self._change(ads.relist, messages.RELISTED)

    @rx.event
    async def resume(self) -> None:
        """Put the owner's paused ad into the lists again."""
        await self._change(ads.resume, messages.RESUMED)

    @rx.event
    async def reveal_phone(self) -> None:
        """Show the seller's phone number to a signed-in buyer."""
        contact = await self._execute(ads.reveal_contact, self._ad_id())
        self.phone, self.whatsapp = contact.phone, contact.whatsapp

    async def _load_again(self) -> None:
        await self._reload(partial(self.load, month=self.month.month if self.month else ""))

    async def _report_target(self) -> tuple[ReportTarget, str]:
        return ReportTarget.AD, self._ad_id()

    async def _change(self, function: Callable[..., Any], done: str) -> None:
        await self._execute(function, self._ad_id())
        await self._toast("success", t(done))
        await self._reload()
