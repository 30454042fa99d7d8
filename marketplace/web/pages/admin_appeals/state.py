"""The State of the appeals page."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import moderation
from marketplace.domain.moderation import AppealView, messages
from marketplace.domain.views import View
from marketplace.i18n.texts import t
from marketplace.models import AppealStatus
from marketplace.web import paths
from marketplace.web.admin import messages as admin_messages
from marketplace.web.admin import times
from marketplace.web.admin.admin_state import AdminState
from marketplace.web.admin.case_vars import CaseVars, parse_filter
from marketplace.web.admin.people import By, make_by
from marketplace.web.base.page_state import Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.components.pagination import PageLinks, list_links


class AppealLine(View):
    """An appeal with its texts; `href` links to the ad or account."""

    appeal: AppealView
    what: str
    name: str
    href: str
    decision: By
    waiting: str
    outcome: By


class Appeals(View):
    """A page of the table with its filter."""

    rows: tuple[AppealLine, ...] = ()
    status: str = "open"
    links: PageLinks = PageLinks()


def _appeal_line(appeal: AppealView) -> AppealLine:
    is_ad = appeal.target == "ad"
    return AppealLine(
        appeal=appeal,
        what=t(admin_messages.REPORT_TARGETS[appeal.target]),
        name=appeal.target_name or appeal.target_id,
        href=paths.review(appeal.target_id) if is_ad else paths.admin_account(appeal.target_id),
        decision=make_by(appeal.decided_by, appeal.decided_by_id, appeal.decided_at),
        waiting=times.format_age(appeal.created_at),
        outcome=make_by(appeal.closed_by, appeal.closed_by_id, appeal.closed_at),
    )


class AppealsState(AdminState, CaseVars, rx.State):
    """The table of appeals and the open appeal."""

    appeals: Appeals = Appeals()
    shown: AppealLine | None = None
    error: str = ""

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:
        """Load the page of the URL; the layout shows a login to other visitors."""
        status = url.choice("status", list(AppealStatus), AppealStatus.OPEN)
        assigned = parse_filter(url)
        found = moderation.list_appeals(db, actor, status=status, assigned=assigned, window=url.window)
        links = list_links(found, paths.ADMIN_APPEALS, status=status, assigned=assigned)
        rows = tuple(_appeal_line(appeal) for appeal in found.items)
        return {
            "appeals": Appeals(rows=rows, status=status, links=links),
            **cls._load_case_vars(db, actor, url, "appeal"),
        }

    @rx.event
    def choose(self, status: str):
        """Filter by status."""
        return rx.redirect(paths.with_query(paths.ADMIN_APPEALS, status=status))

    @rx.event
    def show(self, appeal_id: str) -> None:
        """Open an appeal of the table."""
        self.error = ""
        self.shown = next((line for line in self.appeals.rows if line.appeal.id == appeal_id), None)

    @rx.event
    def close(self) -> None:
        """Close the appeal's dialog."""
        self.shown = None

    @rx.event
    async def decide(self, form: dict[str, str]) -> None:
        """Uphold or overturn the decision, as `outcome` in the form says, with an answer to the owner."""
        if self.shown is None:
            return
        overturn = form.get("outcome") == AppealStatus.OVERTURNED
        function = moderation.overturn_appeal if overturn else moderation.uphold_appeal
        note, done = str(form.get("note", "")), messages.APPEAL_OVERTURNED if overturn else messages.APPEAL_UPHELD
        if await self._execute_in_form(function, self.shown.appeal.id, note, done=t(done)):
            self.shown = None
            await self._reload()
