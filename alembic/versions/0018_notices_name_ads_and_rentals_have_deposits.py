"""Notifications name the ad that they are about, and rentals have a deposit."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns. Earlier notifications that link to an ad name it."""
    with op.batch_alter_table("notices") as notices:
        notices.add_column(sa.Column("ad_id", sa.String(length=26), nullable=True))
        notices.create_foreign_key(op.f("fk_notices_ad_id_ads"), "ads", ["ad_id"], ["id"])
    op.execute(
        "UPDATE notices SET ad_id = substr(link, 11) "
        "WHERE link LIKE '/products/%' AND substr(link, 11) IN (SELECT id FROM ads)"
    )
    op.add_column("ad_calendars", sa.Column("deposit_paise", sa.BigInteger(), nullable=True))
    op.add_column("enquiries", sa.Column("deposit_paise", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    """Drop them."""
    op.drop_column("enquiries", "deposit_paise")
    op.drop_column("ad_calendars", "deposit_paise")
    with op.batch_alter_table("notices") as notices:
        notices.drop_constraint(op.f("fk_notices_ad_id_ads"), type_="foreignkey")
        notices.drop_column("ad_id")
