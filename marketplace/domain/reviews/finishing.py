"""The end of a deal or rental: it is counted, and both parties are asked for a review."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlmodel import Session

from marketplace.core import clock
from marketplace.domain import display_names, jobs
from marketplace.domain.reviews import notifications, queries, revealing

FINISH_JOB = "reviews.finish"


def finish_later(db: Session, *, deal_id: str = "", enquiry_id: str = "", due_at: datetime | None = None) -> None:
    """Enqueue the end of a deal or rental; called by their domains. A rental that is cancelled meanwhile is left out.

    Args:
        due_at: when a rental is over; now for a deal that is done.
    """
    payload = {"deal_id": deal_id} if deal_id else {"enquiry_id": enquiry_id}
    jobs.enqueue(db, FINISH_JOB, payload, dedupe_key=_key(deal_id or enquiry_id), due_at=due_at)


def finish_early(db: Session, enquiry_id: str) -> None:
    """End a rental now, whose end is enqueued for a later time; called by the domain of handovers."""
    jobs.bring_forward(db, _key(enquiry_id))


def finish(db: Session, payload: Mapping[str, Any]) -> int:
    """Count a finished deal or rental and ask both parties for a review; the handler of the job.

    Returns:
        0, since one call does all.
    """
    subject = queries.find_subject(db, deal_id=payload.get("deal_id"), enquiry_id=payload.get("enquiry_id"))
    if subject is None or subject.ended_at is None:
        return 0
    parties = (subject.buyer_id, subject.seller_id)
    queries.add_to_totals(db, [(party, {"deals": 1}) for party in parties])
    until = revealing.closes_at(subject.ended_at)
    # After a long downtime, the time for reviews may be over.
    if clock.now() < until:
        name = display_names.title_case(queries.find_ad_name(db, subject.ad_id))
        for to_id, other_id in (parties, parties[::-1]):
            notifications.notify_asked(db, subject, to_id, other_id, name=name, until=until)
    return 0


def _key(subject_id: str) -> str:
    return f"{FINISH_JOB}:{subject_id}"
