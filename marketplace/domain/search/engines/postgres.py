"""PostgreSQL's full-text search, with pg_trgm for the vocabulary."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
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
from sqlalchemy.dialects.postgresql import TSQUERY, TSVECTOR, aggregate_order_by

from marketplace import bulk
from marketplace.domain.search.engines.arrays import array
from marketplace.domain.search.engines.base import Document, Expected, Slots, Word
from marketplace.domain.search.engines.lately import Lately
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
_ESTIMATE = "SELECT 1 FROM search_index WHERE tokens @@ CAST(:asked{} AS tsquery)"
# Of a limit that it does not know the planner expects a tenth of the rows, so one row is looked for as all would be.
_FOUND_BY_INDEX = text(
    "EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF, FORMAT JSON) "
    "SELECT FROM search_index WHERE tokens @@ CAST(:asked AS tsquery) LIMIT (SELECT 1)"
)
# How many rows changed since the statistics were made, how many dead ones the index may still know. After a crash both are
# forgotten, and then when they were made is too.
_CHANGED = text(
    "SELECT pg_stat_get_mod_since_analyze(own.oid), pg_stat_get_dead_tuples(own.oid) FROM CAST('search_index' AS regclass) own(oid) "
    "WHERE coalesce(pg_stat_get_last_analyze_time(own.oid), pg_stat_get_last_autoanalyze_time(own.oid)) IS NOT NULL"
)
# The planner goes by 300,000 rows at random. Of a word in one of a hundred that is 55 in 3,000 off (one deviation), and this
# allows for some 16 of them.
_SURE = 0.7
# Words that belong together are together more often than it expects, up to about so many times.
_TOGETHER = 10
# So many rows may have changed since that was last told.
_UNTOLD = 1_000
# Words that were together in few ads will be for a while, and then asking the index before counting is for nothing.
_rare = Lately(seconds=600, most=10_000)


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


def _single_tokens(terms: Terms) -> tuple[str, ...]:
    """Tokens of which each by itself makes an ad match; none where more is asked for than one thing."""
    if terms.without or len(terms.groups) + len(terms.filters) + len(terms.within) + bool(terms.any_of) != 1:
        return ()
    words = (it for group in terms.groups for it in group.alternatives if len(it.tokens) == 1 and not it.prefix)
    sets = (token for some in (terms.any_of, *terms.within) for token in some)
    return (*(word.tokens[0] for word in words), *terms.filters, *sets)


def _words_alone(terms: Terms) -> Terms | None:
    """Several words without the wordings that an ad's own row must be asked about; None where that leaves one unsaid, or
    where filters, which leave few, are asked for too.
    """
    if terms.without or terms.filters or terms.any_of or terms.within or len(terms.groups) < 2:
        return None
    groups = [
        replace(group, alternatives=tuple(it for it in group.alternatives if len(it.tokens) == 1))
        for group in terms.groups
    ]
    return Terms(tuple(groups)) if all(group.alternatives for group in groups) else None


def _steps(told: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """All steps of a plan that was explained."""
    plans = [explained["Plan"] for explained in told]
    while plans:
        plan = plans.pop()
        plans += plan.get("Plans", ())
        yield plan


def _expected(connection: Connection, expressions: Sequence[str]) -> int:
    """How many rows the planner expects of that expression which finds most: of several tokens an ad may have all."""
    each = " UNION ALL ".join(map(_ESTIMATE.format, range(len(expressions))))
    asked = {f"asked{at}": expression for at, expression in enumerate(expressions)}
    told = connection.scalar(text(f"EXPLAIN (FORMAT JSON) {each}"), asked)
    return max((step["Plan Rows"] for step in _steps(told) if "Relation Name" in step), default=0)


def _found_by_index(connection: Connection, asked: str) -> int | None:
    """How many rows the index finds, without a look at them: those that are dead by now are among them. None where the
    planner takes another way, as it does with few rows.
    """
    told = connection.scalar(_FOUND_BY_INDEX, {"asked": asked})
    return next((step["Actual Rows"] for step in _steps(told) if step["Node Type"] == "Bitmap Index Scan"), None)


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
    newest_first = False
    matches_rows = True

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

    def settle(self, connection: Connection) -> None:
        """Bring the planner's numbers up to date."""
        connection.execute(text("ANALYZE search_index, search_words, listings, listing_values"))

    def matches(self, terms: Terms, *, in_name: bool = False) -> ColumnElement[bool]:
        """A tsquery on the tokens."""
        return _TABLE.c.tokens.op("@@", is_comparison=True)(cast(literal(expression(terms, in_name=in_name)), TSQUERY))

    def among_newest(self, statement: Select, rows: int) -> Select | None:
        """By putting these in the table's place: where names clash, what WITH says goes."""
        newest = select(text("*")).select_from(_TABLE).order_by(self.number.desc()).limit(rows)
        return statement.add_cte(newest.cte(_TABLE.name))

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

    def expected(self, connection: Connection, terms: Terms, most: int) -> Expected:
        """Of one token by the planner's statistics, which know how frequent each of the frequent ones is, but not what comes
        together. Of several words by what the index finds, which takes a third of the time of looking at ten thousand rows.
        """
        tokens = _single_tokens(terms)
        about = _expected(connection, [f"'{token}'" for token in tokens] or [expression(terms, in_name=False)])
        if tokens:
            sure = about * _SURE - _UNTOLD
        elif about * _TOGETHER > most and (words := _words_alone(terms)):
            asked = expression(words, in_name=False)
            found = None if _rare.knows(asked) else _found_by_index(connection, asked)
            about, sure = (about, 0) if found is None else (found, found - _UNTOLD)
            if found is not None and sure <= most:
                _rare.note(asked)
        else:
            return Expected(about)
        if sure <= most or (told := connection.execute(_CHANGED).first()) is None:
            return Expected(about)
        changed, dead = told
        return Expected(about, surely_more=sure - (changed if tokens else dead) > most)

    def count(
        self, connection: Connection, statement: Select, few: int, *, highest: int | None = None
    ) -> tuple[int, tuple[int, ...] | None]:
        """In one walk: what is gathered for nothing where they are many stays in the database."""
        inner = statement.subquery()
        total = func.count()
        found: ColumnElement[Any] = func.array_agg(inner.c[0])
        if highest is not None:
            # Sending and reading thousands takes longer than sorting them.
            falling = aggregate_order_by(inner.c[0], inner.c[0].desc())
            found = func.array_agg(falling, type_=ARRAY(BigInteger))[1:highest]
        them = case((total <= few, found))
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
