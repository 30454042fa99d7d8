"""Why ads are rejected."""

from marketplace.domain.ads import messages
from marketplace.texts import t

OTHER = "other"
CODES = tuple(messages.REASONS)


def words_of(code: str) -> str:
    """A reason for people; codes that other clients made up stand as they are."""
    return t(messages.REASONS[code]) if code in messages.REASONS else code
