"""Lists without a keyword, by date or price, and counts, read from the database by its indexes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

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
_ORDERS = {
    Sort.NEWEST: (listings.c.published_at, listings.c.number),
    Sort.PRICE_UP: (listings.c.price_up, listings.c.number),
    Sort.PRICE_DOWN: (listings.c.price_down, listings.c.number),
}
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

    def list_rows(self, offset: int, limit: int | None) -> Sequence[sa.RowMapping]:
        """Rows of `CARD_ROWS` in the query's order."""
        return self._read(self._statement(limit).offset(offset))

    def list_rows_after(self, number: int, limit: int | None) -> Sequence[sa.RowMapping]:
        """The rows after this listing, which need not be one of the results."""
        place = sa.tuple_(*self._order)
        last = sa.select(*self._order).where(listings.c.number == number).subquery()
        there = sa.tuple_(*last.c)
        following = place < there if self._is_falling else place > there
        return self._read(self._statement(limit).join(last, sa.true()).where(following))

    def _read(self, statement: sa.Select[Any]) -> Sequence[sa.RowMapping]:
        return self.connection.execute(statement).mappings().all()

    @property
    def _order(self) -> tuple[sa.ColumnElement[Any], ...]:
        return _ORDERS.get(self.query.sort or Sort.NEWEST, _ORDERS[Sort.NEWEST])

    @property
    def _is_falling(self) -> bool:
        return self._order is _ORDERS[Sort.NEWEST]

    def _statement(self, limit: int | None) -> sa.Select[Any]:
        order = [column.desc() for column in self._order] if self._is_falling else self._order
        return CARD_ROWS.where(*self._conditions()).order_by(*order).limit(limit)

    def _conditions(self) -> list[sa.ColumnElement[bool]]:
        values = {name: getattr(self.query, name) for name in _COLUMNS}
        return [listings.c[name] == value for name, value in values.items() if value not in (None, "")]


def count_live(db: Session) -> LiveCounts:
    """Count live ads by type and category."""
    by_both: dict[str, dict[str, int]] = {}
    by_type: dict[str, int] = {}
    for category_id, ad_type, count in db.connection().execute(_BY_TYPE):
        by_both.setdefault(category_id, {})[ad_type] = count
        by_type[ad_type] = by_type.get(ad_type, 0) + count
    return LiveCounts(
        total=sum(by_type.values()),
        by_type=by_type,
        by_category={category: sum(types.values()) for category, types in by_both.items()},
        by_category_and_type=by_both,
    )
