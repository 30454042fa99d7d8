"""Domain functions for sellers' ads, and reading one ad."""

from collections.abc import Collection

from sqlmodel import Session

from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Forbidden, Invalid, NotFound
from marketplace.core.text import clean_required
from marketplace.db import tags
from marketplace.domain import ad_texts, audit, jobs, media
from marketplace.domain.ads import (
    detail_queries,
    lifecycle,
    messages,
    notifications,
    queries,
    rules,
    search_alerts,
    versions,
    views,
    visibility,
)
from marketplace.domain.ads.access import find, find_own, lock_own, present, version_of
from marketplace.domain.ads.changing import submit_change
from marketplace.domain.ads.schemas import AdDetail, AdDraft, CurrentPrice, FieldInput
from marketplace.domain.ads.uploads import AllowedUploads
from marketplace.domain.ads.versions import Content
from marketplace.domain.ads.views import price_paise
from marketplace.domain.once import stores_once
from marketplace.i18n.texts import t
from marketplace.integrations import limits
from marketplace.models import AccountKind, AccountStatus, Ad, AdStatus
from marketplace.settings import get_settings

_DELETE_REASON_LENGTH = 1_000


def get(db: Session, actor: Actor, ad_id: str) -> AdDetail:
    """Return one ad: the submitted version for its owner and admins, the live one for others.

    Raises:
        NotFound: no such ad, or it was never approved and is not the actor's.
        Gone: it is deleted, expired, long sold, or its seller is not active.
    """
    with tags.about(ad=ad_id) as scope:
        shown = None
        if ids.is_id(ad_id):
            shown = detail_queries.find_shown(db, ad_id, account_id=actor.account_id, is_admin=actor.is_staff)
        if shown is None:
            raise NotFound(t(messages.NOT_FOUND))
        scope.add("seller", shown.seller_id)
        if refusal := visibility.refusal(actor, shown, shown.seller_status, clock.now()):
            raise refusal
        return views.details_of(db, actor, [shown])[0]


def owner_of(db: Session, ad_id: str) -> str | None:
    """Return the seller's account id, or None if there is no such ad; for other domains."""
    ad = queries.find_ad(db, ad_id)
    return ad.seller_id if ad else None


def get_current_price(db: Session, ad_id: str) -> CurrentPrice:
    """Return the price of an ad's live version, or of its submitted one before it was ever live; for other domains.

    Raises:
        NotFound: no such ad.
    """
    ad = find(db, ad_id)
    version = version_of(db, ad.live_version_id or ad.submitted_version_id)
    return CurrentPrice(paise=price_paise(version), unit=version.price_unit)


def check(db: Session, actor: Actor, draft: AdDraft) -> None:
    """Check a new ad without submitting it.

    Raises:
        NotSignedIn, Forbidden, Invalid: as for `submit`.
    """
    own = actor.require(AccountKind.SELLER, AccountKind.ADMIN)
    rules.check(db, draft, AllowedUploads(db, own, own).find)


@stores_once
def submit(db: Session, actor: Actor, draft: AdDraft) -> AdDetail:
    """Submit a new ad for review.

    Args:
        draft: names the seller if an admin submits it; a seller may leave that empty.

    Raises:
        NotSignedIn, Forbidden: not a seller or admin, or a seller who names another.
        Invalid: the draft breaks a rule.
        TooMany: too many new ads this hour.
    """
    own = actor.require(AccountKind.SELLER, AccountKind.ADMIN)
    seller_id = _resolve_seller(db, actor, draft.seller_id or ("" if actor.is_staff else own))
    content = rules.check(db, draft, AllowedUploads(db, own, seller_id).find)
    limits.hit(get_settings().limit_ads, "ads", own)
    _mark_photos(db, draft, content)
    ad = lifecycle.create(db, seller_id, content)
    if actor.is_staff:
        audit.write(db, actor, "ad.create", "ad", ad.id, {}, {"seller_id": seller_id})
    return present(db, actor, ad)


def _mark_photos(db: Session, draft: AdDraft, content: Content) -> None:
    if str(draft.ai_photos).lower() in ("true", "on"):
        media.mark_ai_made(db, content.image_ids)


@stores_once
def revise(db: Session, actor: Actor, ad_id: str, draft: AdDraft) -> AdDetail:
    """Submit a change of an ad. A seller's change waits for review, except a price cut within the bound that administrators
    set; an admin's change of a live ad is published at once.

    Args:
        draft: keeps the price unit if it names none, unless it changes the type of the ad. Its fields as for `rules.check`.

    Raises:
        NotSignedIn, Forbidden: not the owner or an admin, or a seller who names another.
        NotFound, Gone: no ad visible to the actor.
        Invalid: the draft breaks a rule.
        Conflict: the ad is sold.
        TooMany: too many changes of ads this hour.
    """
    ad = lock_own(db, actor, ad_id)
    role = lifecycle.role_of(actor, ad)
    lifecycle.next_status(ad.status, lifecycle.Action.REVISE, role)
    seller_id = _resolve_seller(db, actor, draft.seller_id) if draft.seller_id not in ("", ad.seller_id) else ""
    submitted = version_of(db, ad.submitted_version_id)
    current = versions.read(db, submitted)
    if not draft.price_unit and draft.ad_type == current.ad_type:
        draft = draft.model_copy(update={"price_unit": current.price_unit or ""})
    content = rules.check(db, draft, _allowed_uploads(db, actor, ad, current).find, current)
    _mark_photos(db, draft, content)
    before = {"seller_id": ad.seller_id, "version": ad.versions}
    if seller_id:
        former = queries.list_sellers(db, [ad.seller_id])[ad.seller_id]
        lifecycle.reassign(db, ad, seller_id)
        notifications.reassigned(db, ad, submitted, former)
        if former.suspended_at is not None and ad.status is AdStatus.APPROVED:
            search_alerts.enqueue_return_alerts(db, ad, former.suspended_at)
    submit_change(db, actor, ad, submitted, current, content)
    if actor.is_staff:
        old, new = versions.differences(current, content)
        after = {"seller_id": ad.seller_id, "version": ad.versions}
        audit.write(db, actor, "ad.revise", "ad", ad.id, before | old, after | new)
    return present(db, actor, ad)


def delete(db: Session, actor: Actor, ad_id: str, *, reason: str = "") -> None:
    """Delete an ad.

    Args:
        reason: for the seller, required of a moderator or admin.

    Raises:
        NotSignedIn, Forbidden, NotFound, Gone: as for `revise`.
        Invalid: the reason is missing or too long.
    """
    ad = lock_own(db, actor, ad_id)
    if actor.is_staff:
        reason = clean_required(
            "reason", reason, missing=t(messages.DELETE_REASON_REQUIRED), most=_DELETE_REASON_LENGTH
        )
    before = {"status": ad.status.value}
    lifecycle.delete(db, lifecycle.role_of(actor, ad), ad)
    # At once, since people expect the photos of a deleted ad to be gone.
    jobs.enqueue(db, media.ORPHANS_JOB)
    if actor.is_staff:
        audit.write(db, actor, "ad.delete", "ad", ad.id, before, {"status": ad.status.value, "note": reason})
        notifications.deleted_by_admin(db, ad, version_of(db, ad.submitted_version_id), reason)


def list_ids_of(db: Session, seller_id: str, *, limit: int) -> list[str]:
    """List ads of a seller that are not deleted; for the deletion of the account."""
    return queries.list_ids_of(db, seller_id, limit=limit)


def delete_all_of(db: Session, actor: Actor, seller_id: str, ad_ids: Collection[str]) -> int:
    """Delete those of these ads that are still the seller's, whose account is deleted; returns their number.

    Raises:
        NotSignedIn, Forbidden: not that seller or an admin.
    """
    actor.require_self(seller_id)
    count = 0
    for ad in queries.lock_each(db, ad_ids):
        if ad.seller_id == seller_id and ad.status is not AdStatus.DELETED:
            lifecycle.delete(db, lifecycle.role_of(actor, ad), ad)
            count += 1
    return count


def duplicate(db: Session, actor: Actor, ad_id: str) -> AdDetail:
    """Submit a copy of an ad for review: of what buyers see, or of the submitted version if the ad is not public.

    Raises:
        NotSignedIn, Forbidden, NotFound, Gone: as for `revise`, but admins are refused.
        Invalid: the ad breaks a rule introduced after it was written.
        TooMany: as for `submit`.
    """
    actor.require(AccountKind.SELLER)
    ad = lock_own(db, actor, ad_id)
    return submit(db, actor, to_draft(_present_public(db, actor, ad)))


def draft_copy(db: Session, actor: Actor, ad_id: str) -> AdDetail:
    """Return what `duplicate` would copy, for a form that asks for what is missing.

    Raises:
        NotSignedIn, Forbidden, NotFound, Gone: as for `duplicate`.
    """
    actor.require(AccountKind.SELLER)
    return _present_public(db, actor, find_own(db, actor, ad_id))


def to_draft(ad: AdDetail) -> AdDraft:
    """Convert an ad to the draft that would submit the same content."""
    return AdDraft(
        **ad_texts.values_of(ad),
        price=None if ad.asked_paise is None else f"{ad.asked_paise // 100}.{ad.asked_paise % 100:02d}",
        price_unit=ad.price_unit or "",
        discount=ad.discount_percent,
        ad_type=ad.ad_type,
        category_id=ad.category_id,
        subcategory_id=ad.subcategory_id,
        latitude=ad.latitude,
        longitude=ad.longitude,
        image_ids=[photo.id for photo in ad.images],
        fields=[FieldInput(field_ref=each.field_ref, value=each.value) for each in ad.fields],
        seller_id=ad.seller_id,
    )


def _present_public(db: Session, actor: Actor, ad: Ad) -> AdDetail:
    return views.details(db, actor, [ad.live_version_id or ad.submitted_version_id or ""])[0]


def _resolve_seller(db: Session, actor: Actor, seller_id: str) -> str:
    if not actor.is_staff and not actor.owns(seller_id):
        raise Forbidden()
    seller = queries.list_sellers(db, [seller_id]).get(seller_id)
    if seller is None or seller.kind is not AccountKind.SELLER or seller.status is not AccountStatus.ACTIVE:
        raise Invalid(t(messages.UNKNOWN_SELLER), "sellerId")
    return seller_id


def _allowed_uploads(db: Session, actor: Actor, ad: Ad, current: Content) -> AllowedUploads:
    kept = [*current.image_ids, *(value.upload_id for value in current.values if value.upload_id)]
    return AllowedUploads(db, actor.require(), *((ad.seller_id,) if actor.is_staff else ()), kept=kept)
