"""The deadlines of grievances."""

from datetime import datetime

from marketplace.domain import law
from marketplace.models import GrievanceKind

_URGENT = (GrievanceKind.INTIMATE_IMAGE, GrievanceKind.IMPERSONATION)


def deadline_of(kind: GrievanceKind) -> law.Deadline:
    """Return the time within which a grievance of this kind has to be resolved."""
    return law.URGENT if kind in _URGENT else law.RESOLVE


def resolve_by(kind: GrievanceKind, filed_at: datetime) -> datetime:
    """Return the deadline of a grievance filed at this time."""
    return filed_at + deadline_of(kind).duration
