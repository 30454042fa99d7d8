"""Photos of a condition record: visible to the two parties alone."""

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from marketplace.domain import media
from marketplace.domain.handovers import queries, service

_MAX_NUMBER = 1_000_000


def get_photo(db: Session, actor: Actor, enquiry_id: str, number: int, width: int) -> media.StoredImage:
    """Return the location of one size of the photo of an entry, for `media.read_image` to read outside the transaction.

    Raises:
        NotSignedIn, NotFound: not a party, no such photo, or not in this size.
    """
    enquiry, _ = service.find_enquiry(db, actor, enquiry_id)
    entry = queries.find_entry(db, enquiry.id, number) if 0 < number < _MAX_NUMBER else None
    image = media.find_image(db, entry.upload_id, width) if entry and entry.upload_id else None
    if image is None:
        raise NotFound()
    return image
