"""A seller's actions on the availability of ads: confirm, reserve, pause, resume, and a holiday for all ads."""

from datetime import UTC, date, datetime, time, timedelta

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, RuleBroken
from marketplace.domain import site_time
from marketplace.domain.ads import freshness_queries, lifecycle, messages
from marketplace.domain.ads.access import count_change, lock_own, present
from marketplace.domain.ads.schemas import AdDetail, Holiday
from marketplace.i18n.texts import t
from marketplace.integrations import limits
from marketplace.models import Account, AccountKind, AdStatus
from marketplace.settings import get_settings

_LONGEST_PAUSE_DAYS = 366


def confirm(db: Session, actor: Actor, ad_id: str) -> AdDetail:
    """Record that the owner's live ad is available; this ends a reservation that the seller made.

    Raises:
        NotSignedIn, Forbidden, NotFound, Gone: as for `revise`; admins are refused too.
        Conflict: it is not live, or a deal holds it.
    """
    ad = lock_own(db, actor, ad_id)
    lifecycle.confirm(db, actor, ad)
    return present(db, actor, ad)


def mark_reserved(db: Session, actor: Actor, ad_id: str) -> AdDetail:
    """Mark the owner's live ad as reserved for RESERVATION_DAYS, for a buyer whom the seller found outside the site.

    Raises:
        NotSignedIn, Forbidden, NotFound, Gone, Conflict: as for `confirm`.
    """
    ad = lock_own(db, actor, ad_id)
    lifecycle.mark_reserved(db, actor, ad, clock.now() + timedelta(days=get_settings().reservation_days))
    return present(db, actor, ad)


def pause(db: Session, actor: Actor, ad_id: str, *, until: str = "") -> AdDetail:
    """Take the owner's ad out of the lists for a while; its page says that it is paused.

    Args:
        until: the day on which it resumes by itself, like 2026-12-04; if empty, a paused ad keeps its day, and any other ad
            stays paused until its owner resumes it.

    Raises:
        NotSignedIn, Forbidden, NotFound, Gone: as for `confirm`.
        Invalid: not a day, or not one within a year from tomorrow.
        Conflict: it is neither live nor paused.
    """
    ad = lock_own(db, actor, ad_id)
    day = _parse_day(until)
    lifecycle.pause(db, actor, ad, day or ad.paused_until, for_holiday=ad.on_holiday and day is None)
    return present(db, actor, ad)


def resume(db: Session, actor: Actor, ad_id: str) -> AdDetail:
    """End the pause of the owner's ad, or the reservation that the owner made.

    Raises:
        NotSignedIn, Forbidden, NotFound, Gone, Conflict: as for `confirm`.
        TooMany: too many changes of ads this hour.
    """
    ad = lock_own(db, actor, ad_id)
    # Refuses admins, who can't end a pause.
    lifecycle.next_status(ad.status, lifecycle.Action.RESUME, lifecycle.role_of(actor, ad))
    count_change(actor)
    lifecycle.resume(db, lifecycle.Role.OWNER, ad)
    return present(db, actor, ad)


def set_holiday(db: Session, actor: Actor, until: str) -> Holiday:
    """Pause all live ads of the seller until a day, change that day, or end the holiday. Other paused ads stay paused.

    Args:
        until: the day on which the ads resume by themselves, like 2026-12-04; empty to end the holiday.

    Raises:
        NotSignedIn, Forbidden: not a seller.
        Invalid: as for `pause`.
        TooMany: too many holidays this hour; each may change all ads.
    """
    seller_id = actor.require(AccountKind.SELLER)
    back = _parse_day(until)
    limits.hit(get_settings().limit_holidays, "holidays", seller_id)
    seller = freshness_queries.lock_seller(db, seller_id)
    seller.holiday_until = back
    db.add(seller)
    if back is not None:
        ad_ids = freshness_queries.list_to_pause(db, seller_id)
        for ad_id in ad_ids:
            lifecycle.pause(db, actor, lock_own(db, actor, ad_id), back, for_holiday=True)
    else:
        ad_ids = freshness_queries.list_on_holiday(db, seller_id)
        for ad_id in ad_ids:
            lifecycle.resume(db, lifecycle.Role.OWNER, lock_own(db, actor, ad_id))
    db.flush()
    return _make_holiday(seller, len(ad_ids))


def get_holiday(db: Session, actor: Actor) -> Holiday:
    """Return the seller's holiday.

    Raises:
        NotSignedIn, Forbidden: not a seller.
    """
    return _make_holiday(db.get_one(Account, actor.require(AccountKind.SELLER)), 0)


def check_not_paused(ad: AdDetail) -> None:
    """Raise RuleBroken if the ad is paused; for other domains."""
    if ad.status == AdStatus.PAUSED:
        raise RuleBroken(t(messages.PAUSED_AD))


def _make_holiday(seller: Account, ads: int) -> Holiday:
    until = seller.holiday_until
    if until is None or until <= clock.now():
        return Holiday(ads=ads)
    return Holiday(until=until, until_text=site_time.format_day(until), ads=ads)


def _parse_day(text: str) -> datetime | None:
    """Parse a day; returns its first moment in the site's time zone, None for an empty text."""
    if not text.strip():
        return None
    zone = site_time.zone()
    today = clock.now().astimezone(zone).date()
    try:
        day = date.fromisoformat(text.strip()[:10])
    except ValueError:
        problem = t(messages.BAD_DAY)
    else:
        if today < day <= today + timedelta(days=_LONGEST_PAUSE_DAYS):
            return datetime.combine(day, time(), zone).astimezone(UTC)
        problem = t(messages.DAY_OUT_OF_REACH)
    raise Invalid(problem, "until")
