"""The State of the admins' grievances page."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import MarketplaceError
from marketplace.domain import grievances
from marketplace.domain.grievances import GrievanceView, OrderDraft, Target, messages
from marketplace.domain.views import View
from marketplace.i18n.texts import t
from marketplace.models import GrievanceStatus
from marketplace.web import paths
from marketplace.web.admin import times
from marketplace.web.admin.admin_state import AdminState
from marketplace.web.admin.case_vars import CaseVars, parse_filter
from marketplace.web.admin.people import By, make_by
from marketplace.web.base.errors import errors_by_field
from marketplace.web.base.page_state import Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.components.fields import SelectOption
from marketplace.web.components.pagination import PageLinks, list_links


class TargetLink(View):
    """An ad or account that the grievance names, with the page where staff acts on it."""

    name: str
    href: str
    held: str


class GrievanceLine(View):
    """A grievance with its texts."""

    grievance: GrievanceView
    targets: tuple[TargetLink, ...]
    ads: tuple[SelectOption, ...]
    by: str
    filed: str
    deadline: str
    outcome: By


class Grievances(View):
    """A page of the table with its filter."""

    rows: tuple[GrievanceLine, ...] = ()
    status: str = "open"
    links: PageLinks = PageLinks()


def _link(target: Target) -> TargetLink:
    is_ad = target.kind == "ad"
    href = paths.review(target.id) if is_ad else paths.admin_account(target.id)
    held = t("removed, kept until {day}", day=times.format_time(target.held_until)) if target.held_until else ""
    return TargetLink(name=target.name or target.id, href=href, held=held)


def _line(view: GrievanceView) -> GrievanceLine:
    return GrievanceLine(
        grievance=view,
        targets=tuple(map(_link, view.targets)),
        ads=tuple(SelectOption(value=it.id, label=it.name or it.id) for it in view.targets if it.kind == "ad"),
        by=view.name or view.username or t("Anonymous"),
        filed=times.format_time(view.created_at),
        deadline=times.format_time(view.resolve_by),
        outcome=make_by(view.resolved_by, view.resolved_by_id, view.resolved_at),
    )


class AdminGrievancesState(AdminState, CaseVars, rx.State):
    """The table of grievances and the open grievance."""

    grievances: Grievances = Grievances()
    shown: GrievanceLine | None = None
    error: str = ""
    removal_error: str = ""
    entering: bool = False
    errors: dict[str, str] = {}

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
        self.error = self.removal_error = ""
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

    @rx.event
    async def remove(self, form: dict[str, str]) -> None:
        """Remove an ad that the open grievance names."""
        if self.shown is None:
            return
        self.removal_error, grievance_id = "", self.shown.grievance.id
        ad_id, note = str(form.get("ad_id", "")), str(form.get("note", ""))
        try:
            await self._execute(grievances.remove_ad, grievance_id, ad_id, note)
        except MarketplaceError as error:
            self.removal_error = error.message
            return
        await self._toast("success", t(messages.REMOVED))
        await self._reload()
        self.show(grievance_id)

    @rx.event
    def start_entering(self) -> None:
        """Open the form for an order."""
        self.entering, self.error, self.errors = True, "", {}

    @rx.event
    def stop_entering(self) -> None:
        """Close the form."""
        self.entering = False

    @rx.event
    async def enter(self, form: dict[str, str]) -> None:
        """Enter an order of a court or authority."""
        self.error, self.errors = "", {}
        draft = OrderDraft(**{name: str(form.get(name, "")) for name in OrderDraft.model_fields})
        try:
            view = await self._execute(grievances.enter_order, draft)
        except MarketplaceError as error:
            self.errors = errors_by_field(error)
            self.error = "" if self.errors else error.message
            return
        self.entering = False
        await self._toast("success", t(messages.ENTERED, reference=view.reference))
        await self._reload()
