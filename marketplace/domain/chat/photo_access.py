"""Photos of messages: visible to the two parties, and to admins if one party reported the conversation."""

from collections.abc import Iterable

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from marketplace.domain import media
from marketplace.domain.chat import messages, queries
from marketplace.domain.views import Photo
from marketplace.i18n.texts import t

_BASE = "/api/messages/photos"


def get_photo(db: Session, actor: Actor, message_id: str, upload_id: str, width: int) -> media.StoredBytes:
    """Return the location of one size of a message photo, for `media.read_image` to read outside the transaction.

    Raises:
        NotSignedIn: the caller is anonymous.
        NotFound: no such photo in a message visible to the caller, or not in this size.
    """
    account_id = actor.require(message=t(messages.LOGIN_FIRST))
    seen = queries.is_in_report(db, message_id, upload_id) if actor.is_staff else False
    if not seen and not queries.can_see_photo(db, account_id, message_id, upload_id):
        raise NotFound()
    image = media.find_image(db, upload_id, width)
    if image is None:
        raise NotFound()
    return image


def list_photos(db: Session, message_ids: Iterable[str]) -> dict[str, tuple[Photo, ...]]:
    """Return the photos of messages by message id, in order, with their private URLs."""
    wanted = queries.list_photo_ids(db, message_ids)
    photos = media.photos_of(db, [one for of_message in wanted.values() for one in of_message]) if wanted else {}
    return {
        message_id: tuple(make_private(photos[one], message_id) for one in upload_ids if one in photos)
        for message_id, upload_ids in wanted.items()
    }


def make_private(photo: Photo, message_id: str) -> Photo:
    """Replace a photo's URLs by ones that check whether the reader may see the message."""
    return media.make_private(photo, f"{_BASE}/{message_id}/{photo.id}")
