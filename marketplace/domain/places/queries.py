"""Statements about places."""

from sqlalchemy import func
from sqlmodel import Session, col, select

from marketplace.db.memo import memoized
from marketplace.models import Listing

_NEWEST = 5_000
_LEAST_SELLERS = 2
_LONGEST = 40


@memoized
def list_localities(db: Session) -> tuple[tuple[str, str, str], ...]:
    """List place, city and state of the newest live ads, the most frequent first.

    A place that one seller alone has typed may be an address.
    """
    newest = (
        select(Listing.place, Listing.city, Listing.state, Listing.seller_id)
        .order_by(col(Listing.published_at).desc(), col(Listing.number).desc())
        .limit(_NEWEST)
        .subquery()
    )
    sellers = func.count(func.distinct(newest.c.seller_id))
    rows = db.execute(
        select(newest.c.place, newest.c.city, newest.c.state)
        .where(newest.c.place != "", newest.c.city != "", func.length(newest.c.place) <= _LONGEST)
        .group_by(newest.c.place, newest.c.city, newest.c.state)
        .having(sellers >= _LEAST_SELLERS)
        .order_by(sellers.desc(), newest.c.place)
    )
    return tuple((place, city, state) for place, city, state in rows)
