"""Live ads for sitemaps. A row of `listings` exists exactly while its ad is public."""

from collections.abc import Iterator
from datetime import datetime

from sqlalchemy import func
from sqlmodel import Session, col, select

from marketplace.db import replicas
from marketplace.models import Ad, Listing, ListingCount

_BATCH = 5_000


def count_parts(db: Session, size: int) -> int:
    """Return the number of sitemap parts with at most `size` live ads each."""
    live = db.exec(select(func.sum(col(ListingCount.count)))).one() or 0
    return -(-int(live) // size)


def read_part(part: int, size: int) -> Iterator[list[tuple[str, datetime]]]:
    """Yield batches of (ad id, last change) of one part, each read in its own short transaction.

    Args:
        part: number of the part, from 1.
        size: ads per part.
    """
    last_number, offset, remaining = -1, (part - 1) * size, size
    while remaining > 0:
        # A subquery, so that the skipped rows are not joined.
        batch = (
            select(Listing.number, Listing.ad_id)
            .where(col(Listing.number) > last_number)
            .order_by(col(Listing.number))
            .offset(offset)
            .limit(min(remaining, _BATCH))
            .subquery()
        )
        ads = (
            select(batch.c.number, batch.c.ad_id, Ad.updated_at)
            .join(Ad, col(Ad.id) == batch.c.ad_id)
            .order_by(batch.c.number)
        )
        rows = replicas.read(lambda db, ads=ads: db.exec(ads).all(), is_public=True)
        if not rows:
            return
        yield [(ad_id, changed) for _, ad_id, changed in rows]
        last_number, offset, remaining = rows[-1][0], 0, remaining - len(rows)
