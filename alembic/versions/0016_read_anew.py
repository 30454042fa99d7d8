"""What ads say is taken apart anew: decimal numbers, areas and abbreviations with dots are words of their own."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

import sqlalchemy as sa
from alembic import op

from marketplace.domain.search import analysis, vocabulary
from marketplace.domain.search.engines import Document
from marketplace.domain.search.engines.tsearch import vector

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

_BATCH = 5_000
_LISTINGS = """
    SELECT l.number, l.name, l.title, l.place, l.city, l.state, v.short_description, v.description,
        c.name AS category, coalesce(s.name, '') AS subcategory
    FROM listings l JOIN ad_versions v ON v.id = l.version_id JOIN categories c ON c.id = l.category_id
    LEFT JOIN subcategories s ON s.id = l.subcategory_id
    WHERE l.number > :last ORDER BY l.number LIMIT :most
"""
_VALUES = """
    SELECT l.number, v.label, v.input_type, v.text FROM listings l JOIN ad_version_values v ON v.version_id = l.version_id
    WHERE l.number BETWEEN :first AND :last AND v.input_type <> 'file' ORDER BY l.number, v.position
"""
# Rows that stay as they are are not written. What PostgreSQL keeps besides words begins with a mark and has no place among
# them, as the words of names that are there once more have none.
_WRITE = {
    "sqlite": """
        UPDATE search_index SET name = :name, title = :title, shelf = :shelf, body = :body
        WHERE rowid = :number AND (name, title, shelf, body) <> (:name, :title, :shelf, :body)
    """,
    "postgresql": r"""
        UPDATE search_index own SET name = :name, title = :title, shelf = :shelf, tokens = made.tokens
        FROM (
            SELECT array_to_tsvector(ARRAY(
                SELECT lexeme FROM unnest(tokens)
                WHERE positions IS NULL AND starts_with(lexeme, '_') AND NOT starts_with(lexeme, '_n')
            )) || CAST(:tokens AS tsvector) AS tokens
            FROM search_index WHERE number = :number
        ) made
        WHERE own.number = :number AND own.tokens <> made.tokens
    """,
}
# Whoever searches reads the old rows until all are written; ads are written after that.
_WAIT = "LOCK TABLE search_index IN EXCLUSIVE MODE"
_KNOWN = "SELECT word, stem FROM search_words"
_RESTEM = "UPDATE search_words SET stem = :stem WHERE word = :word"
_LEARN = "INSERT INTO search_words (word, stem, uses) VALUES (:word, :stem, :uses)"


def upgrade() -> None:
    """Apply; minutes for a million ads, which can be searched meanwhile. Saved searches are read anew after the next one."""
    connection = op.get_bind()
    is_postgresql = connection.dialect.name == "postgresql"
    if is_postgresql:
        op.execute(_WAIT)
    write = sa.text(_WRITE[connection.dialect.name])
    known = dict(map(tuple, connection.execute(sa.text(_KNOWN))))
    uses: Counter[str] = Counter()
    for rows in _batches(connection):
        connection.execute(write, [_row(document) for document in _documents(connection, rows)])
        for row in rows:
            uses.update(word for word in set(vocabulary.words_of(row._asdict())) if word not in known)
    restemmed = [
        {"word": word, "stem": analysis.stem(word)} for word, stem in known.items() if analysis.stem(word) != stem
    ]
    if restemmed:
        connection.execute(sa.text(_RESTEM), restemmed)
    if uses:
        learned = [{"word": word, "stem": analysis.stem(word), "uses": number} for word, number in sorted(uses.items())]
        connection.execute(sa.text(_LEARN), learned)
    if is_postgresql:
        op.execute("ANALYZE search_index, search_words")


def downgrade() -> None:
    """Nothing is taken back: an older program misses what it takes apart otherwise until the index is made anew."""


def _batches(connection: sa.Connection) -> Iterator[Sequence[sa.Row]]:
    last = 0
    while rows := connection.execute(sa.text(_LISTINGS), {"last": last, "most": _BATCH}).all():
        yield rows
        last = rows[-1].number


def _documents(connection: sa.Connection, rows: Sequence[sa.Row]) -> Iterator[Document]:
    said = defaultdict(list)
    for value in connection.execute(sa.text(_VALUES), {"first": rows[0].number, "last": rows[-1].number}):
        said[value.number].append(f"{value.text} {value.label}" if value.input_type == "number" else value.text)
    for row in rows:
        shelf = (row.category, row.subcategory, *said[row.number], row.place, row.city, row.state)
        yield Document(
            number=row.number,
            name=analysis.tokens(row.name),
            title=analysis.tokens(row.title),
            shelf=analysis.tokens(" . ".join(shelf)),
            body=analysis.tokens(f"{row.short_description} . {row.description}"),
            filters=(),
            price_paise=None,
            latitude=None,
            longitude=None,
        )


def _row(document: Document) -> dict[str, object]:
    fields = {name: " ".join(getattr(document, name)) for name in ("name", "title", "shelf", "body")}
    return {"number": document.number, "tokens": vector(document), **fields}
