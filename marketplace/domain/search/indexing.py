"""Updates the `listings` table in the transaction that changes ads, and logs the change for the search index."""

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session

from marketplace.db import bulk, tags
from marketplace.domain.search import changes
from marketplace.domain.search.listing_rows import ads, listings, live_ads, make_listing, versions

_BATCH = 500
_REBUILT_AT_ONCE = 5_000
# The columns that `tags.note_rows` needs, and the key.
_NOTED = (listings.c.number, listings.c.ad_id, listings.c.seller_id, listings.c.category_id)


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
            changes.note(db, _write(connection, make_listing(row)))


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
    count, taken = 0, set[int]()
    for some in connection.execute(statement).mappings().partitions():
        made = [make_listing(row) for row in some]
        for listing in made:
            # Ads published in the same microsecond get the numbers that follow.
            while listing["number"] in taken:
                listing["number"] += 1
            taken.add(listing["number"])
        bulk.insert(connection, listings, made)
        count += len(made)
    changes.note_everything(db)
    return count


def _delete(db: Session, where: sa.ColumnElement[bool]) -> None:
    gone = db.connection().execute(
        sa.delete(listings).where(where).returning(*_NOTED), execution_options=tags.ROWS_NOTED
    )
    rows = gone.mappings().all()
    tags.note_rows(db.connection(), "listings", rows)
    changes.note(db, [row["number"] for row in rows])


def _write(connection: sa.Connection, listing: Mapping[str, Any]) -> list[int]:
    """Insert or update a listing; returns its number, and the former one if its place in the lists changed."""
    own = listings.c.ad_id == listing["ad_id"]
    before = connection.execute(sa.select(*_NOTED, listings.c.published_at).where(own)).mappings().first()
    tags.note_rows(connection, "listings", [row for row in (before, listing) if row])
    former = []
    if before is not None and before["published_at"] != listing["published_at"]:
        connection.execute(sa.delete(listings).where(own), execution_options=tags.ROWS_NOTED)
        former = [before["number"]]
    elif before is not None:
        number = before["number"]
        update = sa.update(listings).where(own).values({**listing, "number": number})
        connection.execute(update, execution_options=tags.ROWS_NOTED)
        return [number]
    number = listing["number"]
    while connection.scalar(sa.select(listings.c.number).where(listings.c.number == number)) is not None:
        number += 1
    insert = sa.insert(listings).values({**listing, "number": number})
    connection.execute(insert, execution_options=tags.ROWS_NOTED)
    return [*former, number]
