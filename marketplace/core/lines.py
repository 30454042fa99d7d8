"""Puts user input on one line, so that it can't add lines to a text of the site."""

import re

# Every character at which Python's `splitlines` or RFC 5322 ends a line, and all other control characters.
_BREAKS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


class Lines(str):
    """A text whose line breaks are meant; those of a plain `str` are not."""

    __slots__ = ()


def one_line(text: str) -> str:
    """Replace each run of line breaks and control characters with a space."""
    return text if text.isprintable() else _BREAKS.sub(" ", text)


def lines(*parts: str, between: str = "\n") -> Lines:
    """Join texts; a plain `str` is put on one line first."""
    return Lines(between.join(part if isinstance(part, Lines) else one_line(part) for part in parts))


def quote(text: str) -> Lines:
    """Mark each line of a person's text as a quotation, as mail programs do."""
    return Lines("\n".join(f"> {one_line(line)}".rstrip() for line in text.splitlines()))
