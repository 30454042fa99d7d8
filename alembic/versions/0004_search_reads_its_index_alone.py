"""Dynamic values, cities and positions are searched in the search index, so their copies and indexes here go."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop the table and the indexes that nothing reads."""
    op.drop_table("listing_values")
    op.drop_index("ix_listings_city_newest", "listings")
    op.drop_index("ix_listings_position", "listings")


def downgrade() -> None:
    """Create them again. The table stays empty until an ad changes; nothing reads it."""
    op.create_index("ix_listings_position", "listings", ["latitude", "longitude", "number"])
    op.create_index("ix_listings_city_newest", "listings", ["city", "published_at", "number"])
    op.create_table(
        "listing_values",
        sa.Column("listing_number", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("field_id", sa.String(26), nullable=False),
        sa.Column("text", sa.String(200), nullable=False),
        sa.Column("number", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(
            ["field_id"], ["field_definitions.id"], name="fk_listing_values_field_id_field_definitions"
        ),
        sa.ForeignKeyConstraint(
            ["listing_number"],
            ["listings.number"],
            name="fk_listing_values_listing_number_listings",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("listing_number", "field_id", name="pk_listing_values"),
    )
    op.create_index("ix_listing_values_number", "listing_values", ["field_id", "number", "listing_number"])
    op.create_index("ix_listing_values_text", "listing_values", ["field_id", "text", "listing_number"])
