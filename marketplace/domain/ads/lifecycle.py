"""The life of an ad: every change of its status happens here, by the one table of what may follow what, for whom."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from sqlmodel import Session

from marketplace import clock, events
from marketplace.actor import Actor
from marketplace.domain import search
from marketplace.domain.ads import messages, queries, telling, versions
from marketplace.domain.ads.versions import Content
from marketplace.errors import Conflict, Forbidden, Gone
from marketplace.models import Ad, AdStatus, AdVersion, Review
from marketplace.settings import get_settings
from marketplace.texts import t


class Action(StrEnum):
    """What can be done to an ad."""

    REVISE = "revise"
    APPROVE = "approve"
    REJECT = "reject"
    FEATURE = "feature"
    SELL = "sell"
    RELIST = "relist"
    RENEW = "renew"
    EXPIRE = "expire"
    DELETE = "delete"


class Role(StrEnum):
    """In what capacity somebody acts on an ad; the clock is the job that lets ads expire."""

    OWNER = "owner"
    ADMIN = "admin"
    CLOCK = "clock"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Step:
    """Where an action leads, and who may take it."""

    to: AdStatus
    who: frozenset[Role]


_OWNER = frozenset({Role.OWNER})
_ADMIN = frozenset({Role.ADMIN})
_EITHER = _OWNER | _ADMIN
_CLOCK = frozenset({Role.CLOCK})

# What is not in here can't be done. Approving and rejecting need a version that waits besides.
TABLE: Mapping[AdStatus, Mapping[Action, Step]] = {
    AdStatus.PENDING: {
        Action.REVISE: Step(AdStatus.PENDING, _EITHER),
        Action.APPROVE: Step(AdStatus.APPROVED, _ADMIN),
        Action.REJECT: Step(AdStatus.REJECTED, _ADMIN),
        Action.FEATURE: Step(AdStatus.PENDING, _ADMIN),
        Action.DELETE: Step(AdStatus.DELETED, _EITHER),
    },
    AdStatus.REJECTED: {
        Action.REVISE: Step(AdStatus.PENDING, _EITHER),
        Action.FEATURE: Step(AdStatus.REJECTED, _ADMIN),
        Action.DELETE: Step(AdStatus.DELETED, _EITHER),
    },
    AdStatus.APPROVED: {
        Action.REVISE: Step(AdStatus.APPROVED, _EITHER),
        Action.APPROVE: Step(AdStatus.APPROVED, _ADMIN),
        Action.REJECT: Step(AdStatus.APPROVED, _ADMIN),
        Action.FEATURE: Step(AdStatus.APPROVED, _ADMIN),
        Action.SELL: Step(AdStatus.SOLD, _OWNER),
        Action.RENEW: Step(AdStatus.APPROVED, _OWNER),
        Action.EXPIRE: Step(AdStatus.EXPIRED, _CLOCK),
        Action.DELETE: Step(AdStatus.DELETED, _EITHER),
    },
    AdStatus.SOLD: {
        Action.FEATURE: Step(AdStatus.SOLD, _ADMIN),
        Action.RELIST: Step(AdStatus.APPROVED, _OWNER),
        Action.DELETE: Step(AdStatus.DELETED, _EITHER),
    },
    AdStatus.EXPIRED: {
        Action.REVISE: Step(AdStatus.EXPIRED, _EITHER),
        Action.APPROVE: Step(AdStatus.APPROVED, _ADMIN),
        Action.REJECT: Step(AdStatus.EXPIRED, _ADMIN),
        Action.FEATURE: Step(AdStatus.EXPIRED, _ADMIN),
        Action.RENEW: Step(AdStatus.APPROVED, _OWNER),
        Action.DELETE: Step(AdStatus.DELETED, _EITHER),
    },
    AdStatus.DELETED: {},
}


def role_of(actor: Actor, ad: Ad) -> Role:
    """In what capacity the actor acts on the ad."""
    if actor.is_admin:
        return Role.ADMIN
    return Role.OWNER if actor.owns(ad.seller_id) else Role.OTHER


def following(status: AdStatus, action: Action, role: Role) -> AdStatus:
    """The status after the action.

    Raises:
        Gone: the ad is deleted.
        Forbidden: the action is not for this role, whatever the status.
        Conflict: not while the ad is in this status.
    """
    if not any(role in steps[action].who for steps in TABLE.values() if action in steps):
        raise Forbidden()
    if status is AdStatus.DELETED:
        raise Gone()
    step = TABLE[status].get(action)
    if step is None:
        raise Conflict(t(messages.NOT_WHILE[status]))
    return step.to


def begin(db: Session, seller_id: str, content: Content) -> Ad:
    """A new ad, whose first version waits for review."""
    ad = Ad(seller_id=seller_id, review_waiting_since=clock.now())
    db.add(ad)
    db.flush()
    versions.write(db, ad, content)
    _settle(db, ad)
    return ad


def hand_in(db: Session, role: Role, ad: Ad, content: Content) -> None:
    """A new version waits for review in the place of what waited before; the live one stays up."""
    status = following(ad.status, Action.REVISE, role)
    before = _submitted(db, ad)
    versions.write(db, ad, content)
    versions.replace_waiting(before)
    ad.status = status
    ad.review_waiting_since = ad.review_waiting_since or clock.now()
    ad.review_resubmitted = ad.review_resubmitted or before.review is Review.REJECTED
    _settle(db, ad)


def reassign(db: Session, ad: Ad, seller_id: str) -> None:
    """The ad belongs to another seller; its state stays."""
    events.record(db, "ads", ad.seller_id, subject=ad.id)
    ad.seller_id = seller_id
    _settle(db, ad)
    telling.tell_searches(db, ad, asking="seller_id")


def take_back(db: Session, role: Role, ad: Ad) -> None:
    """The seller says again what is live: whatever waited or was refused is dropped."""
    ad.status = following(ad.status, Action.REVISE, role)
    versions.replace_waiting(_submitted(db, ad))
    ad.submitted_version_id = ad.live_version_id
    _end_review(ad)
    _settle(db, ad)


def approve(db: Session, actor: Actor, ad: Ad, *, version: int | None = None) -> AdVersion | None:
    """What waits becomes what everyone sees.

    Args:
        version: number of the version that was looked at.

    Returns:
        The version that was live before, None for a first approval.

    Raises:
        Conflict: nothing waits any more, or something else than what was looked at.
    """
    now = clock.now()
    submitted = _waiting(db, ad, version)
    status = following(ad.status, Action.APPROVE, role_of(actor, ad))
    before = queries.list_versions(db, [ad.live_version_id]).get(ad.live_version_id or "")
    submitted.review, submitted.decided_by, submitted.decided_at = Review.APPROVED, actor.account_id, now
    ad.live_version_id = submitted.id
    ad.first_approved_at = ad.first_approved_at or now
    ad.approved_at = now
    if ad.status is not AdStatus.APPROVED:
        _prolong(ad)
    ad.status = status
    _end_review(ad)
    _settle(db, ad)
    telling.tell_searches(db, ad)
    return before


def reject(db: Session, actor: Actor, ad: Ad, note: str, *, reason: str = "", version: int | None = None) -> None:
    """What waits is refused with a note; what is live stays up.

    Raises:
        Conflict: as for `approve`.
    """
    submitted = _waiting(db, ad, version)
    status = following(ad.status, Action.REJECT, role_of(actor, ad))
    submitted.review, submitted.decided_by, submitted.decided_at = Review.REJECTED, actor.account_id, clock.now()
    submitted.note, submitted.reason_code = note, reason
    ad.status = status
    _end_review(ad)
    _settle(db, ad)


def feature(db: Session, actor: Actor, ad: Ad, featured: bool) -> None:
    """Put the ad among the featured ones, or take it out."""
    ad.status = following(ad.status, Action.FEATURE, role_of(actor, ad))
    ad.featured = featured
    ad.featured_at = clock.now() if featured else None
    _settle(db, ad)
    telling.tell_searches(db, ad, asking="featured")


def sell(db: Session, actor: Actor, ad: Ad) -> None:
    """The thing is sold. A change that waits is kept, but not looked at meanwhile."""
    ad.status = following(ad.status, Action.SELL, role_of(actor, ad))
    ad.sold_at = clock.now()
    ad.review_waiting_since = None
    _settle(db, ad)


def relist(db: Session, actor: Actor, ad: Ad) -> None:
    """A sold ad is on offer again, with a full life ahead; a change that waited waits again."""
    ad.status = following(ad.status, Action.RELIST, role_of(actor, ad))
    away_since, ad.sold_at = ad.sold_at, None
    _prolong(ad)
    if _submitted(db, ad).review is Review.WAITING:
        ad.review_waiting_since = clock.now()
    _settle(db, ad)
    telling.tell_of_return(db, ad, away_since)


def renew(db: Session, actor: Actor, ad: Ad) -> None:
    """The ad has a full life ahead again."""
    away_since = ad.expires_at if ad.status is AdStatus.EXPIRED else None
    ad.status = following(ad.status, Action.RENEW, role_of(actor, ad))
    _prolong(ad)
    _settle(db, ad)
    if away_since:
        telling.tell_of_return(db, ad, away_since)


def expire(db: Session, ad: Ad) -> None:
    """The ad's time has run out."""
    ad.status = following(ad.status, Action.EXPIRE, Role.CLOCK)
    _settle(db, ad)


def delete(db: Session, role: Role, ad: Ad) -> None:
    """The ad is taken away for good; its row stays as a tombstone."""
    ad.status = following(ad.status, Action.DELETE, role)
    ad.deleted_at = clock.now()
    versions.replace_waiting(_submitted(db, ad))
    _end_review(ad)
    _settle(db, ad)


def _submitted(db: Session, ad: Ad) -> AdVersion:
    return queries.list_versions(db, [ad.submitted_version_id])[ad.submitted_version_id or ""]


def _waiting(db: Session, ad: Ad, number: int | None) -> AdVersion:
    if ad.status is AdStatus.DELETED:
        raise Gone()
    submitted = _submitted(db, ad)
    if number is not None and number != submitted.number:
        raise Conflict(t(messages.CHANGED_MEANWHILE))
    if submitted.review is not Review.WAITING:
        raise Conflict(t(messages.DECIDED_MEANWHILE))
    return submitted


def _prolong(ad: Ad) -> None:
    ad.expires_at = clock.now() + timedelta(days=get_settings().ad_lifetime_days)
    ad.expiry_reminded_at = None


def _end_review(ad: Ad) -> None:
    ad.review_waiting_since = None
    ad.review_resubmitted = False


def _settle(db: Session, ad: Ad) -> None:
    ad.updated_at = clock.now()
    db.add(ad)
    db.flush()
    search.refresh(db, ad.id)
    events.record(db, "ads", ad.seller_id, subject=ad.id)
