"""What sitemaps list: a row of `listings` exists exactly while its ad is public."""

from collections.abc import Iterator
from datetime import datetime

from sqlalchemy import func
from sqlmodel import Session, col, select

from marketplace.database import reading
from marketplace.models import Ad, Listing, ListingCount

_BATCH = 5_000


def count_parts(db: Session, size: int) -> int:
    """Into how many parts of at most `size` the live ads fall, in the order of their numbers."""
    live = db.exec(select(func.sum(col(ListingCount.count)))).one() or 0
    return -(-int(live) // size)


def read_part(part: int, size: int) -> Iterator[list[tuple[str, datetime]]]:
    """(ad id, last change) of the ads in a part, from 1, in batches; each is read by its own short transaction."""
    after, skipped, left = -1, (part - 1) * size, size
    while left > 0:
        # Only the batch is joined, not the rows that are skipped to reach it.
        batch = (
            select(Listing.number, Listing.ad_id)
            .where(col(Listing.number) > after)
            .order_by(col(Listing.number))
            .offset(skipped)
            .limit(min(left, _BATCH))
            .subquery()
        )
        with reading() as db:
            rows = db.exec(
                select(batch.c.number, batch.c.ad_id, Ad.updated_at)
                .join(Ad, col(Ad.id) == batch.c.ad_id)
                .order_by(batch.c.number)
            ).all()
        if not rows:
            return
        yield [(ad_id, changed) for _, ad_id, changed in rows]
        after, skipped, left = rows[-1][0], 0, left - len(rows)
