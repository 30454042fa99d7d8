"""The ads that have a token are kept as lists too, beside the text index: for one segment of all ads after the other."""

from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

_KEY = {"sqlite": "INTEGER PRIMARY KEY AUTOINCREMENT", "postgresql": "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"}
_BYTES = {"sqlite": "BLOB", "postgresql": "BYTEA"}
_TEXT = {"sqlite": "TEXT", "postgresql": 'TEXT COLLATE "C"'}
_TABLES = (
    """CREATE TABLE search_segments (
        id {key}, mark TEXT NOT NULL UNIQUE, first BIGINT NOT NULL, ads INTEGER, columns {bytes})""",
    """CREATE TABLE search_postings (
        segment BIGINT NOT NULL, token {text} NOT NULL, places {bytes} NOT NULL, PRIMARY KEY (segment, token))""",
    # Only ever added to, so that of all who change ads nobody waits for anybody.
    "CREATE TABLE search_changes (mark TEXT NOT NULL, number BIGINT NOT NULL, PRIMARY KEY (mark, number))",
    # All ads are one segment that is not made yet; that is work of the background.
    "INSERT INTO search_segments (mark, first) VALUES ('first', 0)",
)
# A list is read whole or not at all, and those up to a page not from a place apart.
_WHOLE = (
    "ALTER TABLE search_segments ALTER COLUMN columns SET STORAGE EXTERNAL",
    "ALTER TABLE search_postings SET (toast_tuple_target = 8160)",
    "ALTER TABLE search_postings ALTER COLUMN places SET STORAGE EXTERNAL",
)
# By the database, so that an older program that writes ads is heard of too. A mark comes once, whatever is rolled back.
_VERBS = {"INSERT": "new", "UPDATE": "new", "DELETE": "old"}
_NOTE_SQLITE = """CREATE TRIGGER listings_noted_{verb} AFTER {verb} ON listings BEGIN
    INSERT INTO search_changes (mark, number) VALUES (lower(hex(randomblob(16))), {row}.number);
END"""
_NOTE = """CREATE FUNCTION note_search_changes() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO search_changes (mark, number)
    SELECT own.mark, changed.number FROM changed, (SELECT CAST(gen_random_uuid() AS text) AS mark) own;
    RETURN NULL;
END $$"""
_NOTE_POSTGRESQL = """CREATE TRIGGER listings_noted_{verb} AFTER {verb} ON listings
    REFERENCING {row} TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_search_changes()"""
_NAMES = ("search_changes", "search_postings", "search_segments")


def upgrade() -> None:
    """Apply; nothing waits for it, whatever there is."""
    dialect = op.get_bind().dialect.name
    for statement in _TABLES:
        op.execute(statement.format(key=_KEY[dialect], bytes=_BYTES[dialect], text=_TEXT[dialect]))
    if dialect == "postgresql":
        for statement in (*_WHOLE, _NOTE):
            op.execute(statement)
    noted = _NOTE_POSTGRESQL if dialect == "postgresql" else _NOTE_SQLITE
    for verb, row in _VERBS.items():
        op.execute(noted.format(verb=verb.lower(), row=row))


def downgrade() -> None:
    """Take back."""
    is_postgresql = op.get_bind().dialect.name == "postgresql"
    for verb in _VERBS:
        op.execute(f"DROP TRIGGER listings_noted_{verb.lower()}" + " ON listings" * is_postgresql)
    if is_postgresql:
        op.execute("DROP FUNCTION note_search_changes()")
    for name in _NAMES:
        op.execute(f"DROP TABLE {name}")
