"""Browsers that get notifications through their push service."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("account_id", sa.String(26), nullable=False),
        sa.Column("session_id", sa.String(26), nullable=False),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("p256dh", sa.String(87), nullable=False),
        sa.Column("auth", sa.String(22), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_push_subscriptions_account_id_accounts")
        ),
        sa.ForeignKeyConstraint(
            ["session_id"], ["account_sessions.id"], name=op.f("fk_push_subscriptions_session_id_account_sessions")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_push_subscriptions")),
        sa.UniqueConstraint("endpoint", name=op.f("uq_push_subscriptions_endpoint")),
        sa.UniqueConstraint("session_id", name=op.f("uq_push_subscriptions_session_id")),
    )
    op.create_index(op.f("ix_push_subscriptions_account_id"), "push_subscriptions", ["account_id"], unique=False)


def downgrade() -> None:
    """Drop it."""
    op.drop_table("push_subscriptions")
