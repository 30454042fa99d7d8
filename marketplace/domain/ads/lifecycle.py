"""Life cycle of ads: every status change happens here, as allowed by the table of `transitions`."""

from datetime import datetime, timedelta

from sqlmodel import Session

from marketplace.core import clock, events
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict, Gone
from marketplace.domain import listings
from marketplace.domain.ads import domain_events, messages, queries, reads, search_alerts, versions
from marketplace.domain.ads.transitions import Action, Role, next_status, role_of
from marketplace.domain.ads.versions import Content
from marketplace.domain.effects import Event
from marketplace.i18n.texts import t
from marketplace.models import Ad, AdStatus, AdVersion, QuietStage, Review
from marketplace.settings import get_settings


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
    if role is Role.OWNER:
        _note_activity(ad)
    _save(db, ad)
    domain_events.fire(db, Event.AD_SUBMITTED, ad, role)


def reassign(db: Session, ad: Ad, seller_id: str) -> None:
    """Assign the ad to another seller; its status stays."""
    loser_id = ad.seller_id
    events.record(db, "ads", loser_id, subject=ad.id)
    ad.seller_id, ad.reserved_until, ad.confirmed_at, ad.on_holiday = seller_id, None, None, False
    _note_activity(ad)
    _save(db, ad)
    domain_events.fire(db, Event.AD_REASSIGNED, ad, other_id=loser_id)
    search_alerts.enqueue_search_alerts(db, ad, asking="seller_id")


def withdraw_change(db: Session, role: Role, ad: Ad) -> None:
    """Drop a waiting or rejected change, since the owner submitted the live content again."""
    ad.status = next_status(ad.status, Action.REVISE, role)
    versions.replace_waiting(_get_submitted(db, ad))
    ad.submitted_version_id = ad.live_version_id
    if role is Role.OWNER:
        _note_activity(ad)
    _end_review(ad)
    _save(db, ad)
    domain_events.fire(db, Event.AD_SUBMITTED, ad, role)


def approve(db: Session, actor: Actor, ad: Ad, *, version: int | None = None, reviewed: bool = True) -> None:
    """Publish the waiting version. While the seller is on holiday, an ad that was not live is paused until its end.

    Args:
        version: number of the reviewed version; None means the one this actor read last, if any.
        reviewed: false for a price cut of the owner that needs no review; the version names nobody who decided.

    Raises:
        Conflict: no version waits, or another one than the reviewed one.
    """
    now = clock.now()
    submitted = _get_waiting(db, actor, ad, version)
    status = next_status(ad.status, Action.APPROVE if reviewed else Action.LOWER_PRICE, role_of(actor, ad))
    before = queries.list_versions(db, [ad.live_version_id]).get(ad.live_version_id or "")
    submitted.review, submitted.decided_by, submitted.decided_at = Review.APPROVED, None, now
    if reviewed:
        submitted.decided_by = actor.account_id
    ad.live_version_id = submitted.id
    ad.first_approved_at = ad.first_approved_at or now
    # An expired one was seen by nobody.
    live_since, ad.approved_at = ad.approved_at if ad.status is AdStatus.APPROVED else None, now
    if ad.status is not AdStatus.APPROVED:
        _restart_period(ad)
        # On holiday it waits with the seller's other ads.
        back = queries.list_sellers(db, [ad.seller_id])[ad.seller_id].holiday_until
        if back is not None and back > now:
            status, ad.paused_at, ad.paused_until, ad.on_holiday = AdStatus.PAUSED, now, back, True
    ad.status = status
    _end_review(ad)
    _save(db, ad)
    for event in domain_events.list_between(before, submitted):
        domain_events.fire(db, event, ad, role_of(actor, ad))
    search_alerts.enqueue_change_alerts(db, ad, before, live_since)


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
    domain_events.fire(db, Event.AD_REJECTED, ad)


def take_down(
    db: Session, actor: Actor, ad: Ad, note: str, *, reason: str = "", version: int | None = None
) -> AdVersion:
    """Reject the live version, so that the ad is no longer public. A change that waited is dropped.

    Args:
        version: number of the submitted version that the caller saw; None for any.

    Returns:
        The version that was live.

    Raises:
        Conflict: the ad is not public, or has changed.
    """
    status = next_status(ad.status, Action.TAKE_DOWN, role_of(actor, ad))
    submitted = _get_submitted(db, ad)
    if version is not None and version != submitted.number:
        raise Conflict(t(messages.CHANGED_MEANWHILE))
    if submitted.id != ad.live_version_id:
        versions.replace_waiting(submitted)
    live = queries.list_versions(db, [ad.live_version_id])[ad.live_version_id or ""]
    live.review, live.decided_by, live.decided_at = Review.REJECTED, actor.account_id, clock.now()
    live.note, live.reason_code = note, reason
    ad.status, ad.submitted_version_id, ad.live_version_id, ad.sold_at = status, live.id, None, None
    ad.reserved_until = None
    _end_review(ad)
    _end_featured(ad)
    _save(db, ad)
    domain_events.fire(db, Event.AD_TAKEN_DOWN, ad)
    return live


def reopen(db: Session, actor: Actor, ad: Ad) -> None:
    """Let the rejected version wait for review again, without the decision.

    Raises:
        Conflict: the submitted version is not rejected.
    """
    status = next_status(ad.status, Action.REOPEN, role_of(actor, ad))
    submitted = _get_submitted(db, ad)
    if submitted.review is not Review.REJECTED:
        raise Conflict(t(messages.DECIDED_MEANWHILE))
    submitted.review, submitted.decided_by, submitted.decided_at = Review.WAITING, None, None
    submitted.note = submitted.reason_code = ""
    ad.status, ad.review_waiting_since = status, clock.now()
    _save(db, ad)


def feature(db: Session, actor: Actor, ad: Ad, featured: bool) -> None:
    """Set or clear the ad's featured flag."""
    ad.status = next_status(ad.status, Action.FEATURE, role_of(actor, ad))
    ad.featured = featured
    ad.featured_at = clock.now() if featured else None
    _save(db, ad)
    search_alerts.enqueue_search_alerts(db, ad, asking="featured")


def sell(db: Session, actor: Actor, ad: Ad, *, deal: str = "") -> None:
    """Mark the ad sold. A waiting change is kept but leaves the moderation queue.

    Args:
        deal: the occasion of a deal whose handover was confirmed; empty without a deal.

    Raises:
        Conflict: it is reserved; the handover of its deal marks it sold.
    """
    status = next_status(ad.status, Action.SELL, role_of(actor, ad))
    role = role_of(actor, ad)
    event = Event.AD_SOLD_BY_DEAL if deal else Event.AD_SOLD
    domain_events.guard(db, event, ad)
    ad.status, ad.reserved_until = status, None
    ad.sold_at = clock.now()
    _note_activity(ad)
    ad.review_waiting_since = None
    _end_featured(ad)
    _save(db, ad)
    domain_events.fire(db, event, ad, role, key=deal)


def reserve(db: Session, ad: Ad, until: datetime) -> None:
    """Reserve a live or paused ad for one buyer. It stays so until then.

    Raises:
        Conflict: the ad is neither.
    """
    if ad.status not in (AdStatus.APPROVED, AdStatus.PAUSED):
        raise Conflict(t(messages.NOT_WHILE[ad.status]))
    ad.reserved_until = until
    if ad.expires_at is not None:
        ad.expires_at = max(ad.expires_at, until)
    _note_activity(ad)
    _save(db, ad)


def release(db: Session, ad: Ad) -> None:
    """End the reservation of the ad."""
    ad.reserved_until = None
    _note_activity(ad)
    _save(db, ad)


def mark_reserved(db: Session, actor: Actor, ad: Ad, until: datetime) -> None:
    """Reserve the ad for a buyer whom its seller found outside the site.

    Raises:
        Conflict: a deal holds it, or it is not live.
    """
    role = role_of(actor, ad)
    next_status(ad.status, Action.RESERVE, role)
    domain_events.guard(db, Event.AD_RESERVED, ad)
    reserve(db, ad, until)
    domain_events.fire(db, Event.AD_RESERVED, ad, role)


def confirm(db: Session, actor: Actor, ad: Ad) -> None:
    """Record that the ad is available, which ends a reservation that the seller made.

    Raises:
        Conflict: a deal holds it, or it is not live.
    """
    next_status(ad.status, Action.CONFIRM, role_of(actor, ad))
    domain_events.guard(db, Event.AD_RESERVED, ad)
    ad.confirmed_at = clock.now()
    release(db, ad)


def pause(db: Session, actor: Actor, ad: Ad, until: datetime | None, *, for_holiday: bool) -> None:
    """Take the ad out of the lists for a while. Its deal stays; a waiting change leaves the moderation queue.

    Args:
        until: when it resumes by itself; None for never.
        for_holiday: it resumes when the holiday of its seller ends, too.
    """
    ad.status = next_status(ad.status, Action.PAUSE, role_of(actor, ad))
    ad.paused_at, ad.paused_until, ad.on_holiday = ad.paused_at or clock.now(), until, for_holiday
    ad.review_waiting_since = None
    _note_activity(ad)
    _save(db, ad)
    domain_events.fire(db, Event.AD_PAUSED, ad, Role.OWNER)


def resume(db: Session, role: Role, ad: Ad) -> None:
    """End the pause of the ad, or a reservation that its seller made. The pause is added to the ad's period.

    Raises:
        Conflict: a deal holds it, or it is neither paused nor live.
    """
    was_paused, paused_at = ad.status is AdStatus.PAUSED, ad.paused_at or clock.now()
    ad.status = next_status(ad.status, Action.RESUME, role)
    if not was_paused:
        domain_events.guard(db, Event.AD_RESERVED, ad)
        ad.reserved_until = None
    elif ad.expires_at is not None:
        ad.expires_at += clock.now() - paused_at
    if was_paused and _get_submitted(db, ad).review is Review.WAITING:
        ad.review_waiting_since = clock.now()
    if role is Role.OWNER:
        ad.confirmed_at = clock.now()
    _note_activity(ad)
    _save(db, ad)
    if was_paused:
        search_alerts.enqueue_return_alerts(db, ad, paused_at)


def set_quiet_stage(db: Session, ad: Ad, stage: QuietStage) -> None:
    """Record which stage the ad has reached without an answer from its seller."""
    ad.quiet_stage = stage
    if stage is QuietStage.ASKED:
        ad.asked_at = clock.now()
    _save(db, ad)


def relist(db: Session, actor: Actor, ad: Ad) -> None:
    """Put a sold ad on sale again for a full period; a change that waited re-enters the moderation queue."""
    ad.status = next_status(ad.status, Action.RELIST, role_of(actor, ad))
    away_since, ad.sold_at, ad.confirmed_at = ad.sold_at, None, clock.now()
    _restart_period(ad)
    if _get_submitted(db, ad).review is Review.WAITING:
        ad.review_waiting_since = clock.now()
    _save(db, ad)
    domain_events.fire(db, Event.AD_RELISTED, ad, Role.OWNER, since=away_since)
    search_alerts.enqueue_return_alerts(db, ad, away_since)


def renew(db: Session, actor: Actor, ad: Ad) -> None:
    """Restart the ad's period."""
    away_since = ad.expires_at if ad.status is AdStatus.EXPIRED else None
    ad.status, ad.confirmed_at = next_status(ad.status, Action.RENEW, role_of(actor, ad)), clock.now()
    _restart_period(ad)
    _save(db, ad)
    if away_since:
        search_alerts.enqueue_return_alerts(db, ad, away_since)


def expire(db: Session, ad: Ad) -> None:
    """Mark the ad expired."""
    ad.status = next_status(ad.status, Action.EXPIRE, Role.CLOCK)
    _save(db, ad)
    domain_events.fire(db, Event.AD_EXPIRED, ad)


def delete(db: Session, role: Role, ad: Ad) -> None:
    """Delete the ad; its row stays as a tombstone."""
    ad.status = next_status(ad.status, Action.DELETE, role)
    ad.deleted_at = clock.now()
    versions.replace_waiting(_get_submitted(db, ad))
    _end_review(ad)
    _end_featured(ad)
    _save(db, ad)
    domain_events.fire(db, Event.AD_DELETED, ad, role)


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
    _note_activity(ad)


def _note_activity(ad: Ad) -> None:
    """Restart the count of days without an action by the seller."""
    ad.quiet_since, ad.quiet_stage = clock.now(), QuietStage.CONFIRMED


def _end_featured(ad: Ad) -> None:
    """Clear the featured flag, so that it does not come back with a later approval that nobody thought of."""
    ad.featured, ad.featured_at = False, None


def _end_review(ad: Ad) -> None:
    ad.review_waiting_since = None
    ad.review_resubmitted = False


def _save(db: Session, ad: Ad) -> None:
    ad.updated_at = clock.now()
    if ad.status is not AdStatus.PAUSED:
        ad.paused_at = ad.paused_until = None
        ad.on_holiday = False
    db.add(ad)
    db.flush()
    listings.refresh(db, ad.id)
    events.record(db, "ads", ad.seller_id, subject=ad.id)
