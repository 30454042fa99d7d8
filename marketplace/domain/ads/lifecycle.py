"""Life cycle of ads: every status change happens here, as allowed by one transition table."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from sqlmodel import Session

from marketplace.core import clock, events
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict, Forbidden, Gone
from marketplace.domain import search
from marketplace.domain.ads import messages, queries, reads, search_alerts, versions
from marketplace.domain.ads.versions import Content
from marketplace.i18n.texts import t
from marketplace.models import Ad, AdStatus, AdVersion, Review
from marketplace.settings import get_settings


class Action(StrEnum):
    """An action on an ad."""

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
    """The role in which somebody acts on an ad; CLOCK is the job that expires ads."""

    OWNER = "owner"
    ADMIN = "admin"
    CLOCK = "clock"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Step:
    """Target status of an action and the roles that may take it."""

    to: AdStatus
    who: frozenset[Role]


_OWNER = frozenset({Role.OWNER})
_ADMIN = frozenset({Role.ADMIN})
_EITHER = _OWNER | _ADMIN
_CLOCK = frozenset({Role.CLOCK})

# All other transitions are refused. Approving and rejecting also need a version that waits for review.
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
    """The actor's role for this ad."""
    if actor.is_admin:
        return Role.ADMIN
    return Role.OWNER if actor.owns(ad.seller_id) else Role.OTHER


def next_status(status: AdStatus, action: Action, role: Role) -> AdStatus:
    """The status after the action.

    Raises:
        Gone: the ad is deleted.
        Forbidden: the role may never take this action.
        Conflict: the action is not allowed in this status.
    """
    if not any(role in steps[action].who for steps in TABLE.values() if action in steps):
        raise Forbidden()
    if status is AdStatus.DELETED:
        raise Gone()
    step = TABLE[status].get(action)
    if step is None:
        raise Conflict(t(messages.NOT_WHILE[status]))
    return step.to


def create(db: Session, seller_id: str, content: Content) -> Ad:
    """Create an ad whose first version waits for review."""
    ad = Ad(seller_id=seller_id, review_waiting_since=clock.now())
    db.add(ad)
    db.flush()
    versions.write(db, ad, content)
    _save(db, ad)
    return ad


def submit_version(db: Session, role: Role, ad: Ad, content: Content) -> None:
    """Add a version that waits for review, replacing a waiting one; the live version stays public."""
    status = next_status(ad.status, Action.REVISE, role)
    before = _get_submitted(db, ad)
    versions.write(db, ad, content)
    versions.replace_waiting(before)
    ad.status = status
    ad.review_waiting_since = ad.review_waiting_since or clock.now()
    ad.review_resubmitted = ad.review_resubmitted or before.review is Review.REJECTED
    _save(db, ad)


def reassign(db: Session, ad: Ad, seller_id: str) -> None:
    """Assign the ad to another seller; its status stays."""
    events.record(db, "ads", ad.seller_id, subject=ad.id)
    ad.seller_id = seller_id
    _save(db, ad)
    search_alerts.enqueue_search_alerts(db, ad, asking="seller_id")


def withdraw_change(db: Session, role: Role, ad: Ad) -> None:
    """Drop a waiting or rejected change, since the owner submitted the live content again."""
    ad.status = next_status(ad.status, Action.REVISE, role)
    versions.replace_waiting(_get_submitted(db, ad))
    ad.submitted_version_id = ad.live_version_id
    _end_review(ad)
    _save(db, ad)


def approve(db: Session, actor: Actor, ad: Ad, *, version: int | None = None) -> AdVersion | None:
    """Publish the waiting version.

    Args:
        version: number of the reviewed version; None means the one this actor read last, if any.

    Returns:
        The previously live version, None for a first approval.

    Raises:
        Conflict: no version waits, or another one than the reviewed one.
    """
    now = clock.now()
    submitted = _get_waiting(db, actor, ad, version)
    status = next_status(ad.status, Action.APPROVE, role_of(actor, ad))
    before = queries.list_versions(db, [ad.live_version_id]).get(ad.live_version_id or "")
    submitted.review, submitted.decided_by, submitted.decided_at = Review.APPROVED, actor.account_id, now
    ad.live_version_id = submitted.id
    ad.first_approved_at = ad.first_approved_at or now
    ad.approved_at = now
    if ad.status is not AdStatus.APPROVED:
        _restart_period(ad)
    ad.status = status
    _end_review(ad)
    _save(db, ad)
    if before is not None and before.price_unit != submitted.price_unit:
        search.forget_prices(db, ad.id)
    search_alerts.enqueue_search_alerts(db, ad)
    return before


def reject(db: Session, actor: Actor, ad: Ad, note: str, *, reason: str = "", version: int | None = None) -> None:
    """Reject the waiting version with a note; the live version stays public.

    Raises:
        Conflict: as for `approve`.
    """
    submitted = _get_waiting(db, actor, ad, version)
    status = next_status(ad.status, Action.REJECT, role_of(actor, ad))
    submitted.review, submitted.decided_by, submitted.decided_at = Review.REJECTED, actor.account_id, clock.now()
    submitted.note, submitted.reason_code = note, reason
    ad.status = status
    _end_review(ad)
    _save(db, ad)


def feature(db: Session, actor: Actor, ad: Ad, featured: bool) -> None:
    """Set or clear the ad's featured flag."""
    ad.status = next_status(ad.status, Action.FEATURE, role_of(actor, ad))
    ad.featured = featured
    ad.featured_at = clock.now() if featured else None
    _save(db, ad)
    search_alerts.enqueue_search_alerts(db, ad, asking="featured")


def sell(db: Session, actor: Actor, ad: Ad) -> None:
    """Mark the ad sold. A waiting change is kept but leaves the moderation queue."""
    ad.status = next_status(ad.status, Action.SELL, role_of(actor, ad))
    ad.sold_at = clock.now()
    ad.review_waiting_since = None
    _save(db, ad)


def relist(db: Session, actor: Actor, ad: Ad) -> None:
    """Put a sold ad on sale again for a full period; a change that waited re-enters the moderation queue."""
    ad.status = next_status(ad.status, Action.RELIST, role_of(actor, ad))
    away_since, ad.sold_at = ad.sold_at, None
    _restart_period(ad)
    if _get_submitted(db, ad).review is Review.WAITING:
        ad.review_waiting_since = clock.now()
    _save(db, ad)
    search_alerts.enqueue_return_alerts(db, ad, away_since)


def renew(db: Session, actor: Actor, ad: Ad) -> None:
    """Restart the ad's period."""
    away_since = ad.expires_at if ad.status is AdStatus.EXPIRED else None
    ad.status = next_status(ad.status, Action.RENEW, role_of(actor, ad))
    _restart_period(ad)
    _save(db, ad)
    if away_since:
        search_alerts.enqueue_return_alerts(db, ad, away_since)


def expire(db: Session, ad: Ad) -> None:
    """Mark the ad expired."""
    ad.status = next_status(ad.status, Action.EXPIRE, Role.CLOCK)
    _save(db, ad)


def delete(db: Session, role: Role, ad: Ad) -> None:
    """Delete the ad; its row stays as a tombstone."""
    ad.status = next_status(ad.status, Action.DELETE, role)
    ad.deleted_at = clock.now()
    versions.replace_waiting(_get_submitted(db, ad))
    _end_review(ad)
    _save(db, ad)


def _get_submitted(db: Session, ad: Ad) -> AdVersion:
    return queries.list_versions(db, [ad.submitted_version_id])[ad.submitted_version_id or ""]


def _get_waiting(db: Session, actor: Actor, ad: Ad, number: int | None) -> AdVersion:
    if ad.status is AdStatus.DELETED:
        raise Gone()
    submitted = _get_submitted(db, ad)
    if number is None:
        number = reads.find_last_read(db, actor, ad.id)
    if number is not None and number != submitted.number:
        raise Conflict(t(messages.CHANGED_MEANWHILE))
    if submitted.review is not Review.WAITING:
        raise Conflict(t(messages.DECIDED_MEANWHILE))
    return submitted


def _restart_period(ad: Ad) -> None:
    ad.expires_at = clock.now() + timedelta(days=get_settings().ad_lifetime_days)
    ad.expiry_reminded_at = None


def _end_review(ad: Ad) -> None:
    ad.review_waiting_since = None
    ad.review_resubmitted = False


def _save(db: Session, ad: Ad) -> None:
    ad.updated_at = clock.now()
    db.add(ad)
    db.flush()
    search.refresh(db, ad.id)
    events.record(db, "ads", ad.seller_id, subject=ad.id)
