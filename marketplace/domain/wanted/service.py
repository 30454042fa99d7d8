"""Wanted ads for their owners and for moderators."""

from dataclasses import asdict
from datetime import datetime, timedelta

from sqlmodel import Session

from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict, NotFound, RuleBroken
from marketplace.domain import addressed_texts, audit, jobs, price_units
from marketplace.domain.once import stores_once
from marketplace.domain.paging import EVERYTHING, Page, Window, make_page
from marketplace.domain.wanted import messages, notifications, queries, rules, views
from marketplace.domain.wanted.schemas import WantedDraft, WantedView
from marketplace.i18n.texts import t
from marketplace.integrations import limits
from marketplace.models import AccountKind, AdType, WantedAd
from marketplace.settings import get_settings

# Kind of the job that tells sellers of a wanted ad.
NOTIFY_SELLERS_JOB = "wanted.notify_sellers"


@stores_once
def create(db: Session, actor: Actor, draft: WantedDraft) -> WantedView:
    """Add a wanted ad of the caller; sellers are told by a job. Repeating a live one returns the existing one.

    Raises:
        NotSignedIn, Forbidden: not a buyer.
        Invalid: the draft breaks a rule.
        RuleBroken: the caller has the most live ones allowed.
        TooMany: too many this hour.
    """
    owner_id = actor.require(AccountKind.BUYER, message=t(messages.LOGIN))
    addressed_texts.check_may_write(db, actor)
    checked = rules.check(db, draft)
    now = clock.now()
    values = asdict(checked)
    if same := queries.find_same(db, owner_id, values, now):
        return views.make_own(db, [same])[0]
    _check_room(db, owner_id, now)
    limits.hit(get_settings().limit_wanted, "wanted", owner_id)
    row = WantedAd(**values, owner_id=owner_id, created_at=now, expires_at=_expiry(now))
    return _save(db, row)


def revise(db: Session, actor: Actor, wanted_id: str, draft: WantedDraft) -> WantedView:
    """Change a wanted ad of the caller; sellers who were not told yet are told if it fits their ads now.

    Raises:
        NotSignedIn, Forbidden, NotFound: not the owner.
        Invalid: the draft breaks a rule.
        Conflict: it was ended.
        TooMany: too many this hour.
    """
    addressed_texts.check_may_write(db, actor)
    row = _own(db, actor, wanted_id)
    if row.ended_at is not None:
        raise Conflict(t(messages.OVER))
    checked = rules.check(db, draft)
    limits.hit(get_settings().limit_wanted, "wanted", row.owner_id)
    row.sqlmodel_update(asdict(checked))
    return _save(db, row)


def renew(db: Session, actor: Actor, wanted_id: str) -> WantedView:
    """Let a wanted ad of the caller run for WANTED_DAYS from now.

    Raises:
        NotSignedIn, Forbidden, NotFound: not the owner.
        Conflict: it was ended.
        RuleBroken: it has expired, and the caller has the most live ones allowed.
        TooMany: too many this hour.
    """
    row = _own(db, actor, wanted_id)
    if row.ended_at is not None:
        raise Conflict(t(messages.OVER))
    now = clock.now()
    if row.expires_at <= now:
        _check_room(db, row.owner_id, now)
    limits.hit(get_settings().limit_wanted, "wanted", row.owner_id)
    row.expires_at, row.expiry_reminded_at = _expiry(now), None
    return _save(db, row)


def end(db: Session, actor: Actor, wanted_id: str) -> None:
    """End a wanted ad of the caller, for example because it was found; repeating it changes nothing.

    Raises:
        NotSignedIn, Forbidden, NotFound: not the owner.
    """
    row = _own(db, actor, wanted_id)
    row.ended_at = row.ended_at or clock.now()
    db.add(row)
    db.flush()


def list_own(db: Session, actor: Actor, *, window: Window = EVERYTHING) -> Page[WantedView]:
    """List the caller's wanted ads, those that are not over first, then the newest.

    Raises:
        NotSignedIn, Forbidden: not a buyer.
    """
    owner_id = actor.require(AccountKind.BUYER, message=t(messages.LOGIN))
    rows, total = queries.list_of(db, owner_id, clock.now(), window)
    items = views.make_own(db, rows)
    return make_page(items, total, window)


def get_own(db: Session, actor: Actor, wanted_id: str) -> WantedView:
    """Return a wanted ad of the caller that was not ended.

    Raises:
        NotSignedIn, Forbidden, NotFound: not the owner, or it was ended.
    """
    row = _own(db, actor, wanted_id, lock=False)
    if row.ended_at is not None:
        raise NotFound(t(messages.OVER))
    return views.make_own(db, [row])[0]


def get_price_unit_text(db: Session, actor: Actor, ad_type: str, category_id: str) -> str:
    """Return the unit of the highest price for display, e.g. "a month"; empty for sale and for an unknown choice."""
    del actor  # the same for all
    if ad_type not in list(AdType):
        return ""
    try:
        return price_units.unit_text(rules.unit_for(db, AdType(ad_type), category_id))
    except NotFound:
        return ""


def end_by_moderator(db: Session, actor: Actor, wanted_id: str, reason: str) -> None:
    """End a wanted ad, log it, and tell its owner why.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        NotFound: no such wanted ad.
        Invalid: no reason, or it is too long.
        Conflict: it was ended already.
    """
    actor.require(AccountKind.ADMIN)
    row = queries.lock(db, wanted_id) if ids.is_id(wanted_id) else None
    if row is None:
        raise NotFound(t(messages.NOT_FOUND))
    reason = rules.check_reason(reason)
    if row.ended_at is not None:
        raise Conflict(t(messages.ENDED_ALREADY))
    row.ended_at, row.ended_reason = clock.now(), reason
    db.add(row)
    audit.write(db, actor, "wanted.end", "wanted", row.id, {"ended": False}, {"ended": True, "reason": reason})
    notifications.notify_ended(db, row)
    db.flush()


def get_owner_for(db: Session, actor: Actor, wanted_id: str) -> str:
    """Return the owner of a wanted ad that the caller sees; for the domain of moderation.

    Raises:
        NotSignedIn: the caller is anonymous.
        NotFound: the caller is neither a seller with a fitting ad, nor its owner, nor an admin.
    """
    account_id = actor.require(message=t(messages.LOGIN_FIRST))
    row = None
    if ids.is_id(wanted_id):
        if actor.kind is AccountKind.SELLER:
            row = queries.find_visible(db, account_id, wanted_id, clock.now())
        else:
            row = queries.find(db, wanted_id)
    if row is None or not (actor.kind is AccountKind.SELLER or actor.is_staff or actor.owns(row.owner_id)):
        raise NotFound(t(messages.NOT_FOUND))
    return row.owner_id


def find_reported(db: Session, wanted_id: str) -> WantedView | None:
    """Return a reported wanted ad in any state; for the domain of moderation, which has checked the caller."""
    row = queries.find(db, wanted_id)
    return views.make_own(db, [row])[0] if row else None


def list_titles(db: Session, wanted_ids: set[str]) -> dict[str, str]:
    """Return titles of wanted ads by id; for the domain of moderation, which has checked the caller."""
    return queries.list_titles(db, wanted_ids)


def _own(db: Session, actor: Actor, wanted_id: str, *, lock: bool = True) -> WantedAd:
    owner_id = actor.require(AccountKind.BUYER, message=t(messages.LOGIN))
    row = queries.find_own(db, owner_id, wanted_id, lock=lock) if ids.is_id(wanted_id) else None
    if row is None:
        raise NotFound(t(messages.NOT_FOUND))
    return row


def _check_room(db: Session, owner_id: str, now: datetime) -> None:
    most = get_settings().wanted_max
    if queries.count_live_of(db, owner_id, now) >= most:
        raise RuleBroken(t(messages.TOO_MANY, most=most))


def _expiry(now: datetime) -> datetime:
    return now + timedelta(days=get_settings().wanted_days)


def _save(db: Session, row: WantedAd) -> WantedView:
    db.add(row)
    db.flush()
    jobs.enqueue(db, NOTIFY_SELLERS_JOB, {"wanted_id": row.id})
    return views.make_own(db, [row])[0]
