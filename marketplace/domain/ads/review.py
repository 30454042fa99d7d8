"""Review of ads by admins. Every decision is written to the audit log and the seller is notified."""

from sqlmodel import Session

from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Gone, Invalid, NotFound
from marketplace.core.text import clean
from marketplace.domain import audit
from marketplace.domain.ads import lifecycle, messages, notifications, queries
from marketplace.domain.ads.access import find, present, version_of
from marketplace.domain.ads.schemas import AdDetail
from marketplace.domain.ads.visibility import shown_status
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, Ad, AdStatus

NOTE_MAX_LENGTH = 1_000
REASON_MAX_LENGTH = 40


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
    replaced = lifecycle.approve(db, actor, ad, version=version)
    live = version_of(db, ad.live_version_id)
    audit.write(db, actor, "ad.approve", "ad", ad.id, before, _state(db, ad))
    notifications.approved(db, ad, live, is_change=is_change)
    notifications.repriced(db, ad, replaced, live)
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
    note, reason = clean(note), clean(reason)
    if not note:
        raise _invalid("note", t(messages.NOTE_REQUIRED))
    if len(note) > NOTE_MAX_LENGTH:
        raise _invalid("note", t(messages.NOTE_TOO_LONG, most=NOTE_MAX_LENGTH))
    if len(reason) > REASON_MAX_LENGTH:
        raise _invalid("reason", t(messages.REASON_TOO_LONG, most=REASON_MAX_LENGTH))
    ad = _lock(db, actor, ad_id)
    before = _state(db, ad)
    lifecycle.reject(db, actor, ad, note, reason=reason, version=version)
    audit.write(db, actor, "ad.reject", "ad", ad.id, before, {**_state(db, ad), "note": note, "reason": reason})
    notifications.rejected(db, ad, version_of(db, ad.submitted_version_id))
    return present(db, actor, ad)


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
    return {"status": shown_status(ad, submitted).value, "version": submitted.number}


def _invalid(field: str, message: str) -> Invalid:
    return Invalid(message, errors=[{"field": field, "message": message}])
