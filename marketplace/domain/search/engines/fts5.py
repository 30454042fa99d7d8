"""SQLite's FTS5."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Select,
    TableClause,
    Text,
    case,
    column,
    func,
    literal,
    select,
    table,
    text,
)
from sqlalchemy.sql.elements import UnaryExpression
from sqlalchemy.sql.operators import custom_op

from marketplace import bulk
from marketplace.domain.search.engines import segmenting
from marketplace.domain.search.engines.base import IN_NAME, Document, Slots, Stored, Word, tallied
from marketplace.domain.search.live import ASIDE, Columns
from marketplace.domain.search.terms import EVERY_AD, Phrase, Terms

_TABLE = table(
    "search_index",
    column("rowid", BigInteger),
    column("search_index", Text),
    *(column(name, Text) for name in ("name", "title", "shelf")),
)
_FIELDS = ("name", "title", "shelf", "body")
_INSERT = text(
    "INSERT INTO search_index (rowid, name, title, shelf, body, filters) "
    "VALUES (:number, :name, :title, :shelf, :body, :filters)"
)
_SET = text("INSERT INTO search_index (search_index, rank) VALUES (:setting, :value)")
# How the index takes in what is written: as SQLite does by itself, and when all of it comes at once. Then it is gathered
# in memory and merged once, at the end.
_USUAL = {"hashsize": 1_048_576, "automerge": 4, "crisismerge": 16}
_LOADING = {"hashsize": 33_554_432, "automerge": 0, "crisismerge": 1_000}
_DELETE = text("DELETE FROM search_index WHERE rowid = :number")
_READ = """
    SELECT own.rowid, own.name || ' ' || own.title || ' ' || own.shelf || ' ' || own.body || ' ' || own.filters, own.name,
        listings.price_paise, listings.latitude, listings.longitude,
        listings.ad_type, listings.category_id, listings.subcategory_id, listings.city
    FROM search_index own CROSS JOIN listings ON listings.number = own.rowid WHERE {}
"""
_READ_AMONG = text(_READ.format("own.rowid IN (SELECT value FROM json_each(:numbers))"))
_READ_FROM = text(_READ.format("own.rowid >= :first AND own.rowid < :end ORDER BY own.rowid LIMIT :most"))
_SIMILAR = text(
    "SELECT w.word, w.stem, w.uses FROM search_word_parts p JOIN search_words w ON w.id = p.rowid "
    "WHERE p.search_word_parts MATCH :parts ORDER BY p.rank LIMIT :most"
)


def _set(connection: Connection, settings: Mapping[str, int]) -> None:
    connection.execute(_SET, [{"setting": name, "value": value} for name, value in settings.items()])


def _row(document: Document) -> dict[str, Any]:
    return {
        "number": document.number,
        "name": " ".join(document.name),
        "title": " ".join(document.title),
        "shelf": " ".join(document.shelf),
        "body": " ".join(document.body),
        "filters": " ".join((*document.filters, *document.marked)),
    }


def _phrase(phrase: Phrase, *, in_name: bool = False) -> str:
    # Tokens hold letters, digits and marks only, so inside quotes nothing is an operator.
    ending = '"' + (" *" if phrase.prefix else "")
    if in_name and len(phrase.tokens) == 1:
        return f'"{IN_NAME}{phrase.tokens[0]}{ending}'
    return ("name : " if in_name else "") + '"' + " ".join(phrase.tokens) + ending


def _any(phrases: Iterable[Phrase], *, in_name: bool = False) -> str:
    return "(" + " OR ".join(_phrase(phrase, in_name=in_name) for phrase in phrases) + ")"


def expression(terms: Terms, *, in_name: bool) -> str:
    """The terms in FTS5's query language."""
    parts = [_any(group.alternatives, in_name=in_name) for group in terms.groups]
    parts += [f'filters : "{token}"' for token in terms.filters]
    for some in (terms.any_of, *terms.within):
        if some:
            parts.append("filters : (" + " OR ".join(f'"{token}"' for token in some) + ")")
    # NOT needs something on its left.
    wanted = " AND ".join(parts) or f'filters : "{EVERY_AD}"'
    return f"({wanted}) NOT {_any(terms.without)}" if terms.without else wanted


class Fts5:
    """The engine of SQLite databases."""

    table: TableClause = _TABLE
    number: ColumnElement[int] = _TABLE.c.rowid
    stored: tuple[ColumnElement[str], ...] = (_TABLE.c.name, _TABLE.c.title, _TABLE.c.shelf)
    columns: Columns = ASIDE
    few = 1_000
    doubtful = 200
    newest_first = True

    def leading(self, connection: Connection) -> AbstractContextManager[None]:
        """It is anyway."""
        del connection
        return nullcontext()

    def put(self, connection: Connection, documents: Iterable[Document]) -> None:
        """Replace by deleting first: FTS5 has no upsert."""
        documents = list(documents)
        self.drop(connection, [document.number for document in documents])
        if rows := [_row(document) for document in documents]:
            connection.execute(_INSERT, rows)

    def add(self, connection: Connection, documents: Iterable[Document]) -> None:
        """Add new rows."""
        rows = [tuple(_row(document).values()) for document in documents]
        bulk.write(connection, "search_index", ("rowid", *_FIELDS, "filters"), rows)

    def drop(self, connection: Connection, numbers: Sequence[int]) -> None:
        """Delete rows."""
        if numbers:
            connection.execute(_DELETE, [{"number": number} for number in numbers])

    def clear(self, connection: Connection) -> None:
        """Empty the index and the vocabulary."""
        connection.execute(text("DELETE FROM search_index"))
        connection.execute(text("DELETE FROM search_words"))
        segmenting.forget_all(connection)
        _set(connection, _LOADING)

    def settle(self, connection: Connection) -> None:
        """Merge what a large load leaves behind, and make the posting lists."""
        _set(connection, _USUAL)
        connection.execute(text("INSERT INTO search_index (search_index) VALUES ('optimize')"))
        connection.execute(text("INSERT INTO search_word_parts (search_word_parts) VALUES ('optimize')"))
        segmenting.make_all(connection, self)

    def matches(self, terms: Terms, *, in_name: bool = False) -> ColumnElement[bool]:
        """A MATCH on the hidden column that stands for all of them."""
        return _TABLE.c.search_index.op("MATCH", is_comparison=True)(literal(expression(terms, in_name=in_name)))

    def among_newest(self, statement: Select, rows: int) -> Select | None:
        """None: rows come as they are found."""

    def read(self, connection: Connection, numbers: Sequence[int]) -> Sequence[Stored]:
        """By their numbers."""
        rows = connection.execute(_READ_AMONG, {"numbers": json.dumps(list(numbers))})
        return [Stored(*row) for row in rows]

    def read_from(self, connection: Connection, first: int, end: int, most: int) -> Sequence[Stored]:
        """In the order of the table."""
        rows = connection.execute(_READ_FROM, {"first": first, "end": end, "most": most})
        return [Stored(*row) for row in rows]

    def holding(self, connection: Connection, terms: Terms, numbers: Sequence[int]) -> Sequence[int]:
        """By their numbers."""
        statement = select(self.number).where(self.matches(terms), self.among(self.number, numbers))
        return connection.scalars(statement).all()

    def joins(self, number: ColumnElement[int]) -> ColumnElement[bool]:
        """With a plus on this side, FTS5 can't be asked for one row at a time and so stands outside."""
        return number == UnaryExpression(self.number, operator=custom_op("+"), type_=BigInteger())

    def among(self, column: ColumnElement[Any], values: Sequence[Any]) -> ColumnElement[bool]:
        """As one text: of hundreds of parameters, each is read by itself, and the statement with them."""
        return column.in_(self.each(values))

    def each(self, numbers: Sequence[Any]) -> Select[tuple[int]]:
        """The elements of one text."""
        return select(func.json_each(json.dumps(list(numbers))).table_valued("value").c.value)

    def count(self, connection: Connection, statement: Select, few: int) -> tuple[int, tuple[int, ...] | None]:
        """In the database, as making Python's numbers of ten thousand takes longer than finding them."""
        inner = statement.subquery()
        total = func.count()
        them = case((total <= few, func.json_group_array(inner.c[0])))
        total, numbers = connection.execute(select(total, them).select_from(inner)).one()
        return total, None if total > few else tuple(json.loads(numbers))

    def tally(self, connection: Connection, statement: Select, slots: Slots) -> list[Counter[Any]]:
        """In Python: each of the database's groupings would sort all rows."""
        return tallied(connection.execute(statement).all(), len(statement.selected_columns), slots)

    def similar(self, connection: Connection, word: str, *, limit: int = 100) -> list[Word]:
        """By common trigrams, the rarer ones counting more."""
        marked = f"$${word}$"
        parts = {marked[at : at + 3] for at in range(len(marked) - 2)}
        wanted = " OR ".join(f'"{part}"' for part in sorted(parts))
        return [Word(*row) for row in connection.execute(_SIMILAR, {"parts": wanted, "most": limit})]
