"""Reports, and what is done about them."""

import reflex as rx

from marketplace.domain import moderation
from marketplace.domain.moderation import messages
from marketplace.errors import MarketplaceError
from marketplace.models import ReportStatus
from marketplace.texts import t
from marketplace.web.admin.desk import Desk
from marketplace.web.pages.admin_reports import views
from marketplace.web.pages.admin_reports.views import OneReport, Reports

DONE = (ReportStatus.RESOLVED.value, ReportStatus.DISMISSED.value)


class ReportsState(Desk, rx.State):
    """The list, and the report that is looked at."""

    reports: Reports = Reports()
    shown: OneReport | None = None
    outcome: str = ""
    error: str = ""

    @rx.event
    async def open(self) -> None:
        """Fetch what the address asks for."""
        status = self._param("status")
        known = status if status in list(ReportStatus) else ReportStatus.OPEN.value
        with self._fetching():
            self.reports = await self._see(views.look, known, self._page()) or Reports()

    @rx.event
    def choose(self, status: str):
        """Another tab."""
        return rx.redirect(views.address(status if status in list(ReportStatus) else ""))

    @rx.event
    async def show(self, report_id: str) -> None:
        """Look at one."""
        self.error, self.outcome = "", DONE[0]
        try:
            self.shown = await self._ask(views.look_at, report_id)
        except MarketplaceError as error:
            await self._refused(error)

    @rx.event
    def close(self) -> None:
        """Back to the list."""
        self.shown = None

    @rx.event
    def choose_outcome(self, outcome: str) -> None:
        """Resolved: something was done; dismissed: there was nothing to do."""
        self.outcome = outcome if outcome in DONE else self.outcome

    @rx.event
    async def settle(self, form: dict[str, str]) -> None:
        """Close the report, alone or with the others on the same thing."""
        if self.shown is None:
            return
        verb = moderation.resolve_report if self.outcome == ReportStatus.RESOLVED else moderation.dismiss_report
        words, all_of_them = str(form.get("resolution", "")), bool(form.get("with_others"))
        try:
            await self._do(verb, self.shown.report.id, words, with_others=all_of_them)
        except MarketplaceError as error:
            self.error = error.errors[0]["message"] if error.errors else error.message
            return
        done = t(messages.REPORT_RESOLVED if self.outcome == ReportStatus.RESOLVED else messages.REPORT_DISMISSED)
        self.shown = None
        await self._toast("success", done)
        await self.open()
