"""What has reached a side of a conversation, beside what it has read."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply; what was read had arrived."""
    op.add_column("conversation_parties", sa.Column("delivered_seq", sa.Integer(), nullable=False, server_default="0"))
    op.execute("UPDATE conversation_parties SET delivered_seq = read_seq")


def downgrade() -> None:
    """Take back."""
    with op.batch_alter_table("conversation_parties") as table:
        table.drop_column("delivered_seq")
