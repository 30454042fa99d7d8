"""The State of the review page."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict, MarketplaceError
from marketplace.domain import ads
from marketplace.domain.ads import messages
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.admin.admin_state import AdminState
from marketplace.web.admin.case_vars import CaseVars
from marketplace.web.admin.reasons import CODES, OTHER, reason_text
from marketplace.web.base.page_state import Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.pages.admin_review import views
from marketplace.web.pages.admin_review.views import ReviewPage


class ReviewState(AdminState, CaseVars, rx.State):
    """The ad under review. A decision names the ad and version on the screen, so it cannot apply to a later version."""

    page: ReviewPage | None = None
    rejecting: bool = False
    ends: str = ""
    reason: str = ""
    error: str = ""

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:
        """Load the ad of the URL; the layout shows a login to other visitors."""
        return {"page": views.load_review(db, actor, url.last), **cls._load_case_vars(db, actor, url, "rejection")}

    @rx.event
    async def open(self) -> None:
        """Load the ad of the URL, and close the dialog of another ad."""
        if self.page is not None and self.page.ad.id != self._page_url().last:
            self.page, self.rejecting = None, False
        await super().open()

    @rx.event
    async def handle_key(self, ad_id: str, version: int, key: str):
        """Handle a shortcut: A approves, R opens the reject dialog, F features, N opens the next ad."""
        if not await self._has_loaded(ad_id):
            return None
        if key == "n":
            return self._redirect_to_next()
        if key == "f":
            return ReviewState.feature(ad_id, not self.page.ad.featured)
        if not self.page.waiting:
            return None
        return ReviewState.approve(ad_id, version) if key == "a" else ReviewState.open_reject_dialog

    @rx.event
    async def approve(self, ad_id: str, version: int):
        """Approve the version and open the next ad."""
        return await self._decide(ads.approve, ad_id, t(messages.APPROVED), version=version)

    @rx.event
    async def open_reject_dialog(self) -> None:
        """Open the reject dialog; before an ad is taken down, it says what that ends."""
        self.ends = ""
        if self.page is not None and not self.page.waiting:
            self.ends = await self._query(ads.describe_endings, [self.page.ad.id], "take_down")
        self.rejecting, self.reason, self.error = True, CODES[0], ""

    @rx.event
    def close_reject_dialog(self) -> None:
        """Close the reject dialog."""
        self.rejecting = False

    @rx.event
    def choose_reason(self, code: str) -> None:
        """Choose a reason by its code or number."""
        code = {str(number): each for number, each in enumerate(CODES, 1)}.get(code, code)
        self.reason = code if code in CODES else self.reason

    @rx.event
    async def reject(self, ad_id: str, version: int, form: dict[str, str]):
        """Reject the version, or take down an ad that doesn't wait. Without a note, the seller gets the reason's text."""
        note = str(form.get("note", "")).strip()
        if not note and self.reason != OTHER:
            note = reason_text(self.reason)
        if not note:
            self.error = t(messages.NOTE_REQUIRED)
            return None
        waits = self.page is None or self.page.waiting
        function, done = (ads.reject, messages.REJECTED) if waits else (ads.take_down, messages.TAKEN_DOWN)
        return await self._decide(function, ad_id, t(done), note, reason=self.reason, version=version)

    @rx.event
    async def feature(self, ad_id: str, featured: bool) -> None:
        """Feature the ad, or stop featuring it."""
        done = t(messages.FEATURED if featured else messages.UNFEATURED)
        if await self._execute_with_toast(ads.set_featured, ad_id, featured, done=done):
            await self._reload()

    @rx.event
    def open_next(self):
        """Open the next ad without a decision."""
        return self._redirect_to_next()

    async def _has_loaded(self, ad_id: str) -> bool:
        """Return whether the page shows this ad. A key may be pressed before `open` has run, so load it then."""
        if self.page is None or self.page.ad.id != ad_id:
            await self.open()
        return self.page is not None and self.page.ad.id == ad_id

    async def _decide(self, function, ad_id: str, done: str, *args, **options):
        if not await self._has_loaded(ad_id):
            return None
        try:
            await self._execute(function, ad_id, *args, **options)
        except Conflict as error:
            # Another admin has decided, or the seller has changed the ad: show the current state.
            self.rejecting = False
            await self._show_error(error)
            await self._reload()
            return None
        except MarketplaceError as error:
            self.error = error.message
            await self._show_error(error)
            return None
        await self._toast("success", done)
        next_event = self._redirect_to_next()
        self.page = None
        return next_event

    def _redirect_to_next(self):
        self.rejecting = False
        next_id = self.page.next_id if self.page else ""
        return rx.redirect(paths.review(next_id) if next_id else paths.ADMIN_QUEUE)
