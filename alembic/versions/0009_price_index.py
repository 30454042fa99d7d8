"""Ads of all types come by price without being sorted."""

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.create_index("ix_listings_price_up", "listings", ["price_up", "number"])
    op.create_index("ix_listings_price_down", "listings", ["price_down", "number"])


def downgrade() -> None:
    """Take back."""
    op.drop_index("ix_listings_price_down", table_name="listings")
    op.drop_index("ix_listings_price_up", table_name="listings")
