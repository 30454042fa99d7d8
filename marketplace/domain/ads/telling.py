"""Letting saved searches hear of ads that come into the lists, come back into them or change there."""

from datetime import datetime, timedelta

from sqlmodel import Session

from marketplace.domain import jobs
from marketplace.models import Ad

# The job that tells saved searches of an ad.
TELL_SEARCHES = "ads.tell_searches"
_TOLD_WITHIN = timedelta(minutes=10)


def tell_searches(db: Session, ad: Ad, *, saved_since: datetime | None = None, asking: str = "") -> None:
    """Let the saved searches that find an ad, and were not told of it, hear of it.

    Later by a moment: a sought-after ad may have thousands to tell, and none of them is the concern of whoever changed it.

    Args:
        saved_since: only those saved then or later.
        asking: only those that ask for this attribute of a query, where nothing else of the ad changed.
    """
    since = saved_since.isoformat() if saved_since else ""
    jobs.enqueue(db, TELL_SEARCHES, {"ad_id": ad.id, "saved_since": since, "asking": asking})


def tell_of_return(db: Session, ad: Ad, away_since: datetime | None) -> None:
    """Let saved searches hear of an ad that is in the lists again: those that were saved meanwhile, for whoever saved one
    before was told of it or saw it there.
    """
    # What was approved shortly before may not have been told of then, and nobody is told of the same twice.
    was_told = ad.approved_at and away_since and ad.approved_at < away_since - _TOLD_WITHIN
    tell_searches(db, ad, saved_since=away_since if was_told else None)
