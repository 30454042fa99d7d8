"""Updates the `listings` table in the transaction that changes ads, and logs the change for the search index."""

from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session

from marketplace.domain.search import changes, listing_rows
from marketplace.domain.search.listing_rows import ads, listing_values, listings, versions

_BATCH = 500


def refresh(db: Session, *ad_ids: str) -> None:
    """Update the listings of these ads.

    Call it in the transaction that changed the ad, its live version, its cover or its seller. Calling it again
    changes nothing.
    """
    db.flush()
    connection = db.connection()
    for ad_id in ad_ids:
        row = (
            connection.execute(listing_rows.live_rows(connection.dialect.name).where(ads.c.id == ad_id))
            .mappings()
            .first()
        )
        number = connection.scalar(sa.select(listings.c.number).where(listings.c.ad_id == ad_id))
        if row is not None:
            changes.note(db, [_write(connection, dict(row), number)])
        elif number is not None:
            _delete(db, connection, [number])


def refresh_seller(db: Session, seller_id: str) -> None:
    """Like `refresh`, for all ads of a seller, e.g. after a suspension."""
    db.flush()
    connection = db.connection()
    listed = connection.scalars(sa.select(listings.c.number).where(listings.c.seller_id == seller_id)).all()
    may_be_listed = listing_rows.live_rows(connection.dialect.name).where(ads.c.seller_id == seller_id)
    if listed and connection.execute(may_be_listed.limit(1)).first() is None:
        _delete(db, connection, listed)
        return
    refresh(db, *connection.scalars(sa.select(ads.c.id).where(ads.c.seller_id == seller_id)).all())


def refile(db: Session, ad_ids: Sequence[str]) -> None:
    """Like `refresh`, in few statements, for ads whose category or subcategory, or the names of these, changed."""
    db.flush()
    connection = db.connection()
    for start in range(0, len(ad_ids), _BATCH):
        among = listings.c.ad_id.in_(ad_ids[start : start + _BATCH])
        own = versions.c.id == listings.c.version_id
        category = sa.select(versions.c.category_id).where(own).scalar_subquery()
        subcategory = sa.select(versions.c.subcategory_id).where(own).scalar_subquery()
        connection.execute(sa.update(listings).where(among).values(category_id=category, subcategory_id=subcategory))
        changes.note(db, connection.scalars(sa.select(listings.c.number).where(among)))


def rebuild(db: Session) -> int:
    """Rebuild the `listings` table from the ads, and make indexers rebuild their indexes.

    Returns:
        The number of live ads.
    """
    db.flush()
    connection = db.connection()
    connection.execute(sa.delete(listing_values))
    connection.execute(sa.delete(listings))
    rows = listing_rows.live_rows(connection.dialect.name, whole=True)
    connection.execute(sa.insert(listings).from_select([column.name for column in rows.selected_columns], rows))
    _insert_values(connection, listing_rows.live_values())
    changes.note_everything(db)
    return connection.scalar(sa.select(sa.func.count()).select_from(listings)) or 0


def _delete(db: Session, connection: sa.Connection, numbers: Iterable[int]) -> None:
    numbers = list(numbers)
    for start in range(0, len(numbers), _BATCH):
        some = numbers[start : start + _BATCH]
        connection.execute(sa.delete(listing_values).where(listing_values.c.listing_number.in_(some)))
        connection.execute(sa.delete(listings).where(listings.c.number.in_(some)))
    changes.note(db, numbers)


def _write(connection: sa.Connection, row: dict[str, Any], number: int | None) -> int:
    if number is None:
        number = row["number"] = _free_number(connection, row["number"])
        connection.execute(sa.insert(listings).values(row))
    else:
        row["number"] = number
        connection.execute(sa.update(listings).where(listings.c.number == number).values(row))
        connection.execute(sa.delete(listing_values).where(listing_values.c.listing_number == number))
    _insert_values(connection, listing_rows.live_values().where(listings.c.number == number))
    return number


def _insert_values(connection: sa.Connection, rows: sa.Select) -> None:
    columns = ["listing_number", "field_id", "text", "number"]
    connection.execute(sa.insert(listing_values).from_select(columns, rows))


def _free_number(connection: sa.Connection, number: int) -> int:
    while connection.scalar(sa.select(listings.c.number).where(listings.c.number == number)) is not None:
        number += 1
    return number
