"""Texts that every database and every answer can hold.

JSON can carry NUL and halves of surrogate pairs; PostgreSQL refuses the one, UTF-8 has no form for the other.
"""

from typing import Any

_REPLACEMENT = "\ufffd"


def make_storable(value: Any) -> Any:
    """The same value, unstorable characters in its texts replaced (U+FFFD), within dicts, lists and tuples too.

    What is fine already comes back as it is, not as a copy.
    """
    if type(value) is str:
        return value if value.isascii() and "\x00" not in value else _make_text(value)
    if type(value) is dict:
        keys, items = list(value), list(value.values())
        fit_keys, fit_items = _make_all(keys), _make_all(items)
        is_fit = fit_keys is keys and fit_items is items
        return value if is_fit else dict(zip(fit_keys, fit_items, strict=True))
    if type(value) is list:
        return _make_all(value)
    if type(value) is tuple:
        items = list(value)
        fit_items = _make_all(items)
        return value if fit_items is items else tuple(fit_items)
    return value


def _make_all(items: list[Any]) -> list[Any]:
    # Every parameter of every statement passes here, so texts that are fine are told by the two cheapest looks.
    for item in items:
        kind = type(item)
        if kind is str:
            if item.isascii() and "\x00" not in item:
                continue
        elif kind is not dict and kind is not list and kind is not tuple:
            continue
        if make_storable(item) is not item:
            return [make_storable(each) for each in items]
    return items


def _make_text(text: str) -> str:
    text = text.replace("\x00", _REPLACEMENT)
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
