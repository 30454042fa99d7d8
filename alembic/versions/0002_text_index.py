"""The text index: FTS5 on SQLite, tsvector and pg_trgm on PostgreSQL.

No table class describes these tables: `marketplace/domain/search/engines` is the only code that touches them.
"""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

# The words come analysed (folded, stemmed) and space-separated, so the tokenizer only cuts at spaces. Rows are
# ranked outside, so the column sizes that bm25 needs are not kept.
SQLITE = (
    """CREATE VIRTUAL TABLE search_index USING fts5(
           name, title, shelf, body, filters,
           tokenize = "ascii tokenchars '_'", prefix = '2 3', columnsize = 0)""",
    """CREATE TABLE search_words (
           id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE, stem TEXT NOT NULL, uses INTEGER NOT NULL)""",
    "CREATE INDEX search_words_stem ON search_words (stem)",
    # Words between marks, so that their first and last letters count too, as in pg_trgm.
    """CREATE VIRTUAL TABLE search_word_parts USING fts5(word, content = '', tokenize = 'trigram')""",
    """CREATE TRIGGER search_words_added AFTER INSERT ON search_words BEGIN
           INSERT INTO search_word_parts (rowid, word) VALUES (new.id, '$$' || new.word || '$');
       END""",
    """CREATE TRIGGER search_words_removed AFTER DELETE ON search_words BEGIN
           INSERT INTO search_word_parts (search_word_parts, rowid, word)
           VALUES ('delete', old.id, '$$' || old.word || '$');
       END""",
)

# Without fastupdate a new ad is in the index proper at once, and reading never has to wade through a pending list.
POSTGRESQL = (
    "CREATE EXTENSION IF NOT EXISTS pg_trgm",
    """CREATE TABLE search_index (
           number BIGINT PRIMARY KEY, name TEXT NOT NULL, title TEXT NOT NULL, shelf TEXT NOT NULL,
           tokens TSVECTOR NOT NULL)""",
    # The vectors lie apart, so that what is counted and ranked stays small enough for the cache.
    "ALTER TABLE search_index SET (toast_tuple_target = 128)",
    "ALTER TABLE search_index ALTER COLUMN tokens SET STORAGE EXTERNAL",
    "CREATE INDEX search_index_tokens ON search_index USING gin (tokens) WITH (fastupdate = off)",
    """CREATE TABLE search_words (
           id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, word TEXT COLLATE "C" NOT NULL UNIQUE,
           stem TEXT NOT NULL, uses BIGINT NOT NULL)""",
    "CREATE INDEX search_words_stem ON search_words (stem)",
    "CREATE INDEX search_words_parts ON search_words USING gin (word gin_trgm_ops)",
)


def upgrade() -> None:
    """Apply."""
    for statement in SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRESQL:
        op.execute(statement)


def downgrade() -> None:
    """Take back; pg_trgm stays, as others may use it."""
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TABLE search_word_parts")
    op.execute("DROP TABLE search_words")
    op.execute("DROP TABLE search_index")
