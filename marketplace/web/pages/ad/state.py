"""The ad a tab shows, and what can be done with it."""

import reflex as rx

from marketplace.domain import ads, moderation, rentals
from marketplace.domain.moderation import ReportDraft
from marketplace.errors import Gone, MarketplaceError, NotFound, NotSignedIn
from marketplace.models import AccountKind
from marketplace.texts import t
from marketplace.web import paths
from marketplace.web.door import Door
from marketplace.web.intent import ChatIntent
from marketplace.web.pages.ad import views
from marketplace.web.pages.ad.views import AdPage


class AdState(Door, rx.State):
    """One ad's page."""

    page: AdPage | None = None
    missing: str = ""
    shown: int = 0
    busy: str = ""
    quote: str = ""
    pickup: str = ""
    drop: str = ""
    phone: str = ""
    whatsapp: str = ""
    reporting: bool = False
    report_error: str = ""

    @rx.event
    async def open(self):
        """An ad was opened."""
        ad_id = self._ad_id()
        if self.page is None or self.page.ad.id != ad_id:
            self.page = None
            self.shown, self.quote, self.pickup, self.drop, self.phone, self.whatsapp = 0, "", "", "", "", ""
            self.missing = ""
            yield
        try:
            self.page = await self._ask(views.look, ad_id)
            self.missing = ""
        except (NotFound, Gone) as error:
            self.page, self.missing = None, error.message

    @rx.event
    def show(self, index: int) -> None:
        """Another photo of the gallery."""
        self.shown = index

    @rx.event
    async def check(self):
        """Check Availability."""
        self.busy = "check"
        yield
        try:
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
    async def set_pickup(self, value: str) -> None:
        """The pickup was typed: show what the dates would cost."""
        self.pickup = value
        await self._reckon()

    @rx.event
    async def set_drop(self, value: str) -> None:
        """The drop was typed: show what the dates would cost."""
        self.drop = value
        await self._reckon()

    @rx.event
    async def enquire(self):
        """Send an enquiry for the dates."""
        self.busy = "enquire"
        yield
        try:
            await self._do(rentals.enquire, self._ad_id(), self.pickup, self.drop)
            self.pickup, self.drop, self.quote = "", "", ""
            await self._toast("success", t("Enquiry sent successfully!"))
        except NotSignedIn:
            raise
        except MarketplaceError as error:
            await self._toast("error", error.message or t("Failed to send enquiry"))
        finally:
            self.busy = ""

    @rx.event
    async def reveal(self) -> None:
        """Show the seller's phone number to a signed-in buyer."""
        contact = await self._do(ads.reveal_contact, self._ad_id())
        self.phone, self.whatsapp = contact.phone, contact.whatsapp

    @rx.event
    def open_report(self) -> None:
        """Report this ad."""
        self.reporting, self.report_error = True, ""

    @rx.event
    def close_report(self) -> None:
        """Never mind."""
        self.reporting = False

    @rx.event
    async def send_report(self, form: dict[str, str]) -> None:
        """Hand the report to the admins."""
        draft = ReportDraft(
            target="product",
            target_id=self._ad_id(),
            reason=str(form.get("reason", "")),
            text=str(form.get("text", "")),
        )
        try:
            await self._do(moderation.report, draft)
        except MarketplaceError as error:
            self.report_error = error.message
            return
        self.reporting = False
        await self._toast("success", t("Thank you. We will look into it."))

    async def _reckon(self) -> None:
        self.quote = ""
        if not (self.pickup and self.drop):
            return
        try:
            cost = await self._ask(rentals.quote, self._ad_id(), self.pickup, self.drop)
        except MarketplaceError as error:
            self.quote = error.message
        else:
            self.quote = t("These dates cost {price}.", price=cost.text) if cost.text else ""

    def _ad_id(self) -> str:
        return self.router.url.path.rstrip("/").rsplit("/", 1)[-1]
