"""The State of the calendar editor."""

from functools import partial

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict, Invalid
from marketplace.domain import rentals
from marketplace.domain.rentals import PeriodDraft, messages
from marketplace.i18n.texts import t
from marketplace.web.base.page_state import PageState, Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.pages.ad_calendar import views
from marketplace.web.pages.ad_calendar.views import CalendarEditor


class CalendarState(PageState, rx.State):
    """Rules and prices are saved together, closed dates one at a time.

    Attributes:
        error: why the rules were refused, if that is no control's error.
        version: part of the key of the controls; a new value resets them to the stored values.
        closing_errors: why dates can't be closed, by control.
        closing_version: like `version`, for that form.
    """

    editor: CalendarEditor | None = None
    error: str = ""
    errors: dict[str, str] = {}
    version: int = 0
    closing_errors: dict[str, str] = {}
    closing_version: int = 0

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl, month: str = "") -> Vars:
        """Load the calendar of the URL's ad; the layout shows a login prompt to other visitors.

        Args:
            month: like 2026-12; empty for the current one.
        """
        return {"editor": views.load_editor(db, actor, _ad_id(url), month)}

    @rx.event
    async def open(self) -> None:
        """Load the calendar of the URL's ad. Runs when the connection returns too."""
        self.error, self.errors, self.closing_errors = "", {}, {}
        before = self.editor if self.editor is not None and self.editor.ad_id == _ad_id(self._page_url()) else None
        self.editor = before
        await self._reload(partial(self.load, month=before.month.month if before else ""))
        if before is not None and self.editor is not None and _rules(before) != _rules(self.editor):
            # Reset the controls only after a change elsewhere, to keep what is being typed.
            self.version += 1

    @rx.event
    async def refresh(self) -> None:
        """Load the month again after a booking or a change in another tab, and keep what is being typed."""
        if self.editor is not None:
            await self.show_month(self.editor.month.month)

    @rx.event
    async def show_month(self, month: str) -> None:
        """Show another month."""
        self.editor = await self._query(views.load_editor, _ad_id(self._page_url()), month)

    @rx.event
    async def save(self, form: dict[str, str]) -> None:
        """Save opening days, lengths and prices."""
        self.error, self.errors = "", {}
        try:
            await self._execute(rentals.set_calendar, _ad_id(self._page_url()), views.make_draft(form))
            await self.refresh()
            await self._toast("success", t(messages.CALENDAR_SAVED))
        except Invalid as error:
            self.errors = views.errors_by_control(error)
            self.error = "" if views.has_controls(self.errors) else error.message

    @rx.event
    async def toggle_day(self, day: str) -> None:
        """Close a day, or reopen it."""
        await self._execute(rentals.toggle_day, _ad_id(self._page_url()), day)
        await self.refresh()

    @rx.event
    async def close_dates(self, form: dict[str, str]) -> None:
        """Close a range of days; without a last day it is one day."""
        since = str(form.get("from", ""))
        until = str(form.get("to", "")) or since
        self.closing_errors = {}
        try:
            await self._execute(
                rentals.close_dates, _ad_id(self._page_url()), PeriodDraft(starts_at=since, ends_at=until)
            )
        except (Invalid, Conflict) as error:
            self.closing_errors = views.errors_by_control(error) or {"from": error.message}
            return
        # Empties the form; a refusal keeps what was typed.
        self.closing_version += 1
        await self.refresh()

    @rx.event
    async def reopen_dates(self, since: str, until: str) -> None:
        """Reopen a closed period."""
        await self._execute(rentals.open_dates, _ad_id(self._page_url()), PeriodDraft(starts_at=since, ends_at=until))
        await self.refresh()


def _ad_id(url: PageUrl) -> str:
    # /seller/ads/{id}/calendar
    return (url.path.split("/") + [""] * 4)[3]


def _rules(editor: CalendarEditor) -> tuple[dict[str, str], tuple[int, ...]]:
    """Return the stored values of the form's controls."""
    return editor.stored, editor.weekdays
