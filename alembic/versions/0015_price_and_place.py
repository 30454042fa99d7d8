"""PostgreSQL's text index tells price and place as well, so that no listing is read for them."""

from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

_ROWS = """CREATE TABLE search_index_new (number BIGINT NOT NULL, {more}
    name TEXT NOT NULL, title TEXT NOT NULL, shelf TEXT NOT NULL, tokens TSVECTOR NOT NULL)
    WITH (toast_tuple_target = 128)"""
# Before there are rows: it decides about those written after it.
_APART = "ALTER TABLE search_index_new ALTER COLUMN tokens SET STORAGE EXTERNAL"
_TELLING = (
    _ROWS.format(more="price_paise BIGINT, latitude DOUBLE PRECISION, longitude DOUBLE PRECISION,"),
    _APART,
    """INSERT INTO search_index_new
    SELECT own.number, price_paise, latitude, longitude, own.name, own.title, own.shelf, own.tokens
    FROM search_index own JOIN listings ON listings.number = own.number ORDER BY own.number""",
)
_WITHOUT = (
    _ROWS.format(more=""),
    _APART,
    "INSERT INTO search_index_new SELECT number, name, title, shelf, tokens FROM search_index ORDER BY number",
)
# Whoever searches reads the old rows until the new ones take their name; ads are written after that.
_WAIT = "LOCK TABLE search_index IN EXCLUSIVE MODE"
_SWAP = (
    "SET LOCAL maintenance_work_mem = '256MB'",
    "ALTER TABLE search_index_new ALTER COLUMN tokens SET STATISTICS 1000",
    "CREATE INDEX search_index_new_tokens ON search_index_new USING gin (tokens) WITH (fastupdate = off)",
    "ALTER TABLE search_index_new ADD CONSTRAINT search_index_new_pkey PRIMARY KEY (number)",
    "ANALYZE search_index_new",
    "DROP TABLE search_index",
    "ALTER TABLE search_index_new RENAME TO search_index",
    "ALTER INDEX search_index_new_pkey RENAME TO search_index_pkey",
    "ALTER INDEX search_index_new_tokens RENAME TO search_index_tokens",
)


def upgrade() -> None:
    """Apply; minutes for a million ads, which can be searched meanwhile."""
    _rewrite(_TELLING)


def downgrade() -> None:
    """Take back."""
    _rewrite(_WITHOUT)


def _rewrite(made: tuple[str, ...]) -> None:
    if op.get_bind().dialect.name == "postgresql":
        for statement in (_WAIT, *made, *_SWAP):
            op.execute(statement)
