"""What JavaScript does with values, on Python values: None is null, UNDEFINED is undefined, models and dicts are objects."""

import json
import math
from collections.abc import Callable, Iterable
from decimal import Decimal
from functools import cache
from typing import Any

from pydantic import BaseModel
from reflex_base.utils.serializers import serialize


class Undefined:
    """JavaScript's undefined."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "UNDEFINED"


UNDEFINED = Undefined()
_PLAIN = {str, int, float, bool, type(None), Undefined, dict, list, tuple}
# Numbers up to here are exact in JavaScript.
_EXACT = 2**53


def plain(value: Any) -> Any:
    """Return the value as Reflex would send it: dates, enums, decimals and sets are converted, models stay."""
    if type(value) in _PLAIN or isinstance(value, BaseModel):
        return value
    return serialize(value)


@cache
def _fields(kind: type) -> frozenset[str]:
    """The names of a model's fields; none for other types."""
    if not issubclass(kind, BaseModel):
        return frozenset()
    return frozenset(kind.model_fields) | frozenset(kind.model_computed_fields)


def entries(value: Any) -> dict[str, Any]:
    """Return the properties of an object by name, in order; none for other values."""
    if isinstance(value, BaseModel):
        names = [*type(value).model_fields, *type(value).model_computed_fields]
        return {name: plain(getattr(value, name)) for name in names}
    if isinstance(value, dict):
        return {to_string(key): plain(each) for key, each in value.items()}
    return {str(index): each for index, each in enumerate(items(value))}


def units(text: str) -> list[str] | str:
    """Return the UTF-16 code units of a text, by which JavaScript counts."""
    if text.isascii() or max(text) <= "\uffff":
        return text
    data = text.encode("utf-16-le", "surrogatepass")
    return [data[at : at + 2].decode("utf-16-le", "surrogatepass") for at in range(0, len(data), 2)]


def joined(parts: Iterable[str]) -> str:
    """Join code units to a text; half a character becomes U+FFFD, because it has no UTF-8 form."""
    return "".join(parts).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _index(key: Any) -> int | None:
    if type(key) is str and key.isdecimal() and key.isascii() and str(int(key)) == key:
        return int(key)
    return int(key) if type(key) in (int, float) and key == key and key >= 0 and key == int(key) else None


def get(value: Any, key: Any) -> Any:
    """Return a property: `value?.[key]`. Also for `value.key`, which is undefined where JavaScript would throw."""
    kind = type(value)
    if type(key) is str and key in _fields(kind):
        return plain(getattr(value, key))
    if kind is dict:
        found = value.get(key, UNDEFINED) if type(key) is str or type(key) is int else UNDEFINED
        if found is UNDEFINED and value and (type(key) is not str or type(next(iter(value))) is not str):
            found = entries(value).get(to_string(key), UNDEFINED)
        return plain(found)
    if kind is list or kind is tuple or kind is str:
        items = units(value) if kind is str else value
        if key == "length":
            return len(items)
        at = _index(key)
        if at is None or at >= len(items):
            return UNDEFINED
        return joined(items[at]) if kind is str else plain(items[at])
    return UNDEFINED


def is_object(value: Any) -> bool:
    """Return whether JavaScript's typeof is "object", without null."""
    return isinstance(value, dict | list | tuple | BaseModel)


def truthy(value: Any) -> bool:
    """Convert as `Boolean(value)`: empty lists and objects are true, NaN is false."""
    if value is True or value is None or value is UNDEFINED:
        return value is True
    if type(value) is float:
        return value == value and value != 0
    return bool(value) or is_object(value)


def is_true(value: Any) -> bool:
    """Return what Reflex's `isTrue` returns: as Python's bool, but NaN is false."""
    if type(value) is float:
        return value == value and value != 0
    if isinstance(value, BaseModel):
        return bool(_fields(type(value)))
    return bool(value)


def is_present(value: Any) -> bool:
    """Return whether the value is neither null nor undefined."""
    return value is not None and value is not UNDEFINED


def _is_number(value: Any) -> bool:
    return type(value) is int or type(value) is float


def strict_equal(left: Any, right: Any) -> bool:
    """Compare as `===`: no conversions; lists and objects are equal only if they are the same one."""
    if type(left) is str or _is_number(left):
        return left == right and (type(right) is str or _is_number(right))
    return left is right


def loose_equal(left: Any, right: Any) -> bool:
    """Compare as `==`."""
    if not is_present(left) or not is_present(right):
        return not is_present(left) and not is_present(right)
    if type(left) is type(right) or (_is_number(left) and _is_number(right)):
        return strict_equal(left, right)
    if is_object(left) and is_object(right):
        return left is right
    if is_object(left) or is_object(right):
        return loose_equal(_primitive(left), _primitive(right))
    return to_number(left) == to_number(right)


def value_of(value: Any) -> Any:
    """Return what `value?.valueOf?.()` returns."""
    return UNDEFINED if value is None else value


def number_to_string(value: float) -> str:
    """Format a number as JavaScript does."""
    if -_EXACT <= value <= _EXACT and value == int(value):
        return str(int(value))
    number = float(value)
    if number != number:
        return "NaN"
    if math.isinf(number):
        return "Infinity" if number > 0 else "-Infinity"
    sign = "-" if number < 0 else ""
    parts = Decimal(repr(abs(number))).normalize().as_tuple()
    digits = "".join(map(str, parts.digits))
    exponent = int(parts.exponent)
    point = len(digits) + exponent
    if 0 < point <= 21:
        body = digits + "0" * exponent if exponent >= 0 else f"{digits[:point]}.{digits[point:]}"
    elif -6 < point <= 0:
        body = "0." + "0" * -point + digits
    else:
        mantissa = f"{digits[0]}.{digits[1:]}" if len(digits) > 1 else digits
        body = f"{mantissa}e{'+' if point > 0 else '-'}{abs(point - 1)}"
    return sign + body


def _primitive(value: Any) -> Any:
    # Nearly all values; the check below is slow.
    if type(value) is str or _is_number(value):
        return value
    if isinstance(value, list | tuple):
        return ",".join(to_string(each) if is_present(each) else "" for each in value)
    return "[object Object]" if is_object(value) else value


def to_string(value: Any) -> str:
    """Convert as `String(value)`."""
    kind = type(value)
    if kind is str:
        return value
    if kind is bool:
        return "true" if value else "false"
    if kind is int or kind is float:
        return number_to_string(value)
    if value is None:
        return "null"
    if value is UNDEFINED:
        return "undefined"
    if is_object(value):
        return _primitive(value)
    return to_string(plain(value))


def to_number(value: Any) -> float:
    """Convert as `Number(value)`; NaN if it is none."""
    if _is_number(value):
        return value
    if value is None or type(value) is bool:
        return int(bool(value))
    text = _primitive(value)
    if not isinstance(text, str):
        return math.nan
    text = text.strip()
    if not text:
        return 0
    if text.lstrip("+-") == "Infinity":
        return -math.inf if text.startswith("-") else math.inf
    try:
        if text[:2].lower() in ("0x", "0o", "0b"):
            return int(text, 0)
        # Python's float also knows "inf", "nan" and underscores.
        number = float(text) if set(text) <= set("0123456789+-.eE") else math.nan
    except ValueError:
        return math.nan
    return number


def add(left: Any, right: Any) -> Any:
    """Add two values as JavaScript's `+`: numbers are added; a text or an object makes it a concatenation."""
    left, right = _primitive(left), _primitive(right)
    if type(left) is str or type(right) is str:
        return to_string(left) + to_string(right)
    return float(to_number(left)) + to_number(right)


def compare(left: Any, right: Any, test: Callable[[Any, Any], bool]) -> bool:
    """Compare as `<`, `>`, `<=` and `>=`: two texts by their code units, everything else as numbers."""
    if _is_number(left) and _is_number(right):
        return test(left, right)
    left, right = _primitive(left), _primitive(right)
    if type(left) is str and type(right) is str:
        return test(left.encode("utf-16-be", "surrogatepass"), right.encode("utf-16-be", "surrogatepass"))
    return test(to_number(left), to_number(right))


def divide(left: Any, right: Any) -> float:
    """Divide as `/`: by zero it is an infinity or NaN."""
    number, by = to_number(left), to_number(right)
    if by == 0:
        sign = math.copysign(1, number) * math.copysign(1, by)
        return math.nan if number == 0 or number != number else sign * math.inf
    return number / by


def remainder(left: Any, right: Any) -> float:
    """Return the remainder as `%`, which has the sign of the left side."""
    number, by = to_number(left), to_number(right)
    if by == 0 or math.isinf(number) or number != number or by != by:
        return math.nan
    return math.fmod(number, by)


def stringify(value: Any) -> Any:
    """Return what `JSON.stringify(value)` returns; undefined for undefined."""
    if value is UNDEFINED:
        return UNDEFINED
    if _is_number(value):
        return "null" if value != value or math.isinf(value) else number_to_string(value)
    if isinstance(value, list | tuple):
        return "[" + ",".join(stringify(plain(each)) or "null" for each in value) + "]"
    if is_object(value):
        pairs = [(key, stringify(each)) for key, each in entries(value).items() if each is not UNDEFINED]
        return "{" + ",".join(f"{json.dumps(key, ensure_ascii=False)}:{each}" for key, each in pairs) + "}"
    return json.dumps(value, ensure_ascii=False)


def items(value: Any) -> list[Any]:
    """Return what `Array.prototype.map.call(value ?? [], ...)` goes over."""
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return [joined(each) for each in units(value)] if type(value) is str else []
