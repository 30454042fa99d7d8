"""The calendar a seller changes."""

import reflex as rx

from marketplace.domain import rentals
from marketplace.domain.rentals import PeriodDraft, messages
from marketplace.errors import Forbidden, Invalid, MarketplaceError, NotSignedIn
from marketplace.texts import t
from marketplace.web.door import Door
from marketplace.web.pages.ad_calendar import views
from marketplace.web.pages.ad_calendar.views import Editor


class CalendarState(Door, rx.State):
    """Rules and prices are saved together, closed dates one by one."""

    editor: Editor | None = None
    missing: str = ""
    busy: bool = False
    error: str = ""
    errors: dict[str, str] = {}
    # Counts up when the controls must begin anew with what is stored.
    version: int = 0

    @rx.event
    async def open(self) -> None:
        """The editor of an own ad's calendar; a connection that came back asks again too."""
        self.error, self.errors, self.missing = "", {}, ""
        before = self.editor if self.editor is not None and self.editor.ad_id == self._ad_id() else None
        self.editor = before
        try:
            await self._look(before.month.month if before else "")
        except (NotSignedIn, Forbidden):
            self.editor = None
        except MarketplaceError as error:
            self.editor, self.missing = None, error.message
        if before is None or self.editor is None or _rules(before) != _rules(self.editor):
            # Else what is being typed stays.
            self.version += 1

    @rx.event
    async def refresh(self) -> None:
        """Somebody booked, or another tab changed it: draw the leaf anew, what is typed stays."""
        if self.editor is not None:
            await self._look(self.editor.month.month)

    @rx.event
    async def turn(self, month: str) -> None:
        """Another leaf."""
        await self._look(month)

    @rx.event
    async def save(self, form: dict[str, str]):
        """Keep opening days, lengths and prices."""
        self.error, self.errors, self.busy = "", {}, True
        yield
        try:
            await self._do(rentals.set_calendar, self._ad_id(), views.make_draft(form))
            await self._look(self.editor.month.month if self.editor else "")
            await self._toast("success", t(messages.CALENDAR_SAVED))
        except Invalid as error:
            self.error, self.errors = error.message, views.problems(error)
        finally:
            self.busy = False

    @rx.event
    async def turn_day(self, day: str) -> None:
        """Close a day, or open it again."""
        await self._do(rentals.turn_day, self._ad_id(), day)
        await self.refresh()

    @rx.event
    async def close_dates(self, form: dict[str, str]) -> None:
        """Close a stretch of days; without a last day it is one."""
        since = str(form.get("from", ""))
        until = str(form.get("to", "")) or since
        try:
            await self._do(rentals.close_dates, self._ad_id(), PeriodDraft(starts_at=since, ends_at=until))
        except Invalid as error:
            self.errors = {"closing": error.message}
            return
        self.errors = {}
        await self.refresh()

    @rx.event
    async def open_dates(self, since: str, until: str) -> None:
        """Open closed dates again."""
        await self._do(rentals.open_dates, self._ad_id(), PeriodDraft(starts_at=since, ends_at=until))
        await self.refresh()

    async def _look(self, month: str) -> None:
        self.editor = await self._ask(views.edit, self._ad_id(), month)

    def _ad_id(self) -> str:
        # /seller/ads/{id}/calendar
        return (self.router.url.path.rstrip("/").split("/") + [""] * 4)[3]


def _rules(editor: Editor) -> tuple[dict[str, str], tuple[int, ...]]:
    """What the form's controls begin with."""
    return editor.held, editor.weekdays
