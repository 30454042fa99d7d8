"""What clients send several times under an id of their own is stored once."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "submissions",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("subject_id", sa.String(length=26), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_submissions")),
    )
    op.create_index(op.f("ix_submissions_created_at"), "submissions", ["created_at"])


def downgrade() -> None:
    """Take back."""
    op.drop_table("submissions")
