"""The statements of a search. Listings hold live ads only, so whatever is selected here everyone may see."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import sqlalchemy as sa

from marketplace import clock
from marketplace.domain.search import bands, field_tokens, ranges
from marketplace.domain.search.engines import Engine
from marketplace.domain.search.hits import Hits
from marketplace.domain.search.indexing import city_key
from marketplace.domain.search.live import ASIDE, LISTED, MICROSECONDS_PER_DAY, Columns, listings, unindexed
from marketplace.domain.search.schemas import SearchQuery, Sort
from marketplace.domain.search.shelves import Named
from marketplace.domain.search.terms import FEATURED, Phrase, Terms, filter_token

# Days back from now that are looked through first, and at most before all that is older is.
_FIRST_DAYS, _MOST_DAYS = 2, 40
# A window this much longer than what was found promises makes up for days that are worse than the last ones.
_SPARE = 1.3


@dataclass(frozen=True, slots=True)
class Plan:
    """A query ready to run.

    Attributes:
        query: with what was understood from the keyword already among its filters.
        terms: what the keyword's other words ask for.
        cities: how ads spell the query's city.
        named: the shelves that its words name, where the list is by relevance.
        numbers: all listings that it finds, where that is known because they are few; nothing has to be searched then.
        foremost: those that are put in order by relevance, where that is known.
        total: how many it finds, where that came out on the way; no further than one beyond what is counted.
        hits: all that it finds, where posting lists told that; these three come from it then.
        implied: filters that others imply as long as these are set: pairs of attributes of the query (`shelves.implied`).
        by_cells: the text index leads by the cells of the map that the radius touches.
    """

    query: SearchQuery
    terms: Terms = field(default_factory=Terms)
    cities: tuple[str, ...] = ()
    named: Named | None = None
    numbers: tuple[int, ...] | None = None
    foremost: tuple[int, ...] = ()
    total: int | None = None
    hits: "Hits | None" = None
    implied: frozenset[tuple[str, str]] = frozenset()
    by_cells: bool = False

    def without(self, **filters: Any) -> "Plan":
        """The plan with these filters set otherwise, e.g. `without(city="")`."""
        return replace(self, query=replace(self.query, **filters), numbers=None, foremost=(), total=None, hits=None)

    @property
    def needed(self) -> SearchQuery:
        """The query without the filters that others imply: the fewer are looked for, the sooner that is done."""
        query = self.query
        said = {"subcategory_id": bool(query.subcategory_id), "fields": bool(field_tokens.within(query))}
        off = {name: "" for name, by in self.implied if said[by]}
        return replace(query, **off) if off else query

    def is_led_by_index(self, *, counting: bool = False) -> bool:
        """Whether the text index leads the search. It does where there is a keyword or a value of a dynamic field; and
        where all are wanted, as for `counting`, if it narrows more than a single index of `listings` can.
        """
        if self.numbers is not None:
            return False
        if self.terms or self.by_cells or field_tokens.within(self.query):
            return True
        return counting and len(filter_tokens(self.needed)) > 1


def matching(
    engine: Engine,
    plan: Plan,
    *columns: Any,
    in_name: bool = False,
    counting: bool = False,
    following_order: bool = False,
) -> sa.Select:
    """The listings that the plan finds, in no order; the given columns, or their numbers.

    Args:
        in_name: only those with all words in the name.
        counting: all of them are wanted, not a page.
        following_order: there are so many that going through them in the list's order finds a page sooner.
    """
    query = plan.query
    if plan.numbers is not None:
        return sa.select(*(columns or (listings.c.number,))).where(engine.among(listings.c.number, plan.numbers))
    if not plan.is_led_by_index(counting=counting):
        return sa.select(*(columns or (listings.c.number,))).where(
            *_plain(plan),
            *ranges.conditions(query, ASIDE if following_order else LISTED, by_prices=counting and not following_order),
            *ranges.field_conditions(query, listings.c.number, counting=counting),
        )
    conditions = ranges.conditions(query, engine.columns)
    source = engine.table
    is_told = engine.columns.number is engine.number
    if (conditions and not is_told) or set(columns) - {engine.number, *engine.stored}:
        source = engine.table.join(listings, engine.joins(listings.c.number))
    return (
        sa.select(*(columns or (engine.number,)))
        .select_from(source)
        .where(
            engine.matches(asked(plan), in_name=in_name),
            *conditions,
            *ranges.field_conditions(query, engine.number, counting=counting),
        )
    )


def columns_of(engine: Engine, plan: Plan) -> Columns:
    """Where the plan's statements read what lists are ordered by."""
    return engine.columns if plan.is_led_by_index() else LISTED


def is_by_range(query: SearchQuery) -> bool:
    """Whether a price or a place narrows the search: by an index of its own, which is not in the lists' order."""
    return query.radius_km is not None or query.min_price is not None or query.max_price is not None


def newest(
    connection: sa.Connection,
    engine: Engine,
    statement: sa.Select,
    limit: int | None,
    offset: int = 0,
    *,
    by_index: bool = True,
    are_few: bool = False,
) -> Sequence[sa.Row]:
    """Rows of a statement, newest first.

    Where the text index leads and can't give them in that order, the newest days are asked first, then as many as will
    have enough by what these had: sorting all that match would take the longer the more there are.

    Args:
        by_index: whether the text index leads the statement.
        are_few: whether all that match are sorted sooner than looked for day by day.
    """
    if not by_index:
        statement = statement.order_by(listings.c.published_at.desc(), listings.c.number.desc())
        return connection.execute(statement.limit(limit).offset(offset)).all()
    in_order = statement.order_by(engine.number.desc())
    if engine.newest_first or limit is None:
        return connection.execute(in_order.limit(limit).offset(offset)).all()
    # Walking through all ads for what is rare would take the longest.
    gathered = statement.order_by(unindexed(engine.number).desc())
    if are_few:
        return connection.execute(gathered.limit(limit).offset(offset)).all()
    found: list[sa.Row] = []
    wanted = offset + limit
    today = int(clock.now().timestamp() * 1_000_000) // MICROSECONDS_PER_DAY
    last, days = today + 2, _FIRST_DAYS
    while len(found) < wanted:
        missing = wanted - len(found)
        older = engine.number < last * MICROSECONDS_PER_DAY
        if days > _MOST_DAYS:
            found.extend(connection.execute(gathered.where(older).limit(missing)).all())
            break
        first = today + 1 - days
        tokens = tuple(filter_token("d", str(day)) for day in range(first, last))
        part = in_order.where(older, engine.matches(Terms(any_of=tokens)))
        found.extend(connection.execute(part.limit(missing)).all())
        last, days = first, _days_for(wanted, len(found), days)
    return found[offset:]


def _days_for(wanted: int, found: int, days: int) -> int:
    """How many days are likely to have enough, where so many days had so many; more than is looked through at once where
    that is far off."""
    likely = math.ceil(days * wanted / found * _SPARE) if found else _MOST_DAYS + 1
    return max(likely, days + 1)


def some(
    connection: sa.Connection,
    engine: Engine,
    statement: sa.Select,
    limit: int = 1,
    *,
    glance: int = 200,
    further: bool = True,
) -> Sequence[sa.Row]:
    """Up to so many rows of a statement, whichever are found first.

    Args:
        glance: so many of the newest ads are looked through before an index is asked that would go through all which have
            what is frequent; 0 where it is rare.
        further: whether it is asked at all. An index that comes upon the newest first always is, for all.
    """
    statement = statement.limit(limit)
    newest_ones = engine.among_newest(statement, glance) if glance else None
    found = [] if newest_ones is None else connection.execute(newest_ones).all()
    if found or not (further or newest_ones is None):
        return found
    with engine.leading(connection):
        return connection.execute(statement).all()


def ordered(engine: Engine, plan: Plan, statement: sa.Select, sort: Sort) -> sa.Select:
    """The statement in one of the orders that the database can make; each is total, so pages never overlap."""
    columns = columns_of(engine, plan)
    if sort in (Sort.PRICE_UP, Sort.PRICE_DOWN):
        return statement.order_by(columns.price_up if sort is Sort.PRICE_UP else columns.price_down, columns.number)
    if sort is Sort.DISTANCE:
        return statement.order_by(ranges.distance(plan.query, columns).nulls_last(), columns.number.desc())
    return statement.order_by(listings.c.published_at.desc(), listings.c.number.desc())


def following(engine: Engine, plan: Plan, statement: sa.Select, sort: Sort, row: sa.RowMapping) -> sa.Select:
    """The part of the statement that comes after a listing in that order."""
    columns = columns_of(engine, plan)
    number = engine.number if plan.is_led_by_index() else listings.c.number
    if sort in (Sort.PRICE_UP, Sort.PRICE_DOWN):
        column, last = (
            (columns.price_up, row["price_up"]) if sort is Sort.PRICE_UP else (columns.price_down, row["price_down"])
        )
        return statement.where(sa.tuple_(column, columns.number) > sa.tuple_(last, row["number"]))
    if sort is Sort.DISTANCE:
        here = ranges.distance(plan.query, columns)
        there = ranges.distance_of(plan.query, dict(row))
        if there is None:
            return statement.where(here.is_(None), number < row["number"])
        # A step smaller than any grid distance, as floating point may differ in its last digit.
        return statement.where(
            sa.or_(
                here > there + ranges.SAME,
                here.is_(None),
                sa.and_(here >= there - ranges.SAME, number < row["number"]),
            )
        )
    if plan.is_led_by_index():
        return statement.where(number < row["number"])
    return statement.where(
        sa.tuple_(listings.c.published_at, listings.c.number) < sa.tuple_(row["published_at"], row["number"])
    )


def bounded_count(statement: sa.Select, most: int) -> sa.Select:
    """How many rows the statement has, at most one more than `most`; it reads no further."""
    return sa.select(sa.func.count()).select_from(statement.order_by(None).limit(most + 1).subquery())


def asked(plan: Plan, *, roughly: bool = True) -> Terms:
    """All that the text index can tell of the plan: the words, the filters, and `roughly` where and at what price."""
    terms, query = plan.terms, plan.needed
    within = (*terms.within, *field_tokens.within(query), *(bands.within(query) if roughly else ()))
    without = (*terms.without, Phrase((FEATURED,))) if query.featured is False else terms.without
    return replace(terms, filters=(*terms.filters, *index_tokens(query)), within=within, without=without)


def index_tokens(query: SearchQuery) -> list[str]:
    """The filters as the text index is asked for them: type and town together are one token, much rarer than either."""
    if not (query.ad_type and query.city):
        return filter_tokens(query)
    rest = replace(query, ad_type=None, city="")
    return [*filter_tokens(rest), filter_token("x", f"{query.ad_type}{city_key(query.city)}")]


def filter_tokens(query: SearchQuery) -> list[str]:
    """The filters that the text index can apply itself, one by one."""
    found = []
    if query.ad_type:
        found.append(filter_token("t", query.ad_type))
    if query.featured:
        found.append(FEATURED)
    for kind, value in (("c", query.category_id), ("s", query.subcategory_id), ("u", query.seller_id)):
        if value:
            found.append(filter_token(kind, city_key(value)))
    if query.city:
        found.append(filter_token("p", city_key(query.city)))
    return found


def _plain(plan: Plan) -> list[sa.ColumnElement[bool]]:
    """The same filters on the listing's columns, where there is no keyword."""
    query = plan.needed
    found: list[sa.ColumnElement[bool]] = []
    if query.ad_type:
        found.append(listings.c.ad_type == query.ad_type)
    if query.featured is not None:
        found.append(listings.c.featured.is_(query.featured))
    by_id = (listings.c.category_id, listings.c.subcategory_id, listings.c.seller_id)
    found.extend(column == value for column in by_id if (value := getattr(query, column.name)))
    if query.city:
        found.append(listings.c.city == plan.cities[0] if len(plan.cities) == 1 else listings.c.city.in_(plan.cities))
    return found
