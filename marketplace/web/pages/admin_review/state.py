"""The ad on the desk, and the decision about it."""

import reflex as rx

from marketplace.domain import ads
from marketplace.domain.ads import messages
from marketplace.errors import Conflict, Gone, MarketplaceError, NotFound
from marketplace.texts import t
from marketplace.web import paths
from marketplace.web.admin.desk import Desk
from marketplace.web.admin.reasons import CODES, OTHER, words_of
from marketplace.web.pages.admin_review import views
from marketplace.web.pages.admin_review.views import ReviewPage


class ReviewState(Desk, rx.State):
    """One ad. Each decision names the ad and the version that were on the screen, so none hits what came after."""

    page: ReviewPage | None = None
    missing: str = ""
    rejecting: bool = False
    reason: str = ""
    error: str = ""

    @rx.event
    async def open(self):
        """An ad came onto the desk."""
        ad_id = self._last_part()
        if self.page is None or self.page.ad.id != ad_id:
            self.page, self.missing, self.rejecting = None, "", False
            yield
        await self._fetch(ad_id)

    @rx.event
    async def press(self, ad_id: str, version: int, key: str):
        """A key: A approves, R asks why, F features, N goes on."""
        if self.page is None or self.page.ad.id != ad_id:
            return None
        if key == "n":
            return self._go_on()
        if key == "f":
            return ReviewState.feature(ad_id, not self.page.ad.featured)
        if not self.page.waiting:
            return None
        return ReviewState.approve(ad_id, version) if key == "a" else ReviewState.ask_reason

    @rx.event
    async def approve(self, ad_id: str, version: int):
        """Let everyone see it, and go on."""
        return await self._settle(ads.approve, ad_id, t(messages.APPROVED), version=version)

    @rx.event
    def ask_reason(self) -> None:
        """Why not?"""
        self.rejecting, self.reason, self.error = True, CODES[0], ""

    @rx.event
    def keep(self) -> None:
        """Back to looking."""
        self.rejecting = False

    @rx.event
    def choose_reason(self, code: str) -> None:
        """One of the reasons; by its number too."""
        if code.isdigit() and 0 < int(code) <= len(CODES):
            code = CODES[int(code) - 1]
        self.reason = code if code in CODES else self.reason

    @rx.event
    async def reject(self, ad_id: str, version: int, form: dict[str, str]):
        """Refuse it, and go on; without a note the reason's own words are the note."""
        note = str(form.get("note", "")).strip()
        if not note and self.reason != OTHER:
            note = words_of(self.reason)
        if not note:
            self.error = t(messages.NOTE_REQUIRED)
            return None
        done = t(messages.REJECTED)
        return await self._settle(ads.reject, ad_id, done, note, reason=self.reason, version=version)

    @rx.event
    async def feature(self, ad_id: str, featured: bool) -> None:
        """Put it among the featured ads, or take it out."""
        done = t(messages.FEATURED if featured else messages.UNFEATURED)
        if await self._decide(ads.set_featured, ad_id, featured, done=done):
            await self._fetch(ad_id)

    @rx.event
    def go_on(self):
        """To the next ad, this one undecided."""
        return self._go_on()

    async def _settle(self, verb, ad_id: str, done: str, *args, **options):
        if self.page is None or self.page.ad.id != ad_id:
            return None
        try:
            await self._do(verb, ad_id, *args, **options)
        except Conflict as error:
            # Another admin was faster, or the seller changed it: show it as it is now.
            self.rejecting = False
            await self._refused(error)
            await self._fetch(ad_id)
            return None
        except MarketplaceError as error:
            self.error = error.message
            await self._refused(error)
            return None
        await self._toast("success", done)
        next_event = self._go_on()
        self.page = None
        return next_event

    def _go_on(self):
        self.rejecting = False
        next_id = self.page.next_id if self.page else ""
        return rx.redirect(paths.review(next_id) if next_id else paths.ADMIN_QUEUE)

    async def _fetch(self, ad_id: str) -> None:
        try:
            self.page, self.missing = await self._see(views.look, ad_id), ""
        except (NotFound, Gone) as error:
            self.page, self.missing = None, error.message
