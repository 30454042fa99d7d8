"""What may be said, and to whom."""

import unicodedata

from marketplace.domain.chat import messages
from marketplace.errors import Invalid, NotFound, RuleBroken
from marketplace.models import Account, AccountKind, AccountStatus
from marketplace.settings import get_settings
from marketplace.texts import t

CLIENT_ID_LENGTH = 64
_OPPOSITE = {AccountKind.BUYER: AccountKind.SELLER, AccountKind.SELLER: AccountKind.BUYER}
_UNSEEN = {"Cc", "Cf", "Zs", "Zl", "Zp"}


def _refuse(sentence: str, field: str) -> Invalid:
    return Invalid(sentence, errors=[{"field": field, "message": sentence}])


def clean_text(text: str, *, has_photos: bool) -> str:
    """The text as it is stored: trimmed, without what no database can hold.

    Raises:
        Invalid: nothing to see in it and no photo beside it, or longer than a message may be.
    """
    # Half of a surrogate pair and NUL can arrive in JSON, and no database stores them.
    text = text.encode("utf-8", "replace").decode().replace("\x00", "").strip()
    if all(unicodedata.category(char) in _UNSEEN for char in text):
        text = ""
    if not text and not has_photos:
        raise _refuse(t(messages.EMPTY), "message")
    most = get_settings().message_max_length
    if len(text) > most:
        raise _refuse(t(messages.TOO_LONG, most=most), "message")
    return text


def check_photo_count(count: int) -> None:
    """Raises Invalid when a message carries too many photos."""
    most = get_settings().max_photos_per_message
    if count > most:
        raise _refuse(t(messages.TOO_MANY_PHOTOS, most=most), "photos")


def check_photos_found(wanted: int, found: int) -> None:
    """Raises Invalid when some photos are not the sender's own."""
    if wanted != found:
        raise _refuse(t(messages.NOT_YOUR_PHOTOS), "photos")


def clean_client_id(client_id: str) -> str:
    """The sender's mark as it is stored.

    Raises:
        Invalid: too long.
    """
    client_id = client_id.encode("utf-8", "replace").decode().replace("\x00", "").strip()
    if len(client_id) > CLIENT_ID_LENGTH:
        raise _refuse(t(messages.BAD_CLIENT_ID, most=CLIENT_ID_LENGTH), "clientId")
    return client_id


def check_receiver(kind: AccountKind, other: Account | None) -> Account:
    """The account that will receive.

    Raises:
        NotFound: nobody, or an account that was deleted.
        RuleBroken: the same side of the market, or an account that is suspended.
    """
    if other is None or other.kind is AccountKind.ADMIN or other.status is AccountStatus.DELETED:
        raise NotFound(t(messages.UNKNOWN_PERSON))
    if other.kind is not _OPPOSITE[kind]:
        raise RuleBroken(t(messages.NOT_OPPOSITE))
    if other.status is not AccountStatus.ACTIVE:
        raise RuleBroken(t(messages.NOT_REACHABLE))
    return other
