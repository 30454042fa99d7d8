"""Ads that are paused for the holiday of their seller are told from those paused by hand until the same day."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.add_column("ads", sa.Column("on_holiday", sa.Boolean(), nullable=False, server_default=sa.false()))
    # Until now the day was all that told them.
    op.execute(
        "UPDATE ads SET on_holiday = TRUE WHERE status = 'paused' AND paused_until = "
        "(SELECT holiday_until FROM accounts WHERE accounts.id = ads.seller_id)"
    )


def downgrade() -> None:
    """Take back."""
    op.drop_column("ads", "on_holiday")
