"""The State of an ad's page."""

import reflex as rx

from marketplace.core.errors import Gone, NotFound
from marketplace.domain import ads, rentals
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, ReportTarget
from marketplace.web import paths
from marketplace.web.base.errors import unexpected_errors_as
from marketplace.web.base.page_state import PageState
from marketplace.web.pages.ad import views
from marketplace.web.pages.ad.views import AdPage
from marketplace.web.widgets.chat_prefill import ChatPrefill
from marketplace.web.widgets.report_dialog import ReportMixin


class AdState(ReportMixin, PageState, rx.State):
    """The ad and its actions."""

    page: AdPage | None = None
    missing: str = ""
    busy: str = ""
    phone: str = ""
    whatsapp: str = ""

    @rx.event
    async def open(self):
        """Load the ad of the URL."""
        ad_id = self._ad_id()
        if self.page is None or self.page.ad.id != ad_id:
            self.page = None
            self.phone, self.whatsapp, self.missing = "", "", ""
            yield
        with self._catch_load_errors():
            try:
                self.page = await self._query(views.load_ad_page, ad_id)
                self.missing = ""
            except (NotFound, Gone) as error:
                self.page, self.missing = None, error.message

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
        """Store a first message and open the chat with the seller."""
        if self.page is None:
            return None
        await self._query(
            lambda _db, actor: actor.require(AccountKind.BUYER, message=t("Please login to chat with the seller"))
        )
        ad = self.page.ad
        words = t("Hi, is “{name}” still available?", name=ad.name)
        (await self.get_state(ChatPrefill))._set(ad.seller_id, ad.id, words)
        return rx.redirect(f"{paths.USER_MESSAGES}?seller={ad.seller_id}&ad={ad.id}")

    @rx.event
    async def reveal_phone(self) -> None:
        """Show the seller's phone number to a signed-in buyer."""
        contact = await self._execute(ads.reveal_contact, self._ad_id())
        self.phone, self.whatsapp = contact.phone, contact.whatsapp

    async def _report_target(self) -> tuple[ReportTarget, str]:
        return ReportTarget.AD, self._ad_id()

    def _ad_id(self) -> str:
        return self.router.url.path.rstrip("/").rsplit("/", 1)[-1]
