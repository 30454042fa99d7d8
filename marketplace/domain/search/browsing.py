"""Lists without a keyword, by date or price, read from the `listings` table by its database indexes."""

import sqlalchemy as sa

from marketplace.domain.search.listing_rows import listings
from marketplace.domain.search.schemas import SearchQuery, Sort
from marketplace.models import metadata

_counts = metadata.tables["listing_counts"]
_sum = sa.cast(sa.func.sum(_counts.c.count), sa.BigInteger)
_ORDERS = {
    Sort.NEWEST: (listings.c.published_at.desc(), listings.c.number.desc()),
    Sort.PRICE_UP: (listings.c.price_up, listings.c.number),
    Sort.PRICE_DOWN: (listings.c.price_down, listings.c.number),
}
_COLUMNS = ("ad_type", "category_id", "featured", "seller_id")


def is_browsing(query: SearchQuery) -> bool:
    """Whether database indexes answer the query: it has no keyword, only indexed filters, and an indexed order."""
    sort = Sort.NEWEST if query.sort in (None, Sort.RELEVANCE) else query.sort
    return not query.keyword.strip() and query.is_narrowed_only_by(*_COLUMNS) and sort in _ORDERS


def list_numbers(
    connection: sa.Connection, query: SearchQuery, offset: int, limit: int | None, after: int | None = None
) -> list[int]:
    """Numbers of the listings in the query's order.

    Args:
        after: start behind this listing instead of at `offset`.
    """
    sort = Sort.NEWEST if query.sort in (None, Sort.RELEVANCE) else query.sort
    order = _ORDERS[sort]
    statement = sa.select(listings.c.number).where(*_conditions(query)).order_by(*order).limit(limit)
    if after is None:
        return list(connection.scalars(statement.offset(offset)))
    names = {Sort.NEWEST: "published_at", Sort.PRICE_UP: "price_up", Sort.PRICE_DOWN: "price_down"}
    column = listings.c[names[sort]]
    last = sa.select(column, listings.c.number).where(listings.c.number == after).subquery()
    here, there = sa.tuple_(column, listings.c.number), sa.tuple_(last.c[0], last.c[1])
    following = here < there if sort is Sort.NEWEST else here > there
    return list(connection.scalars(statement.join(last, sa.true()).where(following)))


def count(connection: sa.Connection, query: SearchQuery) -> int:
    """Count the matching listings; counts by type and category are kept in a table."""
    if query.featured is None and not query.seller_id:
        kept = [_counts.c[name] == value for name in ("ad_type", "category_id") if (value := getattr(query, name))]
        return connection.scalar(sa.select(_sum).where(*kept)) or 0
    return connection.scalar(sa.select(sa.func.count()).select_from(listings).where(*_conditions(query))) or 0


def _conditions(query: SearchQuery) -> list[sa.ColumnElement[bool]]:
    found = [
        listings.c[name] == value for name in ("ad_type", "category_id", "seller_id") if (value := getattr(query, name))
    ]
    return found if query.featured is None else [*found, listings.c.featured.is_(query.featured)]
