"""The statements of a search. Listings hold live ads only, so whatever is selected here everyone may see."""

import math
from dataclasses import dataclass, field, replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql.operators import custom_op

from marketplace import clock
from marketplace.domain.search.engines import FIELDS, Engine
from marketplace.domain.search.indexing import city_key
from marketplace.domain.search.live import MICROSECONDS_PER_DAY, listing_values, listings
from marketplace.domain.search.schemas import SearchQuery, Sort
from marketplace.domain.search.terms import Terms, filter_token

_KM_PER_DEGREE = 111.195
_RANGE_SIGN = ".."


@dataclass(frozen=True, slots=True)
class Plan:
    """A query ready to run.

    Attributes:
        query: with what was understood from the keyword already among its filters.
        terms: what the keyword's other words ask for.
    """

    query: SearchQuery
    terms: Terms = field(default_factory=Terms)

    def without(self, **filters: Any) -> "Plan":
        """The plan with these filters set otherwise, e.g. `without(city="")`."""
        return replace(self, query=replace(self.query, **filters))

    @property
    def uses_index(self) -> bool:
        """Whether the text index leads the search."""
        return bool(self.terms)


def matching(engine: Engine, plan: Plan, *columns: Any, fields: tuple[str, ...] = FIELDS) -> sa.Select:
    """The listings that the plan finds, in no order; the given columns, or their numbers."""
    query = plan.query
    if not plan.uses_index:
        return sa.select(*(columns or (listings.c.number,))).where(*_plain(query), *_ranges(query, plain=True))
    terms = replace(plan.terms, filters=(*plan.terms.filters, *_filter_tokens(query)))
    return (
        sa.select(*(columns or (engine.number,)))
        .select_from(engine.table.join(listings, listings.c.number == engine.number))
        .where(engine.matches(terms, fields=fields), *_ranges(query, plain=False))
    )


def ordered(engine: Engine, plan: Plan, statement: sa.Select, sort: Sort) -> sa.Select:
    """The statement in one of the orders that the database can make; each is total, so pages never overlap."""
    if sort is Sort.PRICE_UP:
        return statement.order_by(listings.c.price_up, listings.c.number)
    if sort is Sort.PRICE_DOWN:
        return statement.order_by(listings.c.price_down, listings.c.number)
    if sort is Sort.DISTANCE:
        return statement.order_by(distance(plan.query).nulls_last(), listings.c.number.desc())
    if plan.uses_index:
        return statement.order_by(engine.number.desc())
    return statement.order_by(listings.c.published_at.desc(), listings.c.number.desc())


def following(engine: Engine, plan: Plan, statement: sa.Select, sort: Sort, row: sa.RowMapping) -> sa.Select:
    """The part of the statement that comes after a listing in that order."""
    number = engine.number if plan.uses_index else listings.c.number
    if sort in (Sort.PRICE_UP, Sort.PRICE_DOWN):
        column = listings.c.price_up if sort is Sort.PRICE_UP else listings.c.price_down
        return statement.where(sa.tuple_(column, listings.c.number) > sa.tuple_(row[column.name], row["number"]))
    if sort is Sort.DISTANCE:
        here = distance(plan.query)
        there = _distance_of(plan.query, row)
        if there is None:
            return statement.where(here.is_(None), number < row["number"])
        # A step smaller than any grid distance, as floating point may differ in its last digit.
        return statement.where(
            sa.or_(
                here > there + 1e-12,
                here.is_(None),
                sa.and_(here >= there - 1e-12, number < row["number"]),
            )
        )
    if plan.uses_index:
        return statement.where(number < row["number"])
    return statement.where(
        sa.tuple_(listings.c.published_at, listings.c.number) < sa.tuple_(row["published_at"], row["number"])
    )


def bounded_count(statement: sa.Select, most: int) -> sa.Select:
    """How many rows the statement has, at most one more than `most`; it reads no further."""
    return sa.select(sa.func.count()).select_from(statement.order_by(None).limit(most + 1).subquery())


def distance(query: SearchQuery) -> sa.ColumnElement[Any]:
    """The squared distance from the query's place in degrees of latitude; NULL for ads without coordinates.

    Flat within the radius that people search in: under half a percent off at 200 km, and free of functions that
    not every SQLite build has.
    """
    up = listings.c.latitude - query.lat
    across = (listings.c.longitude - query.lng) * _narrowing(query)
    return up * up + across * across


def _narrowing(query: SearchQuery) -> float:
    return math.cos(math.radians(query.lat or 0))


def _distance_of(query: SearchQuery, row: sa.RowMapping) -> float | None:
    if row["latitude"] is None or row["longitude"] is None:
        return None
    up, across = row["latitude"] - query.lat, (row["longitude"] - query.lng) * _narrowing(query)
    return up * up + across * across


def _filter_tokens(query: SearchQuery) -> list[str]:
    """The filters that the text index can apply itself."""
    found = []
    if query.ad_type:
        found.append(filter_token("t", query.ad_type))
    if query.featured:
        found.append(filter_token("f", "1"))
    for kind, value in (("c", query.category_id), ("s", query.subcategory_id), ("u", query.seller_id)):
        if value:
            found.append(filter_token(kind, city_key(value)))
    if query.city:
        found.append(filter_token("p", city_key(query.city)))
    return found


def _plain(query: SearchQuery) -> list[sa.ColumnElement[bool]]:
    """The same filters on the listing's columns, where there is no keyword."""
    found: list[sa.ColumnElement[bool]] = []
    if query.ad_type:
        found.append(listings.c.ad_type == query.ad_type)
    if query.featured:
        found.append(listings.c.featured.is_(True))
    by_id = (listings.c.category_id, listings.c.subcategory_id, listings.c.seller_id)
    found.extend(column == value for column in by_id if (value := getattr(query, column.name)))
    if city := query.city:
        # The spellings of one name that sellers use; a function on the column could use no index.
        found.append(listings.c.city.in_({city, city.title(), city.capitalize(), city.lower(), city.upper()}))
    return found


def _ranges(query: SearchQuery, *, plain: bool) -> list[sa.ColumnElement[bool]]:
    """The filters that only the listing's columns can tell."""
    column = (lambda it: it) if plain else _unindexed
    found: list[sa.ColumnElement[bool]] = []
    if query.min_price is not None:
        found.append(column(listings.c.price_paise) >= math.ceil(query.min_price * 100))
    if query.max_price is not None:
        found.append(column(listings.c.price_paise) <= math.floor(query.max_price * 100))
    if query.featured is False:
        found.append(listings.c.featured.is_(False))
    if query.posted_within_days is not None:
        newest = int(clock.now().timestamp() * 1_000_000)
        found.append(listings.c.number >= newest - query.posted_within_days * MICROSECONDS_PER_DAY)
    if query.lat is not None and query.lng is not None and query.radius_km is not None:
        reach = query.radius_km / _KM_PER_DEGREE
        across = reach / max(_narrowing(query), 0.01)
        found.append(column(listings.c.latitude).between(query.lat - reach, query.lat + reach))
        found.append(column(listings.c.longitude).between(query.lng - across, query.lng + across))
        found.append(distance(query) <= reach * reach)
    found.extend(_field(field_id, value) for field_id, value in query.fields.items())
    return found


def _unindexed(column: sa.ColumnElement[Any]) -> sa.ColumnElement[Any]:
    """The column with a plus in front, which keeps SQLite from leading with its index instead of the text index."""
    return sa.sql.expression.UnaryExpression(column, operator=custom_op("+"), type_=column.type)


def _field(field_id: str, value: str) -> sa.ColumnElement[bool]:
    own = sa.select(sa.literal(1)).where(
        listing_values.c.listing_number == listings.c.number, listing_values.c.field_id == field_id
    )
    low, sign, high = value.partition(_RANGE_SIGN)
    if sign and (bounds := _bounds(low, high)):
        return own.where(listing_values.c.number.between(*bounds)).exists()
    if (number := _number(value)) is not None:
        return own.where(sa.or_(listing_values.c.text == value, listing_values.c.number == number)).exists()
    return own.where(listing_values.c.text == value).exists()


def _bounds(low: str, high: str) -> tuple[float, float] | None:
    least = _number(low) if low.strip() else -1e300
    most = _number(high) if high.strip() else 1e300
    return None if least is None or most is None else (least, most)


def _number(value: str) -> float | None:
    try:
        number = float(value)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
