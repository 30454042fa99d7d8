"""What the clock does to ads; jobs call it, nobody else."""

from datetime import timedelta

from sqlmodel import Session

from marketplace import clock
from marketplace.domain.ads import announcements, lifecycle, queries
from marketplace.domain.ads.access import version_of
from marketplace.models import AdStatus
from marketplace.settings import get_settings


def expire_due(db: Session, *, limit: int = 100) -> int:
    """Take ads whose time has run out off the lists, and tell their sellers; how many there were."""
    count = 0
    for ad_id in queries.list_expired(db, clock.now(), limit):
        ad = queries.lock_ad(db, ad_id)
        # Renewed, sold or expired by another worker while this one waited for the lock.
        if ad is None or ad.status is not AdStatus.APPROVED or ad.expires_at is None or ad.expires_at > clock.now():
            continue
        lifecycle.expire(db, ad)
        announcements.expired(db, ad, version_of(db, ad.live_version_id))
        count += 1
    return count


def remind_expiring(db: Session, *, limit: int = 100) -> int:
    """Tell sellers, once, of ads that expire within EXPIRY_REMINDER_DAYS; how many there were."""
    until = clock.now() + timedelta(days=get_settings().expiry_reminder_days)
    count = 0
    for ad_id in queries.list_expiring(db, until, limit):
        ad = queries.lock_ad(db, ad_id)
        if ad is None or ad.status is not AdStatus.APPROVED or ad.expiry_reminded_at is not None:
            continue
        ad.expiry_reminded_at = clock.now()
        announcements.expiring(db, ad, version_of(db, ad.live_version_id))
        count += 1
    return count
