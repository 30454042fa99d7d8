"""Filters that only a listing's columns can tell: price, age, distance, dynamic fields.

Each but those by fields stands here three times: for statements, for a single listing already read, and for columns of many.
All give the same answer.
"""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import sqlalchemy as sa
from numpy.typing import NDArray

from marketplace import clock
from marketplace.domain.search.live import (
    MICROSECONDS_PER_DAY,
    NO_PRICE_UP,
    Columns,
    listing_values,
    listings,
    unindexed,
)
from marketplace.domain.search.schemas import SearchQuery
from marketplace.models import AdType

_KM_PER_DEGREE = 111.195
_RANGE_SIGN = ".."
# Two squared distances that differ by less are one, which two machines' arithmetic told.
SAME = 1e-12


def conditions(query: SearchQuery, columns: Columns, *, by_prices: bool = False) -> list[sa.ColumnElement[bool]]:
    """These filters as conditions on these columns, but for those by fields.

    Args:
        by_prices: the index of prices may lead, as all that match are wanted.
    """
    found: list[sa.ColumnElement[bool]] = []
    if by_prices and (query.min_price is not None or query.max_price is not None):
        # Prices are indexed within each type, so all types are named where none is asked for.
        low, high = ends(query)
        found.append(listings.c.price_up.between(low, high))
        if not query.ad_type:
            found.append(listings.c.ad_type.in_(list(AdType)))
        query = replace(query, min_price=None, max_price=None)
    if query.min_price is not None:
        found.append(columns.price_paise >= math.ceil(query.min_price * 100))
    if query.max_price is not None:
        found.append(columns.price_paise <= math.floor(query.max_price * 100))
    if query.posted_within_days is not None:
        found.append(columns.number >= _oldest(query.posted_within_days))
    if (edges := box(query)) is not None and query.radius_km is not None:
        south, north, west, east = edges
        found.append(columns.latitude.between(south, north))
        found.append(columns.longitude.between(west, east))
        reach = query.radius_km / _KM_PER_DEGREE
        found.append(distance(query, columns) <= reach * reach)
    return found


def are_asked(query: SearchQuery) -> bool:
    """Whether there are any of `conditions`."""
    asked = (query.min_price, query.max_price, query.posted_within_days, query.radius_km)
    return any(it is not None for it in asked)


def which_hold(
    query: SearchQuery,
    numbers: NDArray[np.int64],
    prices: NDArray[np.int64],
    latitudes: NDArray[np.float64],
    longitudes: NDArray[np.float64],
) -> NDArray[np.bool_]:
    """Which of many listings meet `conditions`; without a price it is NO_PRICE_UP, without a place NaN."""
    held = np.ones(len(numbers), np.bool_)
    if query.min_price is not None or query.max_price is not None:
        low, high = ends(query)
        held &= (prices >= low) & (prices <= high)
    if query.posted_within_days is not None:
        held &= numbers >= _oldest(query.posted_within_days)
    if query.radius_km is not None and query.lat is not None:
        held &= distances(query, latitudes, longitudes) <= (query.radius_km / _KM_PER_DEGREE) ** 2
    return held


def box(query: SearchQuery) -> tuple[float, float, float, float] | None:
    """South, north, west and east of the query's radius, in degrees; None without one."""
    if query.lat is None or query.lng is None or query.radius_km is None:
        return None
    reach = query.radius_km / _KM_PER_DEGREE
    across = reach / max(_narrowing(query), 0.01)
    return query.lat - reach, query.lat + reach, query.lng - across, query.lng + across


def field_conditions(
    query: SearchQuery, number: sa.ColumnElement[int], *, counting: bool = False
) -> list[sa.ColumnElement[bool]]:
    """The filters by ranges of dynamic fields, of the listings whose numbers stand in that column; what is asked for as it
    is written, the text index tells (`field_tokens`).

    Args:
        counting: all that match are wanted: those with the value are gathered by its index, instead of looking at each.
    """
    asked = ((field_ids, bounds) for field_ids, value in query.fields.items() if (bounds := _range(value)))
    if counting:
        return [unindexed(number).in_(_holders(field_ids, bounds)) for field_ids, bounds in asked]
    return [_holders(field_ids, bounds, number).exists() for field_ids, bounds in asked]


def is_range(value: str) -> bool:
    """Whether a filter by a dynamic field asks for all numbers between two."""
    return _range(value) is not None


def ends(query: SearchQuery) -> tuple[int, int]:
    """The lowest and the highest price asked for, in paise."""
    low = 0 if query.min_price is None else math.ceil(query.min_price * 100)
    high = NO_PRICE_UP - 1 if query.max_price is None else math.floor(query.max_price * 100)
    return min(low, NO_PRICE_UP - 1), min(high, NO_PRICE_UP - 1)


def _oldest(days: int) -> int:
    return int(clock.now().timestamp() * 1_000_000) - days * MICROSECONDS_PER_DAY


def _holders(field_ids: str, bounds: tuple[float, float], listing: sa.ColumnElement[int] | None = None) -> sa.Select:
    """The numbers of listings with a value in between, or whether the one that stands in the column has it."""
    ids = field_ids.split(",")
    asked = listing_values.c.field_id == field_ids if len(ids) == 1 else listing_values.c.field_id.in_(ids)
    own = sa.select(listing_values.c.listing_number).where(asked, listing_values.c.number.between(*bounds))
    return own if listing is None else own.where(listing_values.c.listing_number == listing)


def _field_holds(row: Any, value: str) -> bool:
    if row is None:
        return False
    if (bounds := _range(value)) is not None:
        return row.number is not None and bounds[0] <= row.number <= bounds[1]
    return row.text == value or (row.number is not None and row.number == number(value))


def _range(value: str) -> tuple[float, float] | None:
    low, sign, high = value.partition(_RANGE_SIGN)
    if not sign:
        return None
    least = number(low) if low.strip() else -1e300
    most = number(high) if high.strip() else 1e300
    return None if least is None or most is None else (least, most)


def number(value: str) -> float | None:
    """The number that is written; None where it is none."""
    try:
        found = float(value)
    except ValueError:
        return None
    return found if math.isfinite(found) else None


def hold(query: SearchQuery, listing: Mapping[str, Any], values: Mapping[str, Any]) -> bool:
    """Whether a listing passes these filters.

    Args:
        listing: its row.
        values: its rows of `listing_values` by field id.
    """
    price = listing["price_paise"]
    if query.min_price is not None and (price is None or price < math.ceil(query.min_price * 100)):
        return False
    if query.max_price is not None and (price is None or price > math.floor(query.max_price * 100)):
        return False
    if query.featured is False and listing["featured"]:
        return False
    if query.posted_within_days is not None and listing["number"] < _oldest(query.posted_within_days):
        return False
    if query.radius_km is not None and query.lat is not None:
        away = distance_of(query, listing)
        if away is None or away > (query.radius_km / _KM_PER_DEGREE) ** 2:
            return False
    return all(
        any(_field_holds(values.get(field_id), value) for field_id in field_ids.split(","))
        for field_ids, value in query.fields.items()
    )


def distance(query: SearchQuery, columns: Columns) -> sa.ColumnElement[Any]:
    """The squared distance from the query's place in degrees of latitude; NULL for ads without coordinates.

    Flat within the radius that people search in: under half a percent off at 200 km, and free of functions that
    not every SQLite build has.
    """
    up = columns.latitude - query.lat
    across = (columns.longitude - query.lng) * _narrowing(query)
    return up * up + across * across


def distances(
    query: SearchQuery, latitudes: NDArray[np.float64], longitudes: NDArray[np.float64]
) -> NDArray[np.float64]:
    """`distance` for many listings; NaN for those without coordinates."""
    up, across = latitudes - (query.lat or 0), (longitudes - (query.lng or 0)) * _narrowing(query)
    return up * up + across * across


def kilometres(query: SearchQuery, row: Mapping[str, Any]) -> float | None:
    """How far a listing already read is from the query's place; None without coordinates on either side."""
    if query.lat is None or (away := distance_of(query, row)) is None:
        return None
    return math.sqrt(away) * _KM_PER_DEGREE


def _narrowing(query: SearchQuery) -> float:
    return math.cos(math.radians(query.lat or 0))


def distance_of(query: SearchQuery, row: Mapping[str, Any]) -> float | None:
    """`distance` for a listing already read."""
    if row["latitude"] is None or row["longitude"] is None:
        return None
    up, across = row["latitude"] - query.lat, (row["longitude"] - query.lng) * _narrowing(query)
    return up * up + across * across
