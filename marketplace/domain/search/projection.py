"""Builds the search index from the listings, and updates it from the log of changes."""

from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import Executor, Future
from functools import lru_cache
from typing import Any

import sqlalchemy as sa

from marketplace.domain.ad_texts import AD_TEXTS, searched_in
from marketplace.domain.listings import changes
from marketplace.domain.listings.rows import (
    categories,
    listings,
    read_as_it_was,
    subcategories,
    version_values,
    versions,
)
from marketplace.domain.search import analysis
from marketplace.domain.search.units import UNITS, is_number
from marketplace.integrations import search_index
from marketplace.integrations.search_index import IndexFolder, Writer

_BATCH = 2_000
# Most batches waiting for the writer.
_AHEAD = 8
_Row = Mapping[str, Any]
# The fields of a document of the index by name.
Entry = dict[str, Any]
# Columns of a listing that a document has as they are; texts come from the listing's version.
_COPIED = (
    *listings.c["number", "ad_type", "category_id", "seller_id", "featured", "latitude", "longitude"],
    sa.func.coalesce(listings.c.subcategory_id, "").label("subcategory_id"),
    listings.c.price_paise.label("price"),
    listings.c.price_up.label("price_ascending"),
    (-listings.c.price_down).label("price_descending"),
)
_TEXT_COLUMNS = (
    *(versions.c[name] for name, text in AD_TEXTS.items() if text.search),
    categories.c.name.label("category"),
    sa.func.coalesce(subcategories.c.name, "").label("subcategory"),
)
_TEXTS_OF_VERSION = sa.select(*_TEXT_COLUMNS).select_from(
    versions.join(categories, categories.c.id == versions.c.category_id).outerjoin(
        subcategories, subcategories.c.id == versions.c.subcategory_id
    )
)
_TEXTS = (
    sa.select(*_COPIED, *_TEXT_COLUMNS)
    .select_from(
        listings.join(versions, versions.c.id == listings.c.version_id)
        .join(categories, categories.c.id == listings.c.category_id)
        .outerjoin(subcategories, subcategories.c.id == listings.c.subcategory_id)
    )
    .order_by(listings.c.number)
)
# Dynamic values that are no files, with their labels.
_VALUE_COLUMNS = (
    *version_values.c["label", "input_type", "text", "unit", "field_id"],
    version_values.c.number.label("value_number"),
)
_IS_NO_FILE = version_values.c.input_type != "file"
_VALUES = (
    sa.select(listings.c.number, *_VALUE_COLUMNS)
    .join(version_values, version_values.c.version_id == listings.c.version_id)
    .where(_IS_NO_FILE)
    .order_by(listings.c.number, version_values.c.position)
)
_TEXT_FIELDS = ("name", "title", "attributes", "description")
# Not descriptions, which have many misspellings.
_WORD_SOURCES = ("name", "title", "category", "subcategory", "place", "city", "state")


def apply_changes(connection: sa.Connection, writer: Writer, position: int) -> int | None:
    """Apply one batch of changes to an index and commit it. Applying the same changes again changes nothing.

    Args:
        position: id of the last change that the index contains.

    Returns:
        The new position, or the same one if nothing changed; None if the index must be rebuilt.
    """
    batch = changes.read(connection, position)
    if batch is None:
        return position
    if batch.everything:
        return None
    write_listings(connection, writer, batch.numbers)
    writer.commit()
    return batch.position


def write_listings(connection: sa.Connection, writer: Writer, numbers: Collection[int]) -> None:
    """Write the current state of these listings to an index; listings that are gone are deleted from it."""
    writer.delete(numbers)
    writer.add(read_entries(connection, numbers))


def read_entries(connection: sa.Connection, numbers: Collection[int]) -> list[Entry]:
    """Read these listings as entries of the index."""
    return _entries(*_read(connection, listings.c.number.in_(numbers)))


def read_entry_as_it_was(connection: sa.Connection, version_id: str) -> Entry | None:
    """Read the entry of the index that an ad had with an earlier version; None if there is no such version."""
    listing = read_as_it_was(connection, version_id)
    if listing is None:
        return None
    texts = connection.execute(_TEXTS_OF_VERSION.where(versions.c.id == version_id)).mappings().one()
    said = sa.select(*_VALUE_COLUMNS).where(version_values.c.version_id == version_id, _IS_NO_FILE)
    values = [dict(value) for value in connection.execute(said.order_by(version_values.c.position)).mappings()]
    prices = (listing["price_paise"], listing["price_up"], -listing["price_down"])
    renamed = dict(zip(("price", "price_ascending", "price_descending"), prices, strict=True))
    return _make_entry({**listing, **texts, **renamed, "subcategory_id": listing["subcategory_id"] or ""}, values)


def build(
    connection: sa.Connection,
    folder: IndexFolder,
    *,
    progress: Callable[[int], None] | None = None,
    pool: Executor | None = None,
) -> int:
    """Build a new index beside the current one, then put it in its place.

    The caller holds the folder's lock. Listings that change meanwhile are in the log after the stored position.

    Args:
        progress: is called after each batch with the number of listings in it.
        pool: processes that analyse the texts; left out, this thread does.

    Returns:
        The number of indexed listings.
    """
    position = changes.last_position(connection)
    total = count_listings(connection)
    writer = Writer(search_index.open_index(folder.start_building()))
    count = 0
    for entries in all_entries(connection, pool):
        writer.add(entries)
        count += len(entries)
        folder.report_percent(min(99, 100 * count // max(1, total)))
        if progress:
            progress(len(entries))
    writer.commit()
    writer.close()
    folder.finish_building(position)
    return count


def count_listings(connection: sa.Connection) -> int:
    """Count the listings to index."""
    return connection.scalar(sa.select(sa.func.count()).select_from(listings)) or 0


def all_entries(connection: sa.Connection, pool: Executor | None = None) -> Iterator[list[Entry]]:
    """Read all listings as entries of the index, in batches.

    Args:
        pool: processes that analyse the texts; left out, this thread does.
    """
    pending: deque[Future[list[Entry]]] = deque()
    numbers = sa.select(listings.c.number).order_by(listings.c.number).limit(_BATCH)
    last = 0
    while some := connection.scalars(numbers.where(listings.c.number > last)).all():
        last = some[-1]
        rows, values = _read(connection, listings.c.number.between(some[0], last))
        if pool is None:
            yield _entries(rows, values)
            continue
        pending.append(pool.submit(_entries, rows, values))
        if len(pending) > _AHEAD:
            yield pending.popleft().result()
    while pending:
        yield pending.popleft().result()


def _read(connection: sa.Connection, where: sa.ColumnElement[bool]) -> tuple[list[_Row], list[_Row]]:
    """The texts and the dynamic values of listings, as dicts that can be pickled."""
    rows = connection.execute(_TEXTS.where(where)).mappings()
    values = connection.execute(_VALUES.where(where)).mappings()
    return [dict(row) for row in rows], [dict(value) for value in values]


def _entries(rows: list[_Row], values: list[_Row]) -> list[Entry]:
    by_number: dict[int, list[_Row]] = defaultdict(list)
    for value in values:
        by_number[value["number"]].append(value)
    return [_make_entry(row, by_number[row["number"]]) for row in rows]


def _make_entry(row: _Row, values: Collection[_Row]) -> Entry:
    texts = {field: [row[name] for name in searched_in(field)] for field in _TEXT_FIELDS}
    texts["attributes"] = [row["category"], row["subcategory"], *map(_said, values), *texts["attributes"]]
    # Unstemmed, for spelling and completion.
    words = dict.fromkeys(analysis.words(" ".join(row[name] for name in _WORD_SOURCES)))
    entry = {
        **{field: " ".join(analysis.tokens(" ".join(some))) for field, some in texts.items()},
        **{column.name: row[column.name] for column in _COPIED},
        "words": " ".join(word for word in words if len(word) > 1 and not is_number(word)),
        "city": row["city"],
        "city_key": city_key(row["city"]),
        "grid_row": None if row["latitude"] is None else search_index.grid_row(row["latitude"]),
        "values": {
            value["field_id"]: value["text"][:200] if value["value_number"] is None else float(value["value_number"])
            for value in values
            if value["text"] != "" or value["value_number"] is not None
        },
    }
    return {name: value for name, value in entry.items() if value is not None}


def _said(value: _Row) -> str:
    """The text of a value; a number with its label and unit, also where the label names it: "55 Screen inches 55 inch"."""
    text, label = value["text"], f"{value['label']} {value['unit']}".rstrip()
    if value["input_type"] != "number":
        return text
    units = dict.fromkeys(unit for word in analysis.words(label) if (unit := UNITS.get(word)))
    return " ".join((text, label, *(f"{text} {unit}" for unit in units)))


@lru_cache(maxsize=10_000)
def city_key(city: str) -> str:
    """A key for the spellings of a city: without case, accents, spaces and punctuation."""
    key = "".join(analysis.words(city)).replace(".", "")
    return key or ("-" if city else "")
