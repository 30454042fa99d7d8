"""The State of the reports page."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import MarketplaceError
from marketplace.domain import moderation, reviews, wanted
from marketplace.domain.moderation import messages
from marketplace.domain.reviews import messages as review_messages
from marketplace.domain.wanted import messages as wanted_messages
from marketplace.i18n.texts import t
from marketplace.models import ReportStatus
from marketplace.web import paths
from marketplace.web.admin.admin_state import AdminState
from marketplace.web.admin.case_vars import CaseVars, parse_filter
from marketplace.web.base.page_state import Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.pages.admin_reports import views
from marketplace.web.pages.admin_reports.views import ReportDetails, Reports

DONE = (ReportStatus.RESOLVED.value, ReportStatus.DISMISSED.value)


class ReportsState(AdminState, CaseVars, rx.State):
    """The table of reports and the open report."""

    reports: Reports = Reports()
    shown: ReportDetails | None = None
    outcome: str = ""
    error: str = ""
    removal_error: str = ""

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:
        """Load the page of the URL; the layout shows a login to other visitors."""
        status = url.choice("status", list(ReportStatus), ReportStatus.OPEN)
        reports = views.load_reports(db, actor, status, parse_filter(url), url.window)
        return {"reports": reports, **cls._load_case_vars(db, actor, url)}

    @rx.event
    def choose(self, status: str):
        """Filter by status."""
        return rx.redirect(paths.with_query(paths.ADMIN_REPORTS, status=status))

    @rx.event
    async def show(self, report_id: str) -> None:
        """Open a report."""
        self.error, self.removal_error, self.outcome = "", "", DONE[0]
        try:
            self.shown = await self._query(views.load_report, report_id)
        except MarketplaceError as error:
            await self._show_error(error)

    @rx.event
    def close(self) -> None:
        """Close the report's dialog."""
        self.shown = None

    @rx.event
    async def remove_review(self, form: dict[str, str]) -> None:
        """Remove the reported review; the report stays open."""
        if self.shown is not None and self.shown.review is not None:
            await self._remove(reviews.remove_review, self.shown.review.id, form, t(review_messages.REMOVED))

    @rx.event
    async def end_wanted(self, form: dict[str, str]) -> None:
        """End the reported wanted ad; the report stays open."""
        if self.shown is not None and self.shown.wanted is not None:
            await self._remove(
                wanted.end_by_moderator, self.shown.wanted.id, form, t(wanted_messages.ENDED_BY_MODERATOR)
            )

    async def _remove(self, function, target_id: str, form: dict[str, str], done: str) -> None:
        self.removal_error = ""
        try:
            await self._execute(function, target_id, str(form.get("reason", "")))
        except MarketplaceError as error:
            self.removal_error = error.message
            return
        await self._toast("success", done)
        self.shown = await self._query(views.load_report, self.shown.report.id)

    @rx.event
    def choose_outcome(self, outcome: str) -> None:
        """Choose `resolved` (something was done) or `dismissed` (nothing to do)."""
        self.outcome = outcome if outcome in DONE else self.outcome

    @rx.event
    async def resolve(self, form: dict[str, str]) -> None:
        """Close the report, optionally with all reports on the same target."""
        if self.shown is None:
            return
        function, done = moderation.dismiss_report, messages.REPORT_DISMISSED
        if self.outcome == ReportStatus.RESOLVED:
            function, done = moderation.resolve_report, messages.REPORT_RESOLVED
        words, all_of_them = str(form.get("resolution", "")), bool(form.get("with_others"))
        if await self._execute_in_form(function, self.shown.report.id, words, with_others=all_of_them, done=t(done)):
            self.shown = None
            await self._reload()
