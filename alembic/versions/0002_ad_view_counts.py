"""How often ads are opened."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "ad_view_counts",
        sa.Column("ad_id", sa.String(length=26), nullable=False),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["ad_id"], ["ads.id"], name=op.f("fk_ad_view_counts_ad_id_ads")),
        sa.PrimaryKeyConstraint("ad_id", name=op.f("pk_ad_view_counts")),
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("ad_view_counts")
