"""Assignments: a moderator takes a case, so that others leave it alone. They restrict nothing: any moderator can still decide."""

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from sqlmodel import Session, col, or_

from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict, Forbidden, Invalid, NotFound
from marketplace.domain.cases import messages, queries
from marketplace.domain.cases.schemas import AssignmentView, StaffView
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, Assignment, CaseKind
from marketplace.settings import get_settings

MINE, UNASSIGNED = "mine", "unassigned"


def assign(db: Session, actor: Actor, kind: str, case_id: str, *, account_id: str = "") -> AssignmentView:
    """Assign an open case for ASSIGNMENT_MINUTES; assigning it again to the same moderator restarts the time.

    Args:
        kind: ad, report, appeal or grievance.
        account_id: the moderator to assign; empty for the caller. Only an administrator may name another moderator, even for
            a case that somebody already has.

    Raises:
        NotSignedIn, Forbidden: not a moderator, or a moderator who names another.
        Invalid: no such kind of case, or no active moderator.
        NotFound: no such case.
        Conflict: somebody else has it, or it is closed.
    """
    own = actor.require(AccountKind.ADMIN)
    case = parse_kind(kind)
    for_other = bool(account_id) and account_id != own
    if for_other:
        actor.require_admin()
        if account_id not in dict(queries.list_staff(db)):
            raise Invalid(t(messages.NO_MODERATOR), "accountId")
    waits = queries.is_open(db, case, case_id) if ids.is_id(case_id) else None
    if waits is None:
        raise NotFound(t(messages.NO_CASE))
    if not waits:
        raise Conflict(t(messages.CLOSED))
    now = clock.now()
    until = now + timedelta(minutes=get_settings().assignment_minutes)
    free = or_(col(Assignment.expires_at) <= now, col(Assignment.account_id) == own)
    taken = queries.take(db, case, case_id, account_id or own, until, held=None if for_other else free)
    current = list_assignments(db, actor, case, [case_id]).get(case_id)
    if not taken or current is None:
        raise Conflict(t(messages.TAKEN, name=current.username if current else ""))
    return current


def release(db: Session, actor: Actor, kind: str, case_id: str) -> None:
    """Make a case free again; nothing happens if nobody has it.

    Raises:
        NotSignedIn, Forbidden: not a moderator, or a moderator who releases another's case.
        Invalid: no such kind of case.
    """
    own = actor.require(AccountKind.ADMIN)
    case = parse_kind(kind)
    queries.delete_assignment(db, case, case_id, "" if actor.is_admin else own)
    if list_assignments(db, actor, case, [case_id]):
        raise Forbidden(t(messages.NOT_YOURS))


def list_assignments(db: Session, actor: Actor, kind: CaseKind, case_ids: Collection[str]) -> dict[str, AssignmentView]:
    """Return who works on these cases, by the case's id.

    Raises:
        NotSignedIn, Forbidden: not a moderator.
    """
    actor.require(AccountKind.ADMIN)
    return {
        row.case_id: AssignmentView(account_id=row.account_id, username=name, expires_at=row.expires_at)
        for row, name in queries.list_assignments(db, kind, case_ids, clock.now())
    }


def named(assignment: AssignmentView | None) -> dict[str, str]:
    """Return the fields `assigned_to` and `assigned_to_id` of a view of a case, empty without an assignment."""
    return {
        "assigned_to": assignment.username if assignment else "",
        "assigned_to_id": assignment.account_id if assignment else "",
    }


def filter_by(actor: Actor, kind: CaseKind, column: Any, assigned: str) -> list[Any]:
    """Return conditions that limit a column of case ids to those that are `mine` or `unassigned`; none for an empty text.

    Raises:
        Invalid: no such filter.
    """
    if not assigned:
        return []
    if assigned not in (MINE, UNASSIGNED):
        raise Invalid(t(messages.UNKNOWN_FILTER), "assigned")
    if assigned == MINE:
        return [col(column).in_(queries.taken(kind, clock.now(), actor.account_id or "-"))]
    return [col(column).not_in(queries.taken(kind, clock.now()))]


def list_staff(db: Session, actor: Actor) -> list[StaffView]:
    """List the moderators and administrators that an administrator can assign cases to.

    Raises:
        NotSignedIn, Forbidden: not an administrator.
    """
    actor.require_admin()
    return [StaffView(account_id=account_id, username=name) for account_id, name in queries.list_staff(db)]


def forget_expired(db: Session) -> int:
    """Delete expired assignments; returns their number. A scheduled job."""
    return queries.delete_expired(db, clock.now())


def parse_kind(kind: str) -> CaseKind:
    """Return the kind of case.

    Raises:
        Invalid: there is no such kind.
    """
    if kind not in list(CaseKind):
        raise Invalid(t(messages.UNKNOWN_KIND), "kind")
    return CaseKind(kind)
