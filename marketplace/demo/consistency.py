"""Keeps the parts of an ad of the demo from contradicting each other, by the tables of consistency.yaml."""

import re
from collections.abc import Iterable, Mapping
from datetime import date
from random import Random
from typing import Any

from marketplace.demo.content import read
from marketplace.demo.goods import FieldData
from marketplace.models import InputType

_TABLES = read("consistency")
# Kilometres that a vehicle is driven in a year at most.
_DRIVEN_A_YEAR = 14_000

Values = dict[str, str | float]


def mend(values: Values, fields: Iterable[FieldData], ad: Mapping[str, Any], today: date, rng: Random) -> Values:
    """Replace the values that contradict the name or the picture of the ad, or each other.

    Args:
        ad: `name` and `picture` of the ad.
    """
    mended = dict(values)
    allowed: dict[str, list[Any]] = {}
    for row in _TABLES["values"]:
        if all(_fits(key, row[key], {**mended, **ad}.get(key, "")) for key in row if key != "set"):
            # The first row that names a field decides.
            allowed = row["set"] | allowed
    for field in fields:
        value, rule = mended.get(field.label), allowed.get(field.label)
        if value is None:
            continue
        if field.input_type is InputType.NUMBER:
            if rule and not rule[0] <= float(value) <= rule[1]:
                mended[field.label] = rng.randrange(rule[0], rule[1] + 1, rule[2])
        elif field.input_type is InputType.SELECT or field.label in allowed:
            mended[field.label] = _choose(field, str(value), rule, ad["name"], rng)
    if "Year" in mended and "Driven" in mended:
        most = int((today.year - float(mended["Year"]) + 1) * _DRIVEN_A_YEAR)
        if float(mended["Driven"]) > most:
            mended["Driven"] = rng.randrange(most // 2, most + 1, 500)
    return mended


def _choose(field: FieldData, value: str, allowed: list[Any] | None, name: str, rng: Random) -> str:
    named = [
        each for each in field.choices if len(each) > 1 and re.search(rf"\b{re.escape(each)}\b", name, re.IGNORECASE)
    ]
    if named:
        # "Full HD" also contains "HD".
        return max(named, key=len)
    return value if not allowed or value in allowed else str(rng.choice(allowed))


def _fits(key: str, wanted: Any, value: Any) -> bool:
    if key == "name":
        return re.search(wanted, str(value)) is not None
    return value in (wanted if isinstance(wanted, list) else [wanted])


def holds(text: str, ad: Mapping[str, Any], said: Iterable[str] = ()) -> bool:
    """Whether a text contradicts neither the ad nor what was said before.

    Args:
        ad: the values by label, and type, per, picture, seller, name and priced; dates as days from today.
    """
    return all(
        all(_is_true(key, row[key], ad, said) for key in row if key != "says")
        for row in _TABLES["claims"]
        if re.search(row["says"], text)
    )


def _is_true(key: str, wanted: Any, ad: Mapping[str, Any], said: Iterable[str]) -> bool:
    if key == "without":
        return not any(re.search(wanted, other) for other in said)
    value = ad.get(key)
    if value in (None, ""):
        return True
    if isinstance(wanted, dict):
        return wanted.get("min", float("-inf")) <= float(value) <= wanted.get("max", float("inf"))
    return _fits(key, wanted, value)
