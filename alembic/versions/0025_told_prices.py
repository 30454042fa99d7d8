"""The lowest price that a person was told of an ad, from which the next price drop counts."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add it to wishlists. What saved searches have is the last price that they found: the lowest told was not kept."""
    op.add_column("wishlist_items", sa.Column("lowest_told_paise", sa.BigInteger()))
    # Without a unit, the price when the ad was saved can be compared with the present one.
    op.execute(
        "UPDATE wishlist_items SET lowest_told_paise = (SELECT CASE WHEN listings.price_unit IS NULL "
        "AND wishlist_items.saved_paise < listings.price_paise THEN wishlist_items.saved_paise "
        "ELSE listings.price_paise END FROM listings WHERE listings.ad_id = wishlist_items.ad_id)"
    )
    op.execute("ALTER TABLE saved_search_matches RENAME COLUMN price_paise TO lowest_told_paise")
    # Named by its unit, as all other amounts are.
    op.execute("ALTER TABLE saved_search_matches RENAME COLUMN fallen_from TO fallen_from_paise")


def downgrade() -> None:
    """Undo all."""
    op.execute("ALTER TABLE saved_search_matches RENAME COLUMN fallen_from_paise TO fallen_from")
    op.execute("ALTER TABLE saved_search_matches RENAME COLUMN lowest_told_paise TO price_paise")
    op.drop_column("wishlist_items", "lowest_told_paise")
