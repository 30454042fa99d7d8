"""Enqueues saved-search alerts for ads that become visible or change."""

from datetime import datetime, timedelta

from sqlmodel import Session

from marketplace.core import clock
from marketplace.domain import jobs
from marketplace.models import Ad, AdVersion

# Kind of the job that matches an ad against saved searches.
SEARCH_ALERTS_JOB = "ads.tell_searches"
_ALERT_DELAY = timedelta(minutes=10)


def enqueue_search_alerts(
    db: Session, ad: Ad, *, saved_since: datetime | None = None, asking: str = "", before: str = ""
) -> None:
    """Enqueue a job that alerts saved searches matching the ad that were not alerted of it before.

    A job, because a popular ad may match thousands of saved searches.

    Args:
        saved_since: only searches saved at or after this time.
        asking: only searches that filter by this query attribute, if nothing else of the ad changed.
        before: id of the version that was live before; searches that found it hear of a lower price alone.
    """
    since = saved_since.isoformat() if saved_since else ""
    jobs.enqueue(db, SEARCH_ALERTS_JOB, {"ad_id": ad.id, "saved_since": since, "asking": asking, "before": before})


def enqueue_change_alerts(db: Session, ad: Ad, before: AdVersion | None, live_since: datetime | None) -> None:
    """Enqueue alerts for a new live version.

    Args:
        before: the version that was live until now, since `live_since`; None for none.
    """
    # Before it was announced itself, all of it is new.
    was_alerted = before and live_since and live_since < clock.now() - _ALERT_DELAY
    enqueue_search_alerts(db, ad, before=before.id if before and was_alerted else "")


def enqueue_return_alerts(db: Session, ad: Ad, away_since: datetime | None) -> None:
    """Enqueue alerts for an ad that is visible again, for searches saved since it was hidden.

    Earlier searches were alerted when the ad was approved.
    """
    # An ad approved shortly before it was hidden may have sent no alerts yet. Nobody is alerted twice.
    was_alerted = ad.approved_at and away_since and ad.approved_at < away_since - _ALERT_DELAY
    enqueue_search_alerts(db, ad, saved_since=away_since if was_alerted else None)
