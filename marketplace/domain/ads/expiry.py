"""Expiry of ads, called by scheduled jobs only."""

from datetime import timedelta

from sqlmodel import Session

from marketplace.core import clock
from marketplace.domain.ads import lifecycle, notifications, queries
from marketplace.domain.ads.access import version_of
from marketplace.models import AdStatus
from marketplace.settings import get_settings


def expire_due(db: Session, *, limit: int = 100) -> int:
    """Expire ads whose time has run out and notify their sellers; returns their number."""
    count = 0
    for ad_id in queries.list_expired(db, clock.now(), limit):
        ad = queries.lock_ad(db, ad_id)
        # The ad was renewed, sold or expired while this worker waited for the lock.
        if ad is None or ad.status is not AdStatus.APPROVED or ad.expires_at is None or ad.expires_at > clock.now():
            continue
        lifecycle.expire(db, ad)
        notifications.expired(db, ad, version_of(db, ad.live_version_id))
        count += 1
    return count


def remind_expiring(db: Session, *, limit: int = 100) -> int:
    """Remind sellers once of ads that expire within EXPIRY_REMINDER_DAYS; returns the number of ads."""
    until = clock.now() + timedelta(days=get_settings().expiry_reminder_days)
    count = 0
    for ad_id in queries.list_expiring(db, until, limit):
        ad = queries.lock_ad(db, ad_id)
        if ad is None or ad.status is not AdStatus.APPROVED or ad.expiry_reminded_at is not None:
            continue
        ad.expiry_reminded_at = clock.now()
        notifications.expiring(db, ad, version_of(db, ad.live_version_id))
        count += 1
    return count
