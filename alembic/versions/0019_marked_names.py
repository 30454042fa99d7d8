"""SQLite's text index too holds the words of names once more with a mark, so that it tells by itself what names say."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

_BATCH = 5_000
_ROWS = "SELECT rowid, name, filters FROM search_index WHERE rowid > :last ORDER BY rowid LIMIT :most"
_WRITE = "UPDATE search_index SET filters = :filters WHERE rowid = :number"
_MARK = "_n"


def upgrade() -> None:
    """Apply; minutes for a million ads, which can be searched meanwhile."""
    _rewrite(marked=True)


def downgrade() -> None:
    """Take back."""
    _rewrite(marked=False)


def _rewrite(*, marked: bool) -> None:
    connection = op.get_bind()
    if connection.dialect.name != "sqlite":
        return
    last = -1
    while rows := connection.execute(sa.text(_ROWS), {"last": last, "most": _BATCH}).all():
        written = []
        for number, name, filters in rows:
            tokens = [token for token in filters.split() if not token.startswith(_MARK)]
            tokens += [f"{_MARK}{word}" for word in dict.fromkeys(name.split()) if marked]
            written.append({"number": number, "filters": " ".join(tokens)})
        connection.execute(sa.text(_WRITE), written)
        last = rows[-1].rowid
    # What was written comes in many parts, each of which every search would go through.
    op.execute("INSERT INTO search_index (search_index) VALUES ('optimize')")
