"""What a seller is told after posting: which ad waits for its first review, and how long that usually takes."""

import statistics
from datetime import timedelta

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.domain.ads import messages, queries
from marketplace.domain.ads.schemas import PostedAd
from marketplace.domain.price_units import RENTALS
from marketplace.i18n.texts import t
from marketplace.models import AccountKind
from marketplace.settings import get_settings

# How long the card stands there.
_FRESH = timedelta(days=1)
_LOOK_BACK = timedelta(days=30)
_DECISIONS = 50
_MIN_DECISIONS = 5


def find_posted(db: Session, actor: Actor) -> PostedAd | None:
    """Return the caller's newest ad of the last day if it waits for its first review.

    Raises:
        NotSignedIn, Forbidden: not a seller.
    """
    own = actor.require(AccountKind.SELLER)
    version = queries.find_posted_version(db, own, clock.now() - _FRESH)
    if version is None:
        return None
    is_rental = version.ad_type in RENTALS
    return PostedAd(id=version.ad_id, name=version.name, is_rental=is_rental, review_text=_describe_review_time(db))


def _describe_review_time(db: Session) -> str:
    """How long reviews usually take: by the last decisions, or the setting while there are few."""
    took = queries.list_review_times(db, clock.now() - _LOOK_BACK, _DECISIONS)
    usual = (
        statistics.median_high(took) if len(took) >= _MIN_DECISIONS else timedelta(hours=get_settings().review_hours)
    )
    for minutes, text in messages.REVIEWED.items():
        if usual <= timedelta(minutes=minutes):
            return t(text)
    return t(messages.REVIEWED_LATER)
