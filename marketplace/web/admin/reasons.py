"""The reasons for rejecting an ad."""

from marketplace.domain.ads import messages
from marketplace.i18n.texts import t

OTHER = "other"
CODES = tuple(messages.REASONS)


def reason_text(code: str) -> str:
    """Return the text of a reason; unknown codes, which API clients may send, are returned unchanged."""
    return t(messages.REASONS[code]) if code in messages.REASONS else code
