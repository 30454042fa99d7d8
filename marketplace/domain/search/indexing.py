"""Keeps listings and the text index as the ads are, in the transaction that changes the ads."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session

from marketplace.domain.search import analysis, bands, field_tokens, live, vocabulary
from marketplace.domain.search.engines import Document, engine_of
from marketplace.domain.search.live import MICROSECONDS_PER_DAY, ads, listing_values, listings
from marketplace.domain.search.terms import EVERY_AD, FEATURED, filter_token

_BATCH = 5_000


def refresh(db: Session, *ad_ids: str) -> None:
    """Make the listings and the index of these ads match the ads' present state.

    Call it in the transaction that changed the ad, its live version, its cover or its seller. Calling it again
    changes nothing.
    """
    db.flush()
    connection = db.connection()
    for ad_id in ad_ids:
        row = connection.execute(live.live_rows(connection.dialect.name).where(ads.c.id == ad_id)).mappings().first()
        number = connection.scalar(sa.select(listings.c.number).where(listings.c.ad_id == ad_id))
        if row is None:
            if number is not None:
                _drop(connection, [number])
        else:
            _write(connection, dict(row), number)


def refresh_seller(db: Session, seller_id: str) -> None:
    """As `refresh`, for all ads of a seller: after a suspension, a restoration or a deletion."""
    db.flush()
    connection = db.connection()
    listed = connection.scalars(sa.select(listings.c.number).where(listings.c.seller_id == seller_id)).all()
    may_be_listed = live.live_rows(connection.dialect.name).where(ads.c.seller_id == seller_id)
    if listed and connection.execute(may_be_listed.limit(1)).first() is None:
        _drop(connection, listed)
        return
    refresh(db, *connection.scalars(sa.select(ads.c.id).where(ads.c.seller_id == seller_id)).all())


def rebuild(db: Session, *, progress: Callable[[int], None] | None = None) -> int:
    """Make all listings and the whole index anew, set by set.

    Args:
        progress: is told how many more ads are done, after each batch.

    Returns:
        How many ads are live.
    """
    db.flush()
    connection = db.connection()
    connection.execute(sa.delete(listing_values))
    connection.execute(sa.delete(listings))
    rows = live.live_rows(connection.dialect.name, whole=True)
    connection.execute(sa.insert(listings).from_select([column.name for column in rows.selected_columns], rows))
    connection.execute(
        sa.insert(listing_values).from_select(["listing_number", "field_id", "text", "number"], live.live_values())
    )
    return reindex(db, progress=progress)


def reindex(db: Session, *, progress: Callable[[int], None] | None = None) -> int:
    """Make the whole index anew from the listings as they are; arguments and answer as of `rebuild`."""
    connection = db.connection()
    engine = engine_of(connection)
    engine.clear(connection)
    uses: Counter[str] = Counter()
    done = 0
    for batch in _batches(connection):
        engine.add(connection, documents(connection, batch))
        for row in batch:
            uses.update(set(vocabulary.words_of(dict(row))))
        done += len(batch)
        if progress:
            progress(len(batch))
    vocabulary.count(connection, uses)
    engine.settle(connection)
    return done


def _drop(connection: sa.Connection, numbers: Iterable[int]) -> None:
    numbers = list(numbers)
    engine_of(connection).drop(connection, numbers)
    for start in range(0, len(numbers), 500):
        some = numbers[start : start + 500]
        connection.execute(sa.delete(listing_values).where(listing_values.c.listing_number.in_(some)))
        connection.execute(sa.delete(listings).where(listings.c.number.in_(some)))


def _write(connection: sa.Connection, row: dict[str, Any], number: int | None) -> None:
    if number is None:
        number = row["number"] = _free_number(connection, row["number"])
        connection.execute(sa.insert(listings).values(row))
    else:
        row["number"] = number
        connection.execute(sa.update(listings).where(listings.c.number == number).values(row))
        connection.execute(sa.delete(listing_values).where(listing_values.c.listing_number == number))
    connection.execute(
        sa.insert(listing_values).from_select(
            ["listing_number", "field_id", "text", "number"],
            live.live_values().where(listings.c.number == number),
        )
    )
    found = connection.execute(live.texts_of(number)).mappings().all()
    engine_of(connection).put(connection, documents(connection, found))
    vocabulary.learn(connection, vocabulary.words_of(dict(found[0])))


def _free_number(connection: sa.Connection, number: int) -> int:
    while connection.scalar(sa.select(listings.c.number).where(listings.c.number == number)) is not None:
        number += 1
    return number


def _batches(connection: sa.Connection) -> Iterator[list[sa.RowMapping]]:
    last = 0
    while True:
        statement = live.texts_of().where(listings.c.number > last).limit(_BATCH)
        batch = list(connection.execute(statement).mappings())
        if not batch:
            return
        yield batch
        last = batch[-1]["number"]


def documents(connection: sa.Connection, rows: Iterable[sa.RowMapping]) -> Iterator[Document]:
    """Rows of `live.texts_of` as the index keeps them, in their order."""
    rows = list(rows)
    values: dict[int, list[sa.Row]] = defaultdict(list)
    for value in connection.execute(live.values_of(rows[0]["number"], rows[-1]["number"])):
        values[value.number].append(value)
    for row in rows:
        yield document(row, values[row["number"]])


def document(row: sa.RowMapping, values: Iterable[sa.Row]) -> Document:
    """An ad as the index keeps it.

    Args:
        values: its rows of `live.values_of`.
    """
    values = list(values)
    # A bare number says nothing without its label: "Bedrooms 2".
    said = (f"{value.text} {value.label}" if value.input_type == "number" else value.text for value in values)
    shelf = " . ".join((row["category"], row["subcategory"], *said, row["place"], row["city"], row["state"]))
    filters = [
        EVERY_AD,
        filter_token("t", row["ad_type"]),
        filter_token("c", row["category_id"]),
        filter_token("u", row["seller_id"]),
        filter_token("d", str(row["number"] // MICROSECONDS_PER_DAY)),
        *([filter_token("s", row["subcategory_id"])] if row["subcategory_id"] else []),
        *(_of_town(row["ad_type"], city_key(row["city"])) if row["city"] else []),
        *([FEATURED] if row["featured"] else []),
        *bands.tokens(row["latitude"], row["longitude"], row["price_paise"]),
        *(token for it in values for token in field_tokens.tokens(it.field_id, it.text, it.value_number)),
    ]
    return Document(
        number=row["number"],
        name=analysis.tokens(row["name"]),
        title=analysis.tokens(row["title"]),
        shelf=analysis.tokens(shelf),
        body=analysis.tokens(f"{row['short_description']} . {row['description']}"),
        filters=filters,
        price_paise=row["price_paise"],
        latitude=row["latitude"],
        longitude=row["longitude"],
    )


def _of_town(ad_type: str, key: str) -> tuple[str, str]:
    return filter_token("p", key), filter_token("x", f"{ad_type}{key}")


def city_key(city: str) -> str:
    """A city's name as it stands in a filter token."""
    return "".join(analysis.words(analysis.fold(city))).replace(".", "")
