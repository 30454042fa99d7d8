"""PostgreSQL's full-text search, with pg_trgm for the vocabulary."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import (
    ARRAY,
    BigInteger,
    ColumnElement,
    Connection,
    Double,
    Integer,
    Select,
    TableClause,
    Text,
    any_,
    case,
    cast,
    column,
    func,
    literal,
    select,
    table,
    text,
    tuple_,
)
from sqlalchemy.dialects.postgresql import TSQUERY, TSVECTOR

from marketplace import bulk
from marketplace.domain.search.engines import segmenting
from marketplace.domain.search.engines.arrays import array
from marketplace.domain.search.engines.base import Document, Slots, Stored, Word
from marketplace.domain.search.engines.tsearch import expression, vector
from marketplace.domain.search.live import NO_PRICE_DOWN, NO_PRICE_UP, Columns
from marketplace.domain.search.terms import Terms

_TABLE = table(
    "search_index",
    column("number", BigInteger),
    column("tokens", TSVECTOR),
    *(column(name, Text) for name in ("name", "title", "shelf")),
    column("price_paise", BigInteger),
    column("latitude", Double),
    column("longitude", Double),
)
_STORED = ("number", "name", "title", "shelf", "price_paise", "latitude", "longitude", "tokens")
_INSERT = text(
    f"INSERT INTO search_index ({', '.join(_STORED)}) "  # noqa: S608
    "VALUES (:number, :name, :title, :shelf, :price_paise, :latitude, :longitude, CAST(:tokens AS tsvector))"
)
_SCAN_NOTHING, _SCAN_AGAIN = (text(f"SET LOCAL enable_seqscan = {on}") for on in ("off", "on"))
_DELETE = text("DELETE FROM search_index WHERE number = ANY(:numbers)")
# The threshold is low enough for two slips in a short word; what is really meant is decided later. A condition without
# columns is evaluated before anything is looked for. Two letters swapped in the middle leave too little of a short word. The index
# of parts is one of that expression, so that it is not asked for whole words.
_SIMILAR = text(
    "(SELECT word, stem, uses FROM search_words "
    "WHERE (SELECT set_config('pg_trgm.similarity_threshold', '0.18', true)) IS NOT NULL AND (word || '') % :word "
    "ORDER BY similarity(word, :word) DESC LIMIT :most) "
    "UNION SELECT word, stem, uses FROM search_words WHERE word IN (SELECT unnest(CAST(:swapped AS text[])))"
)
_READ = """
    SELECT own.number, array_to_string(tsvector_to_array(own.tokens), ' '), own.name,
        own.price_paise, own.latitude, own.longitude,
        listings.ad_type, listings.category_id, listings.subcategory_id, listings.city
    FROM search_index own JOIN listings ON listings.number = own.number WHERE {}
"""
_READ_AMONG = text(_READ.format("own.number = ANY(:numbers)"))
_READ_FROM = text(_READ.format("own.number >= :first AND own.number < :end ORDER BY own.number LIMIT :most"))


def _row(document: Document) -> dict[str, Any]:
    return {
        "number": document.number,
        "name": " ".join(document.name),
        "title": " ".join(document.title),
        "shelf": " ".join(document.shelf),
        "price_paise": document.price_paise,
        "latitude": document.latitude,
        "longitude": document.longitude,
        "tokens": vector(document),
    }


class Postgres:
    """The engine of PostgreSQL databases."""

    table: TableClause = _TABLE
    number: ColumnElement[int] = _TABLE.c.number
    stored: tuple[ColumnElement[str], ...] = (_TABLE.c.name, _TABLE.c.title, _TABLE.c.shelf)
    columns: Columns = Columns(
        _TABLE.c.number,
        _TABLE.c.price_paise,
        func.coalesce(_TABLE.c.price_paise, NO_PRICE_UP),
        func.coalesce(-_TABLE.c.price_paise, NO_PRICE_DOWN),
        _TABLE.c.latitude,
        _TABLE.c.longitude,
    )
    few = 10_000
    doubtful = 3_000
    newest_first = False

    @contextmanager
    def leading(self, connection: Connection) -> Iterator[None]:
        """By ruling out what the planner takes for cheap: it doesn't know which frequent words never come together, and
        would go through a million rows for one that has both.
        """
        connection.execute(_SCAN_NOTHING)
        yield
        connection.execute(_SCAN_AGAIN)

    def put(self, connection: Connection, documents: Iterable[Document]) -> None:
        """Replace by deleting first, as the rows are written whole."""
        documents = list(documents)
        self.drop(connection, [document.number for document in documents])
        if rows := [_row(document) for document in documents]:
            connection.execute(_INSERT, rows)

    def add(self, connection: Connection, documents: Iterable[Document]) -> None:
        """Add new rows."""
        rows = [tuple(_row(document).values()) for document in documents]
        bulk.write(connection, "search_index", _STORED, rows)

    def drop(self, connection: Connection, numbers: Sequence[int]) -> None:
        """Delete rows."""
        if numbers:
            connection.execute(_DELETE, {"numbers": list(numbers)})

    def clear(self, connection: Connection) -> None:
        """Empty the index and the vocabulary."""
        # TRUNCATE would be faster, and would lock out everyone who searches meanwhile.
        connection.execute(text("DELETE FROM search_index"))
        connection.execute(text("DELETE FROM search_words"))
        segmenting.forget_all(connection)

    def settle(self, connection: Connection) -> None:
        """Bring the planner's numbers up to date, and make the posting lists."""
        connection.execute(text("ANALYZE search_index, search_words, listings, listing_values"))
        segmenting.make_all(connection, self)

    def matches(self, terms: Terms, *, in_name: bool = False) -> ColumnElement[bool]:
        """A tsquery on the tokens."""
        return _TABLE.c.tokens.op("@@", is_comparison=True)(cast(literal(expression(terms, in_name=in_name)), TSQUERY))

    def among_newest(self, statement: Select, rows: int) -> Select | None:
        """By putting these in the table's place: where names clash, what WITH says goes."""
        newest = select(text("*")).select_from(_TABLE).order_by(self.number.desc()).limit(rows)
        return statement.add_cte(newest.cte(_TABLE.name))

    def read(self, connection: Connection, numbers: Sequence[int]) -> Sequence[Stored]:
        """By their numbers."""
        return [Stored(*row) for row in connection.execute(_READ_AMONG, {"numbers": list(numbers)})]

    def read_from(self, connection: Connection, first: int, end: int, most: int) -> Sequence[Stored]:
        """By the index of numbers."""
        rows = connection.execute(_READ_FROM, {"first": first, "end": end, "most": most})
        return [Stored(*row) for row in rows]

    def holding(self, connection: Connection, terms: Terms, numbers: Sequence[int]) -> Sequence[int]:
        """By their numbers first; an offset keeps the planner from asking the index of words."""
        own = select(_TABLE).where(self.among(self.number, numbers)).offset(0).subquery("search_index")
        asked = cast(literal(expression(terms, in_name=False)), TSQUERY)
        return connection.scalars(select(own.c.number).where(own.c.tokens.op("@@", is_comparison=True)(asked))).all()

    def joins(self, number: ColumnElement[int]) -> ColumnElement[bool]:
        """Plainly; the planner knows better."""
        return number == self.number

    def among(self, column: ColumnElement[Any], values: Sequence[Any]) -> ColumnElement[bool]:
        """As one array: of hundreds of parameters, each is read by itself."""
        if isinstance(column.type, Integer):
            return column == any_(array(values))
        return column == any_(literal(list(values), ARRAY(Text)))

    def each(self, numbers: Sequence[int]) -> Select[tuple[int]]:
        """The elements of one array."""
        return select(func.unnest(array(numbers)))

    def count(self, connection: Connection, statement: Select, few: int) -> tuple[int, tuple[int, ...] | None]:
        """In one walk: what is gathered for nothing where they are many stays in the database."""
        inner = statement.subquery()
        total = func.count()
        them = case((total <= few, func.array_agg(inner.c[0])))
        total, numbers = connection.execute(select(total, them).select_from(inner)).one()
        return total, None if total > few else tuple(numbers or ())

    def tally(self, connection: Connection, statement: Select, slots: Slots) -> list[Counter[Any]]:
        """In the database, as making Python's rows of ten thousand takes longer than finding them."""
        counted = [
            func.width_bucket(column, array(slots[at])).label(f"slot{at}") if at in slots else column
            for at, column in enumerate(statement.selected_columns)
        ]
        columns = list(statement.with_only_columns(*counted).subquery().c)
        sets = func.grouping_sets(*(tuple_(each) for each in columns))
        found: list[Counter[Any]] = [Counter() for _ in columns]
        rows = connection.execute(select(*columns, func.grouping(*columns), func.count()).group_by(sets)).all()
        for *values, others, many in map(list[Any], rows):
            # The bits of all columns but the one that is grouped by are set; the first column has the highest.
            at = len(columns) - (others ^ (2 ** len(columns) - 1)).bit_length()
            found[at][values[at]] = many
        return found

    def similar(self, connection: Connection, word: str, *, limit: int = 100) -> list[Word]:
        """By pg_trgm's similarity, and with any two neighbours swapped."""
        swapped = [word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1)]
        asked = {"word": word, "most": limit, "swapped": swapped}
        return [Word(*row) for row in connection.execute(_SIMILAR, asked)]
