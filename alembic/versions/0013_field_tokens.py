"""The text index holds the values of dynamic fields as tokens, by which it finds the ads that have one."""

from itertools import groupby

import sqlalchemy as sa
from alembic import op

from marketplace.domain.search import field_tokens

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

_BATCH = 5_000
_ADD = {
    "sqlite": "UPDATE search_index SET filters = filters || ' ' || :tokens WHERE rowid = :number",
    "postgresql": "UPDATE search_index SET tokens = tokens || CAST(:tokens AS tsvector) WHERE number = :number",
}
# To the end of a batch of listings, so that none of them comes in two parts.
_VALUES = """
    SELECT listing_number, field_id, text, number FROM listing_values
    WHERE listing_number > :last AND listing_number <= (
        SELECT max(listing_number) FROM (
            SELECT listing_number FROM listing_values WHERE listing_number > :last ORDER BY listing_number LIMIT :most
        ) AS batch
    )
    ORDER BY listing_number
"""


def upgrade() -> None:
    """Apply; minutes for a million ads, which can be searched meanwhile."""
    connection = op.get_bind()
    add = sa.text(_ADD[connection.dialect.name])
    last = 0
    while rows := connection.execute(sa.text(_VALUES), {"last": last, "most": _BATCH}).all():
        made = []
        for number, values in groupby(rows, key=lambda row: row.listing_number):
            found = (field_tokens.tokens(value.field_id, value.text, value.number) for value in values)
            made.append({"number": number, "tokens": " ".join(token for tokens in found for token in tokens)})
        connection.execute(add, made)
        last = rows[-1].listing_number
    if connection.dialect.name == "postgresql":
        op.execute("ANALYZE search_index")


def downgrade() -> None:
    """Nothing to take back: who does not know the tokens is not disturbed by them."""
