"""Lists without a keyword, by date or price, and counts, read from the database by its indexes."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session

from marketplace.domain.listings.rows import CARD_ROWS, listings
from marketplace.domain.search.schemas import LiveCounts, SearchQuery, Sort
from marketplace.models import metadata

_counts = metadata.tables["listing_counts"]
_sum = sa.cast(sa.func.sum(_counts.c.count), sa.BigInteger)
_BY_TYPE = (
    sa.select(_counts.c.category_id, _counts.c.ad_type, _sum)
    .group_by(_counts.c.category_id, _counts.c.ad_type)
    .having(_sum > 0)
)
_BY_PRICE = {Sort.PRICE_UP: listings.c.price_up, Sort.PRICE_DOWN: listings.c.price_down}
_COLUMNS = ("ad_type", "category_id", "featured", "seller_id")


def can_browse(query: SearchQuery) -> bool:
    """Whether database indexes answer the query: it has no keyword, only indexed filters, and an indexed order."""
    by_distance = query.sort is Sort.DISTANCE or (query.home is not None and query.sort in (None, Sort.RELEVANCE))
    return not query.keyword.strip() and query.is_narrowed_only_by(*_COLUMNS) and not by_distance


# These build each statement once, because building it takes longer than running it.
@cache
def _make_count(names: tuple[str, ...]) -> sa.Select:
    """Build the statement that counts listings by these columns. Counts by type and category are kept in a table."""
    if not {"featured", "seller_id"}.intersection(names):
        return sa.select(_sum).where(*_equal(_counts, names))
    return sa.select(sa.func.count()).select_from(listings).where(*_equal(listings, names))


@cache
def _make_list(names: tuple[str, ...], sort: Sort | None, *, is_limited: bool, is_after: bool) -> sa.Select:
    """Build the statement that lists cards by these columns, in an order."""
    price = _BY_PRICE.get(sort or Sort.NEWEST)
    columns = (listings.c.published_at if price is None else price, listings.c.number)
    order = [column.desc() for column in columns] if price is None else columns
    statement = CARD_ROWS.where(*_equal(listings, names)).order_by(*order)
    if is_limited:
        statement = statement.limit(sa.bindparam("limit"))
    if not is_after:
        return statement.offset(sa.bindparam("offset"))
    here = sa.tuple_(*columns)
    there = sa.tuple_(*(sa.bindparam(f"after_{column.name}", type_=column.type) for column in columns))
    return statement.where(here < there if price is None else here > there)


def _equal(table: sa.Table, names: tuple[str, ...]) -> list[sa.ColumnElement[bool]]:
    return [table.c[name] == sa.bindparam(name) for name in names]


class Browsing:
    """A list without a keyword."""

    def __init__(self, connection: sa.Connection, query: SearchQuery):
        self.connection, self.sort = connection, query.sort
        values = {name: getattr(query, name) for name in _COLUMNS}
        self.values = {name: value for name, value in values.items() if value not in (None, "")}

    def count(self) -> int:
        """Count the matching listings."""
        return self.connection.scalar(_make_count(tuple(self.values)), self.values) or 0

    def list_rows(
        self, offset: int, limit: int | None, after: Mapping[str, Any] | None = None
    ) -> Sequence[sa.RowMapping]:
        """Rows of `CARD_ROWS` in the query's order.

        Args:
            after: a row of `listings`, which need not be one of the results, nor exist; those after it are read, whatever the
                offset.
        """
        is_limited, is_after = limit is not None, after is not None
        statement = _make_list(tuple(self.values), self.sort, is_limited=is_limited, is_after=is_after)
        window = {"offset": offset, "limit": limit} | {f"after_{name}": value for name, value in (after or {}).items()}
        return self.connection.execute(statement, self.values | window).mappings().all()


def count_live(db: Session) -> LiveCounts:
    """Count live ads by type and category."""
    by_both: dict[str, dict[str, int]] = defaultdict(dict)
    by_type = Counter[str]()
    for category_id, ad_type, count in db.connection().execute(_BY_TYPE):
        by_both[category_id][ad_type] = count
        by_type[ad_type] += count
    return LiveCounts(
        total=by_type.total(),
        by_type=by_type,
        by_category={category: sum(types.values()) for category, types in by_both.items()},
        by_category_and_type=by_both,
    )
