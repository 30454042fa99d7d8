"""Reviews that an account can still write."""

from datetime import timedelta

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.domain.reviews import notifications, queries, revealing
from marketplace.domain.waiting_rows import WaitingRow
from marketplace.settings import get_settings


def list_waiting(db: Session, actor: Actor) -> list[WaitingRow]:
    """List the finished deals and rentals of which the caller has not written a review, while one can be written.

    Raises:
        NotSignedIn: the caller is anonymous.
    """
    account_id, now = actor.require(), clock.now()
    return [
        WaitingRow(
            kind="review",
            subject_id=subject.id,
            link=notifications.link_of(subject),
            since=subject.ended_at,
            deadline=revealing.closes_at(subject.ended_at),
            ad_id=subject.ad_id,
            other_id=subject.seller_id if actor.owns(subject.buyer_id) else subject.buyer_id,
        )
        for subject in queries.list_unreviewed(db, account_id, now - timedelta(days=get_settings().review_days), now)
        if subject.ended_at is not None
    ]
