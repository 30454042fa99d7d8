"""What admins decide about ads. Every decision is in the audit log, and the seller is told."""

from sqlmodel import Session

from marketplace import ids
from marketplace.actor import Actor
from marketplace.domain import audit
from marketplace.domain.ads import announcements, lifecycle, messages, queries
from marketplace.domain.ads.access import find, present, version_of
from marketplace.domain.ads.schemas import AdDetail
from marketplace.domain.ads.visibility import shown_status
from marketplace.domain.typed import clean
from marketplace.errors import Gone, Invalid, NotFound
from marketplace.models import AccountKind, Ad, AdStatus
from marketplace.texts import t

NOTE_MAX_LENGTH = 1_000
REASON_MAX_LENGTH = 40


def get_for_review(db: Session, actor: Actor, ad_id: str) -> AdDetail:
    """The submitted version of an ad for an admin, also where its seller is suspended.

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
    """Let everyone see what waits.

    Args:
        version: number of the version that the admin looked at.

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
    announcements.approved(db, ad, live, is_change=is_change)
    announcements.repriced(db, ad, replaced, live)
    return present(db, actor, ad)


def reject(
    db: Session, actor: Actor, ad_id: str, note: str, *, reason: str = "", version: int | None = None
) -> AdDetail:
    """Refuse what waits; the seller reads the note.

    Args:
        reason: a short code, e.g. one of `messages.REASONS`.
        version: number of the version that the admin looked at.

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
    announcements.rejected(db, ad, version_of(db, ad.submitted_version_id))
    return present(db, actor, ad)


def set_featured(db: Session, actor: Actor, ad_id: str, featured: bool) -> AdDetail:
    """Put an ad among the featured ones, or take it out; what is so already stays so.

    Raises:
        NotSignedIn, Forbidden, NotFound, Gone: as for `approve`.
    """
    ad = _lock(db, actor, ad_id)
    if ad.featured != featured:
        lifecycle.feature(db, actor, ad, featured)
        audit.write(db, actor, "ad.feature", "ad", ad.id, {"featured": not featured}, {"featured": featured})
        if featured:
            announcements.featured(db, ad, version_of(db, ad.live_version_id or ad.submitted_version_id))
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
