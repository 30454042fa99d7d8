"""The functions and methods that expressions may call. What isn't here fails when a component is compiled."""

import math
from collections.abc import Callable
from typing import Any

from marketplace.web.reflex_ext.ssr.javascript import (
    UNDEFINED,
    entries,
    get,
    is_present,
    is_true,
    items,
    joined,
    plain,
    strict_equal,
    stringify,
    to_number,
    to_string,
    truthy,
    units,
    value_of,
)

# JavaScript's white space, which is not quite Python's.
_SPACE = "\t\n\v\f\r \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"


def _whole(value: Any, default: int) -> int:
    number = default if value is UNDEFINED else to_number(value)
    return 0 if number != number else math.trunc(max(min(number, 2**53), -(2**53)))


def _sequence(value: Any) -> Any:
    """Return a list, a tuple or the code units of a text; None for other values."""
    if type(value) is str:
        return units(value)
    return value if isinstance(value, list | tuple) else None


def _at(value: Any, index: Any = 0) -> Any:
    found = _sequence(value)
    at = _whole(index, 0)
    if found is None or not -len(found) <= at < len(found):
        return UNDEFINED
    return joined(found[at]) if type(value) is str else plain(found[at])


def _slice(value: Any, start: Any = UNDEFINED, end: Any = UNDEFINED) -> Any:
    found = _sequence(value)
    if found is None:
        return UNDEFINED
    part = found[_whole(start, 0) : _whole(end, len(found))]
    return joined(part) if type(value) is str else list(part)


def _includes(value: Any, sought: Any) -> bool:
    if type(value) is str:
        return to_string(sought) in value
    return any(strict_equal(each, sought) or (each != each and sought != sought) for each in items(value))


def _index_of(value: Any, sought: Any) -> int:
    if type(value) is str:
        found = value.find(to_string(sought))
        return len(units(value[:found])) if found >= 0 else -1
    return next((index for index, each in enumerate(items(value)) if strict_equal(each, sought)), -1)


def _join(value: Any, by: Any = UNDEFINED) -> Any:
    if not isinstance(value, list | tuple):
        return UNDEFINED
    between = "," if by is UNDEFINED else to_string(by)
    return between.join(to_string(each) if is_present(each) else "" for each in items(value))


def _split(value: Any, by: Any = UNDEFINED) -> Any:
    if type(value) is not str:
        return UNDEFINED
    if by is UNDEFINED:
        return [value]
    between = to_string(by)
    return value.split(between) if between else [joined(each) for each in units(value)]


def _text_method(change: Callable[..., Any]) -> Callable[..., Any]:
    def method(value: Any, *args: Any) -> Any:
        return change(value, *args) if type(value) is str else UNDEFINED

    return method


def _has_own(value: Any, key: Any) -> bool:
    return get(value, key) is not UNDEFINED


def _list_method(use: Callable[[list[Any], Any], Any]) -> Callable[[Any, Any], Any]:
    def method(value: Any, function: Any) -> Any:
        return use(items(value), function) if isinstance(value, list | tuple) else UNDEFINED

    return method


# Called with the object and the arguments.
METHODS: dict[str, Callable[..., Any]] = {
    "at": _at,
    "concat": lambda value, *more: (
        value + "".join(map(to_string, more))
        if type(value) is str
        else [each for part in (value, *more) for each in (items(part) if isinstance(part, list | tuple) else [part])]
    ),
    "endsWith": _text_method(lambda value, end: value.endswith(to_string(end))),
    "hasOwnProperty": _has_own,
    "includes": _includes,
    "indexOf": _index_of,
    "join": _join,
    "replaceAll": _text_method(lambda value, old, new: value.replace(to_string(old), to_string(new))),
    "slice": _slice,
    "split": _split,
    "startsWith": _text_method(lambda value, start: value.startswith(to_string(start))),
    "toLowerCase": _text_method(lambda value: value.lower()),
    "toString": lambda value: to_string(value) if is_present(value) else UNDEFINED,
    "toUpperCase": _text_method(lambda value: value.upper()),
    "trim": _text_method(lambda value: value.strip(_SPACE)),
    "valueOf": value_of,
    # Functions are called with an element and its index.
    "every": _list_method(lambda found, test: all(truthy(test(each, at)) for at, each in enumerate(found))),
    "filter": _list_method(lambda found, test: [each for at, each in enumerate(found) if truthy(test(each, at))]),
    "map": _list_method(lambda found, change: [change(each, at) for at, each in enumerate(found)]),
    "some": _list_method(lambda found, test: any(truthy(test(each, at)) for at, each in enumerate(found))),
}


def _characters(value: Any) -> str:
    return value if type(value) is str else ""


def _character_at(value: Any, index: Any) -> Any:
    text, at = _characters(value), _whole(index, 0)
    return text[at] if -len(text) <= at < len(text) else UNDEFINED


def _character_slice(value: Any, start: Any = None, end: Any = None) -> str:
    text = _characters(value)
    first, last = (UNDEFINED if each is None else each for each in (start, end))
    return text[_whole(first, 0) : _whole(last, len(text))]


def _round(value: Any) -> float:
    number = to_number(value)
    return math.floor(number + 0.5) if math.isfinite(number) else number


def _rounded(change: Callable[[float], int]) -> Callable[[Any], float]:
    def function(value: Any) -> float:
        number = to_number(value)
        return change(number) if math.isfinite(number) else number

    return function


# Reflex's own functions (utils/state.js) and JavaScript's.
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "isTrue": is_true,
    "isNotNullOrUndefined": is_present,
    "pyStrAt": _character_at,
    "pyStrChars": lambda value: list(_characters(value)),
    "pyStrLength": lambda value: len(_characters(value)),
    "pyStrSlice": _character_slice,
    "Array.isArray": lambda value: isinstance(value, list | tuple),
    "Boolean": truthy,
    "JSON.stringify": stringify,
    "Math.abs": lambda value: abs(to_number(value)),
    "Math.ceil": _rounded(math.ceil),
    "Math.floor": _rounded(math.floor),
    "Math.round": _round,
    "Number": to_number,
    "Object.entries": lambda value: [[key, each] for key, each in entries(value).items()],
    "Object.keys": lambda value: list(entries(value)),
    "Object.values": lambda value: list(entries(value).values()),
    "String": to_string,
}
# Results whose kind is known, so that converting them again can be left out.
KINDS = {
    **dict.fromkeys(("isTrue", "isNotNullOrUndefined", "Array.isArray", "Boolean"), "boolean"),
    **dict.fromkeys(("pyStrSlice", "String"), "string"),
}
METHOD_KINDS = dict.fromkeys(("hasOwnProperty", "includes"), "boolean")
