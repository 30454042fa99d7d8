"""Mail headers made from text.

The email library parses a text that is assigned to a header: it decodes encoded words in it (RFC 2047), and folds the result
differently in each Python version. So these headers are encoded here and written as they are.
"""

import re
from base64 import b64encode
from collections.abc import Iterator
from email.policy import Policy
from unicodedata import category, combining

from marketplace.core.lines import one_line
from marketplace.core.sanitize import sanitize

# RFC 2047, section 2.
_WORD_LENGTH, _LINE_LENGTH = 75, 76
_START, _END = "=?utf-8?b?", "?="
_ENCODED_WORD = "=?"
# RFC 5322, section 3.2.3: words that need no quotation marks.
_ATOMS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?: [A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*")
_JOINER = "\u200d"
_VIRAMA = 9


class MailHeader(str):
    """The text of a header, with the form in which it is written.

    EmailPolicy takes a value with a `name` for a header, which it neither parses nor folds.
    """

    name: str
    _written: tuple[str, ...]

    def __new__(cls, name: str, text: str, *written: str) -> "MailHeader":
        """Make a header, written in these lines."""
        self = super().__new__(cls, text)
        self.name, self._written = name, written
        return self

    def fold(self, *, policy: Policy) -> str:
        """Return the header as it is written; called by EmailPolicy."""
        return f"{self.name}: {f'{policy.linesep} '.join(self._written)}{policy.linesep}"


def make_text(name: str, text: str) -> MailHeader:
    """Make a header from any text. Line breaks and control characters become spaces."""
    text = sanitize(one_line(text))
    if text.isascii() and _ENCODED_WORD not in text and text == text.strip() and len(text) <= _WORD_LENGTH:
        return MailHeader(name, text, text)
    return MailHeader(name, text, *_encode(name, text))


def make_mailbox(name: str, address: str, display_name: str) -> MailHeader:
    """Make a header with one mailbox: an address as `email_address.parse` returns it, and any display name."""
    display_name = sanitize(one_line(display_name)).strip()
    text = f"{display_name} <{address}>".lstrip()
    if _ATOMS.fullmatch(display_name) and _ENCODED_WORD not in display_name and len(display_name) <= _WORD_LENGTH:
        return MailHeader(name, text, text)
    return MailHeader(name, text, *_encode(name, display_name), f"<{address}>")


def make_ascii(name: str, value: str) -> MailHeader:
    """Make a header that is written on one line, such as a link, which mail programs don't recognise when it is folded.

    Raises:
        ValueError: the value has other characters than printable ASCII, or an encoded word.
    """
    if not value.isascii() or not value.isprintable() or _ENCODED_WORD in value:
        raise ValueError(f"{name} is not plain ASCII")
    return MailHeader(name, value, value)


def _encode(name: str, text: str) -> Iterator[str]:
    """Encode the text as words, one for each line."""
    start, room = 0, min(_WORD_LENGTH, _LINE_LENGTH - len(f"{name}: "))
    while start < len(text):
        end = _find_end(text, start, (room - len(_START + _END)) // 4 * 3)
        yield f"{_START}{b64encode(text[start:end].encode()).decode()}{_END}"
        start, room = end, _WORD_LENGTH


def _find_end(text: str, start: int, most: int) -> int:
    """Return the end of a part of at most `most` octets that splits no character, and no marks from their letter if it can."""
    end, size = start, 0
    while end < len(text) and (end == start or size + len(text[end].encode()) <= most):
        size += len(text[end].encode())
        end += 1
    whole = end
    while start < whole < len(text) and _is_joined(text[whole - 1], text[whole]):
        whole -= 1
    return whole if whole > start else end


def _is_joined(before: str, sign: str) -> bool:
    """Whether a reader sees two characters as one."""
    return category(sign).startswith("M") or _JOINER in (before, sign) or combining(before) == _VIRAMA
