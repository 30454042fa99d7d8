"""Log what each commit of public data changes, so that the rest of the response cache stays."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "cache_changes",
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("tags", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_cache_changes")),
    )


def downgrade() -> None:
    """Take back."""
    op.drop_table("cache_changes")
