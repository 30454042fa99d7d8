"""The statements of a search. Listings hold live ads only, so whatever is selected here everyone may see."""

from dataclasses import dataclass, field, replace
from typing import Any

import sqlalchemy as sa

from marketplace.domain.search import ranges
from marketplace.domain.search.engines import FIELDS, Engine
from marketplace.domain.search.indexing import city_key
from marketplace.domain.search.live import listings
from marketplace.domain.search.schemas import SearchQuery, Sort
from marketplace.domain.search.terms import Terms, filter_token


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
        return sa.select(*(columns or (listings.c.number,))).where(
            *_plain(query), *ranges.conditions(query, plain=True)
        )
    terms = replace(plan.terms, filters=(*plan.terms.filters, *filter_tokens(query)))
    return (
        sa.select(*(columns or (engine.number,)))
        .select_from(engine.table.join(listings, listings.c.number == engine.number))
        .where(engine.matches(terms, fields=fields), *ranges.conditions(query, plain=False))
    )


def ordered(engine: Engine, plan: Plan, statement: sa.Select, sort: Sort) -> sa.Select:
    """The statement in one of the orders that the database can make; each is total, so pages never overlap."""
    if sort is Sort.PRICE_UP:
        return statement.order_by(listings.c.price_up, listings.c.number)
    if sort is Sort.PRICE_DOWN:
        return statement.order_by(listings.c.price_down, listings.c.number)
    if sort is Sort.DISTANCE:
        return statement.order_by(ranges.distance(plan.query).nulls_last(), listings.c.number.desc())
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
        here = ranges.distance(plan.query)
        there = ranges.distance_of(plan.query, dict(row))
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


def filter_tokens(query: SearchQuery) -> list[str]:
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
