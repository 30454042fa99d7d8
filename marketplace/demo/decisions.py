"""What the audit log says of the demo's ads."""

from dataclasses import dataclass
from datetime import datetime
from random import Random

from marketplace.demo.seeded import Rows, make_id
from marketplace.models import AdStatus, AuditEntry, Review


@dataclass(frozen=True, slots=True)
class Decision:
    """What became of a version of an ad."""

    version_id: str
    number: int
    review: Review
    reason: str
    note: str


def note_decision(rows: Rows, admin_id: str, moment: datetime, ad_id: str, decision: Decision) -> None:
    """Write a decision as the desk would have written it."""
    rejected = decision.review is Review.REJECTED
    after = {"status": decision.review.value, "version": decision.number}
    rows.add(
        AuditEntry,
        # From the version's id, so that the log takes nothing from the numbers that the town is drawn with.
        id=make_id(Random(decision.version_id), moment),
        actor_id=admin_id,
        action="ad.reject" if rejected else "ad.approve",
        target="ad",
        target_id=ad_id,
        before={"status": AdStatus.PENDING.value, "version": decision.number},
        after=after | {"note": decision.note, "reason": decision.reason} if rejected else after,
        created_at=moment,
    )
