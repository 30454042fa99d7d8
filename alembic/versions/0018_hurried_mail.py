"""Mails that somebody waits for go before all others, and the next one is found however many wait."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

# Name, columns, and the rows that it knows.
_INDEXES = (
    ("ix_outbox_mails_waiting", ["can_wait", "due_at", "id"], sa.text("sent_at IS NULL AND failed_at IS NULL")),
    ("ix_outbox_mails_unsent", ["id", "failed_at"], sa.text("sent_at IS NULL")),
    ("ix_outbox_mails_sent", ["sent_at"], sa.text("sent_at IS NOT NULL")),
)


def upgrade() -> None:
    """Apply; codes that wait go first from now on."""
    op.add_column("outbox_mails", sa.Column("can_wait", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.execute("UPDATE outbox_mails SET can_wait = false WHERE code_seed <> '' AND sent_at IS NULL")
    op.drop_index("ix_outbox_mails_due", table_name="outbox_mails")
    for name, columns, rows in _INDEXES:
        op.create_index(name, "outbox_mails", columns, sqlite_where=rows, postgresql_where=rows)


def downgrade() -> None:
    """Take back."""
    for name, _, rows in _INDEXES:
        op.drop_index(name, "outbox_mails", sqlite_where=rows, postgresql_where=rows)
    op.create_index("ix_outbox_mails_due", "outbox_mails", ["sent_at", "failed_at", "due_at"])
    with op.batch_alter_table("outbox_mails") as table:
        table.drop_column("can_wait")
