"""The text index holds about where an ad is and about what it costs; PostgreSQL learns enough of its words to plan by."""

import sqlalchemy as sa
from alembic import op

from marketplace.domain.search import bands

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_BATCH = 5_000
_ADD = {
    "sqlite": "UPDATE search_index SET filters = filters || ' ' || :tokens WHERE rowid = :number",
    "postgresql": "UPDATE search_index SET tokens = tokens || CAST(:tokens AS tsvector) WHERE number = :number",
}
_LISTINGS = (
    "SELECT number, latitude, longitude, price_paise FROM listings WHERE number > :last ORDER BY number LIMIT :most"
)
# By default PostgreSQL knows a hundred words and takes all others for frequent, and reads whole tables for them.
_LEARN = (
    "ALTER TABLE search_index ALTER COLUMN tokens SET STATISTICS 1000",
    "CREATE STATISTICS listings_shelves (dependencies) ON category_id, subcategory_id FROM listings",
    "CREATE STATISTICS listing_values_chosen (dependencies, mcv) ON field_id, text FROM listing_values",
    "ANALYZE search_index, listings, listing_values",
)


def upgrade() -> None:
    """Apply; minutes for a million ads, which can be searched meanwhile."""
    connection = op.get_bind()
    add = sa.text(_ADD[connection.dialect.name])
    last = 0
    while rows := connection.execute(sa.text(_LISTINGS), {"last": last, "most": _BATCH}).all():
        made = [{"number": number, "tokens": " ".join(bands.tokens(*about))} for number, *about in rows]
        connection.execute(add, made)
        last = rows[-1].number
    if connection.dialect.name == "postgresql":
        for statement in _LEARN:
            op.execute(statement)


def downgrade() -> None:
    """Take back what PostgreSQL keeps; who does not know the tokens is not disturbed by them."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP STATISTICS listing_values_chosen, listings_shelves")
        op.execute("ALTER TABLE search_index ALTER COLUMN tokens SET STATISTICS -1")
