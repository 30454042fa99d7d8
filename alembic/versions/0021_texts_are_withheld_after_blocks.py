"""Texts of offers, deals, meetups, enquiries and condition records name who never reads them, as messages do.

Texts from before stay readable: who had blocked whom when they were written is not known.
"""

from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

_COLUMNS = (
    ("offer_steps", "withheld_from"),
    ("deals", "withheld_from"),
    ("meetups", "withheld_from"),
    ("enquiries", "withheld_from"),
    ("condition_entries", "withheld_from"),
    ("enquiries", "answered_by"),
)


def upgrade() -> None:
    """Add the columns, and who wrote the answer to an enquiry."""
    for table, column in _COLUMNS:
        # A constraint of the column: SQLite would have to copy the table for one of the table.
        key = f"CONSTRAINT fk_{table}_{column}_accounts REFERENCES accounts (id)"
        op.execute(f"ALTER TABLE {table} ADD COLUMN {column} VARCHAR(26) {key}")


def downgrade() -> None:
    """Drop them."""
    for table, column in reversed(_COLUMNS):
        op.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
