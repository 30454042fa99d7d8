"""Owners of wanted ads are reminded once before one expires."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

_WAITING = sa.text("expiry_reminded_at IS NULL AND ended_at IS NULL")


def upgrade() -> None:
    """Add the time of the reminder. Nobody is told of what expired long before."""
    op.add_column("wanted_ads", sa.Column("expiry_reminded_at", sa.DateTime(timezone=True), nullable=True))
    op.execute("UPDATE wanted_ads SET expiry_reminded_at = expires_at WHERE expires_at <= CURRENT_TIMESTAMP")
    op.create_index(
        "ix_wanted_ads_reminder",
        "wanted_ads",
        ["expires_at"],
        unique=False,
        sqlite_where=_WAITING,
        postgresql_where=_WAITING,
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_index("ix_wanted_ads_reminder", table_name="wanted_ads")
    op.drop_column("wanted_ads", "expiry_reminded_at")
