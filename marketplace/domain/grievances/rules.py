"""The rules that set the deadlines of grievances."""

from collections.abc import Mapping
from datetime import datetime

from marketplace.domain import law
from marketplace.domain.grievances import messages
from marketplace.i18n.texts import t
from marketplace.models import GrievanceKind

# The deadline of each kind, and the sub-clause of rule 3(1)(b) of the IT Rules that it is about; in the order of the form.
KINDS: Mapping[GrievanceKind, tuple[law.Deadline, str]] = {
    GrievanceKind.INTIMATE_IMAGE: (law.URGENT, ""),
    GrievanceKind.IMPERSONATION: (law.URGENT, ""),
    GrievanceKind.CHILD: (law.REMOVE, "iii"),
    GrievanceKind.OBSCENE: (law.REMOVE, "ii"),
    GrievanceKind.FALSE: (law.REMOVE, "v"),
    GrievanceKind.PRETENDS: (law.REMOVE, "vi"),
    GrievanceKind.SECURITY: (law.REMOVE, "vii"),
    GrievanceKind.MALWARE: (law.REMOVE, "viii"),
    GrievanceKind.GAMING: (law.REMOVE, "ix and x"),
    GrievanceKind.BELONGS: (law.RESOLVE, "i"),
    GrievanceKind.COPYRIGHT: (law.RESOLVE, "iv"),
    GrievanceKind.UNLAWFUL: (law.RESOLVE, "xi"),
    GrievanceKind.PERSONAL_DATA: (law.RESOLVE, ""),
    GrievanceKind.CONSUMER: (law.RESOLVE, ""),
    GrievanceKind.OTHER: (law.RESOLVE, ""),
    GrievanceKind.ORDER: (law.ORDER, ""),
    GrievanceKind.ASSISTANCE: (law.ASSIST, ""),
}
# Of a court or the government. Staff enters them, since complainants can't claim a time of three hours for themselves.
OF_AUTHORITIES = (GrievanceKind.ORDER, GrievanceKind.ASSISTANCE)
OF_COMPLAINANTS = tuple(kind for kind in KINDS if kind not in OF_AUTHORITIES)


def resolve_by(kind: GrievanceKind, received_at: datetime) -> datetime:
    """Return the deadline of a grievance that came in at this time."""
    return received_at + KINDS[kind][0].duration


def acknowledge_by(kind: GrievanceKind, since: datetime) -> datetime:
    """Return when a grievance of this kind must be acknowledged: never later than it must be resolved."""
    return min(since + law.ACKNOWLEDGE.duration, resolve_by(kind, since))


def time_of(kind: GrievanceKind) -> str:
    """Return the time for a grievance of this kind in words, such as "36 hours"."""
    return law.describe(KINDS[kind][0])


def label_of(kind: GrievanceKind) -> str:
    """Return a kind with its time in words, for forms."""
    return t(messages.KIND_WITH_TIME, kind=t(messages.KINDS[kind]), time=time_of(kind))


def rule_of(kind: GrievanceKind) -> str:
    """Return the rule of the IT Rules that sets the deadline of this kind, with the sub-clause that it is about."""
    deadline, clause = KINDS[kind]
    return f"{deadline.rule}; 3(1)(b)({clause})" if clause else deadline.rule
