"""The ad a tab shows, and what can be done with it."""

import reflex as rx

from marketplace.domain import ads, rentals
from marketplace.errors import Gone, NotFound
from marketplace.models import AccountKind, ReportTarget
from marketplace.texts import t
from marketplace.web import paths
from marketplace.web.failing import failing
from marketplace.web.fetching import Fetching
from marketplace.web.intent import ChatIntent
from marketplace.web.pages.ad import views
from marketplace.web.pages.ad.views import AdPage
from marketplace.web.reporting import Reporting


class AdState(Reporting, Fetching, rx.State):
    """One ad's page."""

    page: AdPage | None = None
    missing: str = ""
    busy: str = ""
    phone: str = ""
    whatsapp: str = ""

    @rx.event
    async def open(self):
        """An ad was opened."""
        ad_id = self._ad_id()
        if self.page is None or self.page.ad.id != ad_id:
            self.page = None
            self.phone, self.whatsapp, self.missing = "", "", ""
            yield
        with self._fetching():
            try:
                self.page = await self._ask(views.look, ad_id)
                self.missing = ""
            except (NotFound, Gone) as error:
                self.page, self.missing = None, error.message

    @rx.event
    async def check(self):
        """Check Availability."""
        self.busy = "check"
        yield
        try:
            with failing(t("Failed to check availability")):
                answer = await self._ask(rentals.check_availability, self._ad_id())
            await self._toast("success" if answer.available else "warning", answer.message)
        finally:
            self.busy = ""

    @rx.event
    async def chat(self):
        """Chat Now: to the messages, the first words prepared."""
        if self.page is None:
            return None
        await self._ask(
            lambda _db, actor: actor.require(AccountKind.BUYER, message=t("Please login to chat with the seller"))
        )
        ad = self.page.ad
        words = t("Hi, is “{name}” still available?", name=ad.name)
        (await self.get_state(ChatIntent))._mean(ad.seller_id, ad.id, words)
        return rx.redirect(f"{paths.USER_MESSAGES}?seller={ad.seller_id}&ad={ad.id}")

    @rx.event
    async def reveal(self) -> None:
        """Show the seller's phone number to a signed-in buyer."""
        contact = await self._do(ads.reveal_contact, self._ad_id())
        self.phone, self.whatsapp = contact.phone, contact.whatsapp

    async def _reported(self) -> tuple[ReportTarget, str]:
        return ReportTarget.AD, self._ad_id()

    def _ad_id(self) -> str:
        return self.router.url.path.rstrip("/").rsplit("/", 1)[-1]
