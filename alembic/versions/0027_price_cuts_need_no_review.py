"""Administrators set how far a seller may lower a price without review."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply. The table is empty until somebody changes a setting."""
    op.create_table(
        "moderation_settings",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("price_cut_percent", sa.Integer(), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_moderation_settings_only_row")),
        sa.CheckConstraint(
            "price_cut_percent BETWEEN 0 AND 90", name=op.f("ck_moderation_settings_price_cut_in_range")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_moderation_settings")),
    )


def downgrade() -> None:
    """Take back."""
    op.drop_table("moderation_settings")
