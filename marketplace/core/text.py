"""Cleaning and checking of typed text before it is stored, and shortening of what is shown."""

from marketplace.core.errors import Invalid
from marketplace.i18n.texts import t


def clean(text: str) -> str:
    """Strip the text, and remove NUL characters and lone surrogates, which databases reject."""
    return text.replace("\x00", "").encode("utf-8", "ignore").decode().strip()


def clean_required(field: str, text: str, *, missing: str, most: int) -> str:
    """Clean a text that must be there.

    Args:
        field: name of the field in the error.
        missing: the message for an empty text, translated.
        most: the greatest length in characters.

    Raises:
        Invalid: empty or too long.
    """
    text = clean(text)
    if not text:
        raise Invalid(missing, field)
    return check_length(field, text, most)


def check_length(field: str, text: str, most: int) -> str:
    """Return the text.

    Raises:
        Invalid: it has more than `most` characters.
    """
    if len(text) > most:
        raise Invalid(t("At most {most} characters.", most=most), field)
    return text


def shorten(text: str, most: int) -> str:
    """Return the text on one line, cut off after a word if it has more than `most` characters."""
    line = " ".join(text.split())
    if len(line) <= most:
        return line
    start, space, _ = line[:most].rpartition(" ")
    return (start if space else line[: most - 1]).rstrip(" ,.;:") + "…"
