"""Photos of messages: private to the two who talk, and to admins where one of them reported the conversation."""

from collections.abc import Iterable

from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain import media
from marketplace.domain.chat import messages, queries
from marketplace.domain.views import Photo
from marketplace.errors import NotFound
from marketplace.texts import t

_BASE = "/api/messages/photos"
_CARD, _THUMB = 400, 160


def get_photo(db: Session, actor: Actor, message_id: str, upload_id: str, width: int) -> media.StoredImage:
    """One size of a photo in a message, for `media.read_image` to read once nobody waits for the database any more.

    For the two sides of its conversation, and admins who deal with a report.

    Raises:
        NotSignedIn: nobody asks.
        NotFound: no such photo in a message the caller can see, or not in this size.
    """
    account_id = actor.require(message=t(messages.LOGIN_FIRST))
    seen = queries.is_in_report(db, message_id, upload_id) if actor.is_admin else False
    if not seen and not queries.can_see_photo(db, account_id, message_id, upload_id):
        raise NotFound()
    image = media.find_image(db, upload_id, width)
    if image is None:
        raise NotFound()
    return image


def list_photos(db: Session, message_ids: Iterable[str]) -> dict[str, tuple[Photo, ...]]:
    """The photos of messages by message, in order, with their private addresses."""
    wanted = queries.list_photo_ids(db, message_ids)
    photos = media.photos_of(db, [one for of_message in wanted.values() for one in of_message]) if wanted else {}
    return {
        message_id: tuple(keep_private(photos[one], message_id) for one in upload_ids if one in photos)
        for message_id, upload_ids in wanted.items()
    }


def keep_private(photo: Photo, message_id: str) -> Photo:
    """The view of a photo with addresses that ask who is looking.

    Where its bytes lie is not told, so nobody can pass on an address that others could open.
    """
    widths = media.image_widths(photo.width)
    urls = {width: f"{_BASE}/{message_id}/{photo.id}-{width}.webp" for width in widths}
    return photo.model_copy(
        update={
            "url": urls[photo.width],
            "srcset": ", ".join(f"{url} {width}w" for width, url in urls.items()) if len(urls) > 1 else "",
            "card": urls[min(_CARD, photo.width)],
            "thumb": urls[min(_THUMB, photo.width)],
        }
    )
