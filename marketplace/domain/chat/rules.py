"""Validation of messages and their receivers."""

import unicodedata

from marketplace.core.errors import Invalid, NotFound, RuleBroken
from marketplace.core.text import clean
from marketplace.domain.chat import messages
from marketplace.i18n.texts import t
from marketplace.models import Account, AccountKind, AccountStatus
from marketplace.settings import get_settings

CLIENT_ID_LENGTH = 64
_OPPOSITE = {AccountKind.BUYER: AccountKind.SELLER, AccountKind.SELLER: AccountKind.BUYER}
_INVISIBLE_CATEGORIES = {"Cc", "Cf", "Zs", "Zl", "Zp"}


def clean_text(text: str, *, has_photos: bool) -> str:
    """Clean the text of a message.

    Raises:
        Invalid: blank without a photo, or too long.
    """
    text = clean(text)
    most = get_settings().message_max_length
    if len(text) > most:
        raise Invalid(t(messages.TOO_LONG, most=most), "message")
    if all(unicodedata.category(char) in _INVISIBLE_CATEGORIES for char in text):
        text = ""
    if not text and not has_photos:
        raise Invalid(t(messages.EMPTY), "message")
    return text


def check_photo_count(count: int) -> None:
    """Raise Invalid if a message has too many photos."""
    most = get_settings().max_photos_per_message
    if count > most:
        raise Invalid(t(messages.TOO_MANY_PHOTOS, most=most), "photos")


def check_photos_found(requested: int, found: int) -> None:
    """Raise Invalid if some photos are not the sender's own."""
    if requested != found:
        raise Invalid(t(messages.NOT_YOUR_PHOTOS), "photos")


def clean_client_id(client_id: str) -> str:
    """Clean the client-side message id.

    Raises:
        Invalid: too long.
    """
    client_id = clean(client_id)
    if len(client_id) > CLIENT_ID_LENGTH:
        raise Invalid(t(messages.BAD_CLIENT_ID, most=CLIENT_ID_LENGTH), "clientId")
    return client_id


def check_receiver(kind: AccountKind, other: Account | None) -> Account:
    """Return the receiver's account if the sender may write to it.

    Raises:
        NotFound: no such account, or a deleted one.
        RuleBroken: the account is of the sender's own kind, or suspended.
    """
    if other is None or other.kind is AccountKind.ADMIN or other.status is AccountStatus.DELETED:
        raise NotFound(t(messages.UNKNOWN_PERSON))
    if other.kind is not _OPPOSITE[kind]:
        raise RuleBroken(t(messages.NOT_OPPOSITE))
    if other.status is not AccountStatus.ACTIVE:
        raise RuleBroken(t(messages.NOT_REACHABLE))
    return other
