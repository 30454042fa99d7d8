"""The State of the admins' grievances page."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import grievances
from marketplace.domain.grievances import GrievanceView, Target, messages
from marketplace.domain.views import View
from marketplace.i18n.texts import t
from marketplace.models import GrievanceStatus
from marketplace.web import paths
from marketplace.web.admin import times
from marketplace.web.admin.admin_state import AdminState
from marketplace.web.admin.case_vars import CaseVars, parse_filter
from marketplace.web.base.page_state import Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.components.pagination import PageLinks, list_links


class TargetLink(View):
    """An ad or account that the grievance names, with the page where staff acts on it."""

    id: str
    name: str
    href: str


class GrievanceLine(View):
    """A grievance with its texts."""

    grievance: GrievanceView
    targets: tuple[TargetLink, ...]
    by: str
    filed: str
    deadline: str
    outcome: str


class Grievances(View):
    """A page of the table with its filter."""

    rows: tuple[GrievanceLine, ...] = ()
    status: str = "open"
    links: PageLinks = PageLinks()


def _link(target: Target) -> TargetLink:
    is_ad = target.kind == "ad"
    href = paths.review(target.id) if is_ad else paths.with_query(paths.ADMIN_ACCOUNTS, q=target.id)
    return TargetLink(id=target.id, name=target.name, href=href)


def _line(view: GrievanceView) -> GrievanceLine:
    return GrievanceLine(
        grievance=view,
        targets=tuple(map(_link, view.targets)),
        by=view.name or view.username or t("Anonymous"),
        filed=times.format_time(view.created_at),
        deadline=times.format_time(view.resolve_by),
        outcome=times.format_by(view.resolved_by, view.resolved_at),
    )


class AdminGrievancesState(AdminState, CaseVars, rx.State):
    """The table of grievances and the open grievance."""

    grievances: Grievances = Grievances()
    shown: GrievanceLine | None = None
    error: str = ""

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:
        """Load the page of the URL; the layout shows a login to other visitors."""
        status = url.choice("status", list(GrievanceStatus), GrievanceStatus.OPEN)
        assigned = parse_filter(url)
        found = grievances.list_grievances(db, actor, status=status, assigned=assigned, window=url.window)
        links = list_links(found, paths.ADMIN_GRIEVANCES, status=status, assigned=assigned)
        return {
            "grievances": Grievances(rows=tuple(map(_line, found.items)), status=status, links=links),
            **cls._load_case_vars(db, actor, url, "grievance"),
        }

    @rx.event
    def choose(self, status: str):
        """Filter by status."""
        return rx.redirect(paths.with_query(paths.ADMIN_GRIEVANCES, status=status))

    @rx.event
    def show(self, grievance_id: str) -> None:
        """Open a grievance of the table."""
        self.error = ""
        self.shown = next((line for line in self.grievances.rows if line.grievance.id == grievance_id), None)

    @rx.event
    def close(self) -> None:
        """Close the dialog."""
        self.shown = None

    @rx.event
    async def resolve(self, form: dict[str, str]) -> None:
        """Resolve the grievance with an answer, which is mailed."""
        if self.shown is None:
            return
        note, done = str(form.get("note", "")), t(messages.RESOLVED)
        if await self._execute_in_form(grievances.resolve_grievance, self.shown.grievance.id, note, done=done):
            self.shown = None
            await self._reload()
