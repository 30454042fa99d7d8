"""Expiry of ads, and the ends of pauses and reservations; called by scheduled jobs only."""

from datetime import timedelta

from sqlmodel import Session

from marketplace.core import clock
from marketplace.domain.ads import freshness_queries, lifecycle, notifications, queries
from marketplace.domain.ads.access import version_of
from marketplace.models import AdStatus, QuietStage
from marketplace.settings import get_settings


def expire_due(db: Session, *, limit: int = 100) -> int:
    """Expire ads whose time has run out and notify their sellers; returns their number."""
    count = 0
    for ad in queries.lock_each(db, queries.list_expired(db, clock.now(), limit)):
        # The ad was renewed, sold or expired while this worker waited for the lock.
        if ad.status is not AdStatus.APPROVED or ad.expires_at is None or ad.expires_at > clock.now():
            continue
        lifecycle.expire(db, ad)
        notifications.expired(db, ad, version_of(db, ad.live_version_id))
        count += 1
    return count


def remind_expiring(db: Session, *, limit: int = 100) -> int:
    """Remind sellers once of ads that expire within EXPIRY_REMINDER_DAYS; returns the number of ads."""
    until = clock.now() + timedelta(days=get_settings().expiry_reminder_days)
    count = 0
    for ad in queries.lock_each(db, queries.list_expiring(db, until, limit)):
        if ad.status is not AdStatus.APPROVED or ad.expiry_reminded_at is not None:
            continue
        ad.expiry_reminded_at = clock.now()
        notifications.expiring(db, ad, version_of(db, ad.live_version_id))
        count += 1
    return count


def age_unanswered(db: Session, *, limit: int = 100) -> int:
    """Lower, dim, then expire live ads whose sellers were asked but have not answered; returns the number of ads.

    The days count from the question, so that no ad is lowered before its seller could answer, even after an outage.
    """
    settings, now = get_settings(), clock.now()
    ends = {
        QuietStage.DIMMED: settings.ad_quiet_expiry_days,
        QuietStage.LOWERED: settings.ad_dim_days,
        QuietStage.ASKED: settings.ad_lower_days,
    }
    due: dict[str, QuietStage] = {}
    for stage, days in ends.items():
        asked_before = now - timedelta(days=days - settings.ad_ask_days)
        found = freshness_queries.list_unanswered(db, stage, asked_before, limit - len(due))
        due |= dict.fromkeys(found, stage)
    count = 0
    for ad in queries.lock_each(db, due):
        stage = due[ad.id]
        # The seller answered while this worker waited for the lock.
        if ad.status is not AdStatus.APPROVED or ad.quiet_stage != stage:
            continue
        if stage is QuietStage.DIMMED:
            lifecycle.expire(db, ad)
            notifications.expired(db, ad, version_of(db, ad.live_version_id))
        else:
            lifecycle.set_quiet_stage(db, ad, QuietStage(stage + 1))
        count += 1
    return count


def end_pauses(db: Session, *, limit: int = 100) -> int:
    """Resume ads whose pause is over, and release those that their sellers had reserved; returns the number of ads."""
    now = clock.now()
    paused = set(freshness_queries.list_ended_pauses(db, now, limit))
    reserved = set(freshness_queries.list_ended_reservations(db, now, limit))
    for ad in queries.lock_each(db, paused | reserved):
        # The seller resumed it, or chose another day, meanwhile.
        if ad.status is AdStatus.PAUSED and ad.paused_until is not None and ad.paused_until <= now:
            lifecycle.resume(db, lifecycle.Role.CLOCK, ad)
        if ad.id in reserved and ad.reserved_until is not None and ad.reserved_until <= now:
            lifecycle.release(db, ad)
    return len(paused) + len(reserved)
