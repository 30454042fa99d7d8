"""What sitemaps list: a row of `listings` exists exactly while its ad is public."""

from collections.abc import Iterator
from datetime import datetime

from sqlalchemy import func
from sqlmodel import Session, col, select

from marketplace.database import reading
from marketplace.models import Ad, Listing

_BATCH = 5_000


def list_parts(db: Session, size: int) -> list[int]:
    """Numbers, from 1, of the parts of the listing numbers that hold any ad; part n has at most `size`."""
    last = db.exec(select(func.max(Listing.number))).one() or 0
    return [part for part in range(1, (last - 1) // size + 2) if last and _holds_any(db, part, size)]


def _holds_any(db: Session, part: int, size: int) -> bool:
    inside = col(Listing.number).between((part - 1) * size + 1, part * size)
    return db.exec(select(Listing.number).where(inside).limit(1)).first() is not None


def read_part(part: int, size: int) -> Iterator[list[tuple[str, datetime]]]:
    """(ad id, last change) of a part's ads in batches, each read by its own short transaction."""
    after, last = (part - 1) * size, part * size
    while True:
        with reading() as db:
            rows = db.exec(
                select(Listing.number, Listing.ad_id, Ad.updated_at)
                .join(Ad, col(Ad.id) == col(Listing.ad_id))
                .where(col(Listing.number) > after, col(Listing.number) <= last)
                .order_by(col(Listing.number))
                .limit(_BATCH)
            ).all()
        if not rows:
            return
        yield [(ad_id, changed) for _, ad_id, changed in rows]
        after = rows[-1][0] or last
