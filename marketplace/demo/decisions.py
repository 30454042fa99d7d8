"""Writes the moderation decisions of the demo to the audit log."""

from dataclasses import dataclass
from datetime import datetime
from random import Random

from marketplace.demo.rows import Rows, make_id
from marketplace.models import AdStatus, AuditEntry, Review


@dataclass(frozen=True, slots=True)
class Decision:
    """The decision on a version of an ad."""

    version_id: str
    number: int
    review: Review
    reason: str
    note: str


def note_decision(rows: Rows, admin_id: str, moment: datetime, ad_id: str, decision: Decision) -> None:
    """Write an audit entry like the one moderation writes."""
    rejected = decision.review is Review.REJECTED
    after = {"status": decision.review.value, "version": decision.number}
    rows.add(
        AuditEntry,
        # Seeded by the version's id, so that the other random values stay the same.
        id=make_id(Random(decision.version_id), moment),
        actor_id=admin_id,
        action="ad.reject" if rejected else "ad.approve",
        target="ad",
        target_id=ad_id,
        before={"status": AdStatus.PENDING.value, "version": decision.number},
        after=after | {"note": decision.note, "reason": decision.reason} if rejected else after,
        created_at=moment,
    )
