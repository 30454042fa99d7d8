"""Review of ads by admins. Every decision is written to the audit log and the seller is notified."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict, Gone, Invalid, NotFound
from marketplace.core.text import clean
from marketplace.domain import audit
from marketplace.domain.ads import lifecycle, messages, notifications, queries, table_queries
from marketplace.domain.ads.access import find, present, version_of
from marketplace.domain.ads.schemas import AdDetail
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, Ad, AdStatus

NOTE_MAX_LENGTH = 1_000
REASON_MAX_LENGTH = 40


@dataclass(frozen=True, slots=True)
class Rejection:
    """The rejection of an ad that is in force: the note to the seller, the admin and the time."""

    note: str
    decided_by: str | None
    decided_at: datetime


def get_for_review(db: Session, actor: Actor, ad_id: str) -> AdDetail:
    """Return the submitted version of an ad for an admin, even if its seller is suspended.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        NotFound, Gone: no such ad, or a deleted one.
    """
    actor.require(AccountKind.ADMIN)
    ad = find(db, ad_id)
    if ad.status is AdStatus.DELETED:
        raise Gone()
    return present(db, actor, ad)


def approve(db: Session, actor: Actor, ad_id: str, *, version: int | None = None) -> AdDetail:
    """Publish the waiting version.

    Args:
        version: number of the reviewed version; None means the one this admin read last, if any.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        NotFound, Gone: no such ad, or a deleted one.
        Conflict: it was decided or changed meanwhile.
    """
    ad = _lock(db, actor, ad_id)
    before = _state(db, ad)
    is_change = ad.live_version_id is not None
    lifecycle.approve(db, actor, ad, version=version)
    live = version_of(db, ad.live_version_id)
    audit.write(db, actor, "ad.approve", "ad", ad.id, before, _state(db, ad))
    notifications.approved(db, ad, live, is_change=is_change)
    return present(db, actor, ad)


def reject(
    db: Session, actor: Actor, ad_id: str, note: str, *, reason: str = "", version: int | None = None
) -> AdDetail:
    """Reject the waiting version; the seller reads the note.

    Args:
        reason: a short code, e.g. one of `messages.REASONS`.
        version: number of the reviewed version.

    Raises:
        NotSignedIn, Forbidden, NotFound, Gone, Conflict: as for `approve`.
        Invalid: the note is missing or too long.
    """
    actor.require(AccountKind.ADMIN)
    note, reason = _check_note(note, reason)
    ad = _lock(db, actor, ad_id)
    before = _state(db, ad)
    lifecycle.reject(db, actor, ad, note, reason=reason, version=version)
    audit.write(db, actor, "ad.reject", "ad", ad.id, before, {**_state(db, ad), "note": note, "reason": reason})
    notifications.rejected(db, ad, version_of(db, ad.submitted_version_id))
    return present(db, actor, ad)


def take_down(
    db: Session, actor: Actor, ad_id: str, note: str, *, reason: str = "", version: int | None = None
) -> AdDetail:
    """Withdraw a public ad: it becomes rejected. The seller reads the note, and may submit the ad again or appeal.

    Args:
        reason: as for `reject`.
        version: number of the version that the admin saw.

    Raises:
        NotSignedIn, Forbidden, NotFound, Gone, Invalid: as for `reject`.
        Conflict: the ad is not public, or has changed meanwhile.
    """
    actor.require(AccountKind.ADMIN)
    note, reason = _check_note(note, reason)
    ad = _lock(db, actor, ad_id)
    before = _state(db, ad)
    withdrawn = lifecycle.take_down(db, actor, ad, note, reason=reason, version=version)
    audit.write(db, actor, "ad.take_down", "ad", ad.id, before, {**_state(db, ad), "note": note, "reason": reason})
    notifications.taken_down(db, ad, withdrawn)
    return present(db, actor, ad)


def find_rejection(db: Session, ad_id: str) -> Rejection | None:
    """Return the rejection of the ad's submitted version that is in force, or None; for other domains."""
    return list_rejections(db, [ad_id]).get(ad_id)


def list_rejections(db: Session, ad_ids: Collection[str]) -> dict[str, Rejection]:
    """Return the rejections of these ads' submitted versions that are in force, by ad id; for other domains."""
    rejected = table_queries.list_rejected_versions(db, ad_ids) if ad_ids else []
    return {
        version.ad_id: Rejection(note=version.note, decided_by=version.decided_by, decided_at=version.decided_at)
        for version in rejected
        if version.decided_at is not None
    }


def overturn(db: Session, actor: Actor, ad_id: str, decided_at: datetime) -> None:
    """Publish a rejected version after all. The caller notifies the seller.

    Args:
        decided_at: time of the rejection.

    Raises:
        NotSignedIn, Forbidden, NotFound, Gone: as for `approve`.
        Conflict: that rejection is no longer in force.
    """
    ad = _lock(db, actor, ad_id)
    rejection = find_rejection(db, ad_id)
    if rejection is None or rejection.decided_at != decided_at:
        raise Conflict(t(messages.DECIDED_MEANWHILE))
    before = _state(db, ad)
    lifecycle.reopen(db, actor, ad)
    lifecycle.approve(db, actor, ad, version=version_of(db, ad.submitted_version_id).number)
    audit.write(db, actor, "ad.overturn", "ad", ad.id, before, _state(db, ad))


def set_featured(db: Session, actor: Actor, ad_id: str, featured: bool) -> AdDetail:
    """Set or clear an ad's featured flag; no effect if already so.

    Raises:
        NotSignedIn, Forbidden, NotFound, Gone: as for `approve`.
    """
    ad = _lock(db, actor, ad_id)
    if ad.featured != featured:
        lifecycle.feature(db, actor, ad, featured)
        audit.write(db, actor, "ad.feature", "ad", ad.id, {"featured": not featured}, {"featured": featured})
        if featured:
            notifications.featured(db, ad, version_of(db, ad.live_version_id or ad.submitted_version_id))
    return present(db, actor, ad)


def _check_note(note: str, reason: str) -> tuple[str, str]:
    note, reason = clean(note), clean(reason)
    if not note:
        raise Invalid(t(messages.NOTE_REQUIRED), "note")
    if len(note) > NOTE_MAX_LENGTH:
        raise Invalid(t(messages.NOTE_TOO_LONG, most=NOTE_MAX_LENGTH), "note")
    if len(reason) > REASON_MAX_LENGTH:
        raise Invalid(t(messages.REASON_TOO_LONG, most=REASON_MAX_LENGTH), "reason")
    return note, reason


def _lock(db: Session, actor: Actor, ad_id: str) -> Ad:
    actor.require(AccountKind.ADMIN)
    ad = queries.lock_ad(db, ad_id) if ids.is_id(ad_id) else None
    if ad is None:
        raise NotFound(t(messages.NOT_FOUND))
    if ad.status is AdStatus.DELETED:
        raise Gone()
    return ad


def _state(db: Session, ad: Ad) -> dict[str, object]:
    submitted = version_of(db, ad.submitted_version_id)
    return {"status": ad.status.value, "review": submitted.review.value, "version": submitted.number}
