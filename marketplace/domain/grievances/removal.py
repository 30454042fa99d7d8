"""Removes ads after a grievance or an order, and keeps a copy for the time that the law asks for."""

from typing import Any

from sqlmodel import Session

from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from marketplace.core.text import clean_required
from marketplace.domain import ads, audit, law, media
from marketplace.domain.grievances import messages, queries, service
from marketplace.domain.grievances.schemas import GrievanceView
from marketplace.i18n.texts import t
from marketplace.models import Account, AccountKind, Ad, AdStatus, HeldPhoto, Hold

NOTE_LENGTH = 1_000
_REASON = "prohibited"
# The registration that rule 3(1)(h) asks to keep.
_REGISTRATION = {
    *("id", "kind", "email", "username", "name", "phone", "whatsapp", "address", "place", "city", "state"),
    *("shop_name", "seller_type", "business_id", "created_at"),
}


def remove_ad(db: Session, actor: Actor, grievance_id: str, ad_id: str, note: str) -> GrievanceView:
    """Take down an ad, whatever its state, and take its photos off the site; the seller reads the note.

    A copy of the ad, its files and its seller's registration is kept, where nobody reads it, for the time of `law.KEEP`. It stays if the ad
    or the account is deleted. The photos lose their public addresses within minutes.

    Raises:
        NotSignedIn, Forbidden: not a moderator.
        NotFound: no such grievance or ad.
        Invalid: the note is missing or too long.
        Conflict: the grievance is resolved already.
    """
    actor.require(AccountKind.ADMIN)
    note = clean_required("note", note, missing=t(messages.REASON_MISSING), most=NOTE_LENGTH)
    grievance = service.lock_open(db, grievance_id)
    found = queries.find_ad(db, ad_id) if ids.is_id(ad_id) else None
    if found is None:
        raise NotFound(t(messages.NO_AD))
    hold, file_ids = _copy(db, grievance.id, *found)
    if found[0].status is AdStatus.PENDING:
        ads.reject(db, actor, ad_id, note, reason=_REASON, version=hold.content["versions"][-1]["number"])
    elif found[0].status not in (AdStatus.REJECTED, AdStatus.DELETED):
        ads.take_down(db, actor, ad_id, note, reason=_REASON)
    queries.detach_photos(db, ad_id)
    if file_ids:
        media.hide(db, file_ids)
    audit.write(db, actor, "grievance.remove", "ad", ad_id, after={"grievance": grievance.reference, "hold": hold.id})
    return service.get_view(db, grievance.id)


def _copy(db: Session, grievance_id: str, ad: Ad, seller: Account) -> tuple[Hold, set[str]]:
    """Keep a copy of the ad; returns it, and the ids of its photos and files."""
    versions, values, images = queries.list_contents(db, ad.id)
    file_ids = {row.upload_id for row in (*images, *values) if row.upload_id}
    content: dict[str, Any] = {
        "ad": ad.model_dump(mode="json"),
        "versions": [version.model_dump(mode="json") for version in versions],
        "values": [value.model_dump(mode="json") for value in values],
        "photos": [image.model_dump(mode="json") for image in images],
        "seller": seller.model_dump(mode="json", include=_REGISTRATION),
    }
    hold = Hold(grievance_id=grievance_id, ad_id=ad.id, content=content, until=clock.now() + law.KEEP.duration)
    db.add(hold)
    db.flush()
    db.add_all([HeldPhoto(hold_id=hold.id, upload_id=upload_id) for upload_id in file_ids])
    db.flush()
    return hold, file_ids
