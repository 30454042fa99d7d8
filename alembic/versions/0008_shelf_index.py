"""A whole category's ads come newest first without being sorted."""

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.create_index("ix_listings_shelf_newest", "listings", ["category_id", "published_at", "number"])


def downgrade() -> None:
    """Take back."""
    op.drop_index("ix_listings_shelf_newest", table_name="listings")
