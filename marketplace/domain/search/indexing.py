"""Updates the `listings` table in the transaction that changes ads, and logs the change for the search index."""

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session

from marketplace.db import bulk
from marketplace.domain.search import changes
from marketplace.domain.search.listing_rows import ads, listings, live_ads, make_listing, versions

_BATCH = 500
_REBUILT_AT_ONCE = 5_000


def refresh(db: Session, *ad_ids: str) -> None:
    """Update the listings of these ads.

    Call it in the transaction that changed the ad, its live version, its cover or its seller. Calling it again
    changes nothing.
    """
    db.flush()
    connection = db.connection()
    for ad_id in ad_ids:
        row = connection.execute(live_ads().where(ads.c.id == ad_id)).mappings().first()
        if row is None:
            _delete(db, listings.c.ad_id == ad_id)
        else:
            changes.note(db, [_write(connection, make_listing(row))])


def refresh_seller(db: Session, seller_id: str) -> None:
    """Like `refresh`, for all ads of a seller, e.g. after a suspension."""
    db.flush()
    connection = db.connection()
    if connection.execute(live_ads().where(ads.c.seller_id == seller_id).limit(1)).first() is None:
        _delete(db, listings.c.seller_id == seller_id)
    else:
        refresh(db, *connection.scalars(sa.select(ads.c.id).where(ads.c.seller_id == seller_id)).all())


def refile(db: Session, ad_ids: Sequence[str]) -> None:
    """Like `refresh`, in few statements, for ads whose category or subcategory, or the names of these, changed."""
    db.flush()
    for start in range(0, len(ad_ids), _BATCH):
        moved = (
            sa.update(listings)
            .where(listings.c.ad_id.in_(ad_ids[start : start + _BATCH]), versions.c.id == listings.c.version_id)
            .values(category_id=versions.c.category_id, subcategory_id=versions.c.subcategory_id)
            .returning(listings.c.number)
        )
        changes.note(db, db.connection().scalars(moved))


def rebuild(db: Session) -> int:
    """Rebuild the `listings` table from the ads, and make indexers rebuild their indexes.

    Returns:
        The number of live ads.
    """
    db.flush()
    connection = db.connection()
    connection.execute(sa.delete(listings))
    statement = live_ads().order_by(ads.c.first_approved_at, ads.c.id).execution_options(yield_per=_REBUILT_AT_ONCE)
    count = last = 0
    for some in connection.execute(statement).mappings().partitions():
        made = [make_listing(row) for row in some]
        for listing in made:
            # Ads of the same microsecond count on from there.
            last = listing["number"] = max(listing["number"], last + 1)
        bulk.insert(connection, listings, made)
        count += len(made)
    changes.note_everything(db)
    return count


def _delete(db: Session, where: sa.ColumnElement[bool]) -> None:
    changes.note(db, db.connection().scalars(sa.delete(listings).where(where).returning(listings.c.number)))


def _write(connection: sa.Connection, listing: Mapping[str, Any]) -> int:
    """Insert or update a listing; returns its number."""
    own = listings.c.ad_id == listing["ad_id"]
    number = connection.scalar(sa.select(listings.c.number).where(own))
    if number is not None:
        connection.execute(sa.update(listings).where(own).values({**listing, "number": number}))
        return number
    number = listing["number"]
    while connection.scalar(sa.select(listings.c.number).where(listings.c.number == number)) is not None:
        number += 1
    connection.execute(sa.insert(listings).values({**listing, "number": number}))
    return number
