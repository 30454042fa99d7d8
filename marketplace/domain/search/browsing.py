"""Lists without a keyword, by date or price, and counts, read from the database by its indexes."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa
from sqlmodel import Session

from marketplace.domain.search.listing_rows import CARD_ROWS, listings
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


@dataclass(frozen=True, slots=True)
class Browsing:
    """A list without a keyword."""

    connection: sa.Connection
    query: SearchQuery

    def count(self) -> int:
        """Count the matching listings; counts by type and category are kept in a table."""
        query = self.query
        if query.featured is None and not query.seller_id:
            kept = [_counts.c[name] == value for name in ("ad_type", "category_id") if (value := getattr(query, name))]
            return self.connection.scalar(sa.select(_sum).where(*kept)) or 0
        return self.connection.scalar(sa.select(sa.func.count()).select_from(listings).where(*self._conditions())) or 0

    def list_rows(self, offset: int, limit: int | None, after: int | None = None) -> Sequence[sa.RowMapping]:
        """Rows of `CARD_ROWS` in the query's order.

        Args:
            after: number of a listing, which need not be one of the results; the rows after it are read, whatever the offset.
        """
        price = _BY_PRICE.get(self.query.sort or Sort.NEWEST)
        columns = (listings.c.published_at if price is None else price, listings.c.number)
        order = [column.desc() for column in columns] if price is None else columns
        statement = CARD_ROWS.where(*self._conditions()).order_by(*order).limit(limit)
        if after is None:
            statement = statement.offset(offset)
        else:
            last = sa.select(*columns).where(listings.c.number == after).subquery()
            here, there = sa.tuple_(*columns), sa.tuple_(*last.c)
            statement = statement.join(last, sa.true()).where(here < there if price is None else here > there)
        return self.connection.execute(statement).mappings().all()

    def _conditions(self) -> list[sa.ColumnElement[bool]]:
        values = {name: getattr(self.query, name) for name in _COLUMNS}
        return [listings.c[name] == value for name, value in values.items() if value not in (None, "")]


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
