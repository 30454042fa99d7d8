"""Parses query parameters of pages and of the API."""

import re
from collections.abc import Callable, Collection, Mapping
from decimal import Decimal
from itertools import islice
from typing import TypeVar
from urllib.parse import urlencode

from marketplace.core.errors import Invalid
from marketplace.core.money import amount_problem, parse_rupees, range_text
from marketplace.core.numbers import parse_decimal
from marketplace.core.text import clean_line
from marketplace.domain.search import messages
from marketplace.domain.search.schemas import FILTERS, NO_QUERY, PARAMETERS, SearchQuery, Sort
from marketplace.i18n.texts import t
from marketplace.models import AdType, PriceUnit

Value = TypeVar("Value")

_ABSENT = ("", "null", "undefined")
_BOOLEANS = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}
_FIELD = re.compile(r"field\[([^\]]{1,2000})\]")
_MAX_FIELDS = 20
# The parameters of a filter that has several.
_ONE_FILTER = {PARAMETERS[attribute]: name for name in ("price", "near") for attribute in FILTERS[name]}
# Name of the place at `lat` and `lng`, for display only.
PLACE = PARAMETERS["near"]
_MAX_KEYWORD = 1_000
_LONGEST_PLACE = 60
_MAX_RADIUS_KM = 20_100
_MAX_DAYS = 36_500
# All parameters that `parse_query` reads, besides `field[<fieldRef>]`.
_NAMES = frozenset({*PARAMETERS.values(), "category", "after"})


def parse_query(params: Mapping[str, str]) -> SearchQuery:
    """Parse query parameters; empty values, `null` and `undefined` count as absent, and a lowest price above
    the highest one is swapped with it.

    A distance may lack `lat` and `lng` if there is a keyword, which may name the place (see `require_place`).

    Raises:
        Invalid: an unknown type or sort, or an invalid number; `errors` lists all of them.
    """
    reader = _Reader(params)
    lat, lng = reader.number("lat", -90, 90), reader.number("lng", -180, 180)
    least, most = reader.number("minPrice", 0, parse=parse_rupees), reader.number("maxPrice", 0, parse=parse_rupees)
    if least is not None and most is not None and least > most:
        least, most = most, least
    query = SearchQuery(
        keyword=reader.text("keyword")[:_MAX_KEYWORD],
        ad_type=reader.read("producttype", AdType, t("producttype must be sell, rent or lease.")),
        category_id=reader.text("categoryId") or reader.text("category"),
        subcategory_id=reader.text("subcategoryId"),
        city=reader.text("city")[:120],
        min_price=least,
        max_price=most,
        price_unit=reader.read("priceUnit", PriceUnit, t("priceUnit must be hour, day, week, month or year.")),
        lat=lat,
        lng=lng,
        radius_km=reader.number("radiusKm", 0, _MAX_RADIUS_KM),
        near="" if lat is None else reader.text(PLACE)[:_LONGEST_PLACE],
        posted_within_days=reader.read(
            "postedWithinDays", _days, t("{field} must be a whole number from 1.", field="postedWithinDays")
        ),
        featured=reader.read("featured", lambda it: _BOOLEANS[it.lower()], t("featured must be true or false.")),
        seller_id=reader.text("sellerId"),
        fields=reader.fields(),
        sort=reader.read("sort", Sort, t("sort must be relevance, newest, price_asc, price_desc or distance.")),
        after=reader.text("after"),
        literal=_BOOLEANS.get(reader.text("literal"), False),
    )
    if (lat is None) != (lng is None):
        reader.refuse("lng" if lng is None else "lat", t("lat and lng are required together."))
    elif _is_from_nowhere(query) and not query.keyword:
        reader.refuse("lat", t(messages.NO_PLACE))
    if reader.problems:
        raise Invalid(reader.problems[0]["message"], errors=reader.problems)
    return query


def is_parameter(name: str) -> bool:
    """Whether `parse_query` reads this parameter."""
    return name in _NAMES or _FIELD.fullmatch(name) is not None


def require_place(query: SearchQuery) -> None:
    """Check that a query by distance has a place.

    Raises:
        Invalid: there is a radius or sorting by distance without a place.
    """
    if _is_from_nowhere(query):
        message = t(messages.NO_PLACE)
        raise Invalid(message, errors=[{"field": "lat", "message": message}])


def _is_from_nowhere(query: SearchQuery) -> bool:
    return query.lat is None and (query.sort is Sort.DISTANCE or query.radius_km is not None)


def to_params(query: SearchQuery) -> dict[str, str]:
    """Format a query as parameters, without absent ones; the inverse of `parse_query`."""
    found = {}
    for attribute, name in PARAMETERS.items():
        value = getattr(query, attribute)
        if value != getattr(NO_QUERY, attribute):
            text = plain_number(value) if isinstance(value, float) else str(value)
            found[name] = text.lower() if isinstance(value, bool) else text
    return found | {f"field[{field}]": value for field, value in query.fields.items()}


def count_filters(query: SearchQuery, *, fixed: Collection[str] = ()) -> int:
    """Count the active filters; a price range is one, and so is a place with its radius.

    Args:
        fixed: parameters that the page sets itself.
    """
    names = to_params(query).keys() - {"keyword", PLACE, "sort", "literal", *fixed}
    return len({_ONE_FILTER.get(name, name) for name in names})


def link_of(params: Mapping[str, str]) -> str:
    """The path of the results page for these parameters; all ads of a seller are on the seller's page."""
    if params.keys() == {"sellerId"}:
        return f"/sellers/{params['sellerId']}"
    return f"/products/search?{urlencode(params)}"


def plain_number(value: float) -> str:
    """Format a number without an exponent and trailing zeros."""
    return f"{value:.6f}".rstrip("0").rstrip(".")


def price_text(rupees: float | None) -> str:
    """Format a price for a parameter; empty if there is none."""
    return "" if rupees is None else plain_number(rupees)


def value_text(value: str, unit: str = "") -> str:
    """Format the value of a dynamic field for display; `5..10` is a range."""
    low, sign, high = value.partition("..")
    text = range_text(low, high) if sign else value
    return f"{text} {unit}" if text and unit else text


def _days(value: str) -> int:
    days = parse_decimal(value)
    if days is None or days != int(days) or not 1 <= days <= _MAX_DAYS:
        raise ValueError(value)
    return int(days)


class _Reader:
    """Reads parameters one by one and collects their errors."""

    def __init__(self, params: Mapping[str, str]):
        texts = {name: str(value).strip() for name, value in params.items()}
        self.params = {name: text for name, text in texts.items() if text not in _ABSENT}
        self.problems: list[dict[str, str]] = []

    def refuse(self, field: str, message: str) -> None:
        self.problems.append({"field": field, "message": message})

    def text(self, name: str) -> str:
        return clean_line(self.params.get(name, ""))

    def read(self, name: str, parse: Callable[[str], Value], message: str) -> Value | None:
        try:
            return parse(self.params[name]) if name in self.params else None
        except (ValueError, KeyError):
            self.refuse(name, message)
            return None

    def number(
        self, name: str, least: float, most: float = 1e13, *, parse: Callable[[str], Decimal | None] = parse_decimal
    ) -> float | None:
        if name not in self.params:
            return None
        value = parse(self.params[name])
        if value is not None and least <= value <= most:
            return float(value)
        if value is not None:
            wrong = t("{field} is out of range.", field=name)
        else:
            commas = amount_problem(self.params[name]) if parse is parse_rupees else ""
            wrong = commas or t("{field} must be a number.", field=name)
        self.refuse(name, wrong)
        return None

    def fields(self) -> dict[str, str]:
        found = ((match[1], self.text(name)[:200]) for name in self.params if (match := _FIELD.fullmatch(name)))
        return dict(islice(found, _MAX_FIELDS))
