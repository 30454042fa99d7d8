"""Replacement of characters that databases and responses can't contain.

JSON can contain NUL and lone surrogates. PostgreSQL rejects NUL, and UTF-8 can't encode lone surrogates.
"""

from typing import Any

_REPLACEMENT = "\ufffd"


def sanitize(value: Any) -> Any:
    """Replace NUL and lone surrogates with U+FFFD in a text, also inside dicts, lists and tuples.

    A value without such characters is returned itself, not as a copy.
    """
    if type(value) is str:
        return value if value.isascii() and "\x00" not in value else _sanitize_text(value)
    if type(value) is dict:
        keys, items = list(value), list(value.values())
        clean_keys, clean_items = _sanitize_all(keys), _sanitize_all(items)
        is_clean = clean_keys is keys and clean_items is items
        return value if is_clean else dict(zip(clean_keys, clean_items, strict=True))
    if type(value) is list:
        return _sanitize_all(value)
    if type(value) is tuple:
        items = list(value)
        clean_items = _sanitize_all(items)
        return value if clean_items is items else tuple(clean_items)
    return value


def _sanitize_all(items: list[Any]) -> list[Any]:
    # This runs for every parameter of every statement, so clean texts are detected with the two cheapest checks.
    for item in items:
        kind = type(item)
        if kind is str:
            if item.isascii() and "\x00" not in item:
                continue
        elif kind is not dict and kind is not list and kind is not tuple:
            continue
        if sanitize(item) is not item:
            return [sanitize(each) for each in items]
    return items


def _sanitize_text(text: str) -> str:
    text = text.replace("\x00", _REPLACEMENT)
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
