"""Offers for ads for sale, the deals that they become, and ads that are reserved."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables, with indexes that allow one live offer of a buyer and one active deal of an ad."""
    op.create_table(
        "offers",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("ad_id", sa.String(26), nullable=False),
        sa.Column("buyer_id", sa.String(26), nullable=False),
        sa.Column("seller_id", sa.String(26), nullable=False),
        sa.Column("price_paise", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(24), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("steps", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "status IN ('open', 'accepted', 'declined', 'countered', 'withdrawn', 'expired')",
            name=op.f("ck_offers_status_known"),
        ),
        sa.CheckConstraint("price_paise > 0", name=op.f("ck_offers_price_positive")),
        sa.ForeignKeyConstraint(["ad_id"], ["ads.id"], name=op.f("fk_offers_ad_id_ads")),
        sa.ForeignKeyConstraint(["buyer_id"], ["accounts.id"], name=op.f("fk_offers_buyer_id_accounts")),
        sa.ForeignKeyConstraint(["seller_id"], ["accounts.id"], name=op.f("fk_offers_seller_id_accounts")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_offers")),
    )
    op.create_index("ix_offers_ad", "offers", ["ad_id", "status", "id"], unique=False)
    op.create_index("ix_offers_buyer", "offers", ["buyer_id", "id"], unique=False)
    op.create_index("ix_offers_expiry", "offers", ["status", "expires_at"], unique=False)
    op.create_index("ix_offers_seller", "offers", ["seller_id", "id"], unique=False)
    op.create_index(
        "uq_offers_live",
        "offers",
        ["ad_id", "buyer_id"],
        unique=True,
        sqlite_where=sa.text("status IN ('open', 'countered')"),
        postgresql_where=sa.text("status IN ('open', 'countered')"),
    )

    op.create_table(
        "deals",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("ad_id", sa.String(26), nullable=False),
        sa.Column("offer_id", sa.String(26), nullable=False),
        sa.Column("buyer_id", sa.String(26), nullable=False),
        sa.Column("seller_id", sa.String(26), nullable=False),
        sa.Column("price_paise", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(24), nullable=False),
        sa.Column("reserved_until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("code_number", sa.Integer(), nullable=False),
        sa.Column("code_failures", sa.Integer(), nullable=False),
        sa.Column("reason", sa.String(500), nullable=False),
        sa.Column("ended_by", sa.String(24), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("ended_by IN ('buyer', 'seller', 'site')", name=op.f("ck_deals_ended_by_known")),
        sa.CheckConstraint(
            "status IN ('reserved', 'done', 'cancelled', 'expired')", name=op.f("ck_deals_status_known")
        ),
        sa.CheckConstraint("price_paise > 0", name=op.f("ck_deals_price_positive")),
        sa.ForeignKeyConstraint(["ad_id"], ["ads.id"], name=op.f("fk_deals_ad_id_ads")),
        sa.ForeignKeyConstraint(["buyer_id"], ["accounts.id"], name=op.f("fk_deals_buyer_id_accounts")),
        sa.ForeignKeyConstraint(["offer_id"], ["offers.id"], name=op.f("fk_deals_offer_id_offers")),
        sa.ForeignKeyConstraint(["seller_id"], ["accounts.id"], name=op.f("fk_deals_seller_id_accounts")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deals")),
        sa.UniqueConstraint("offer_id", name=op.f("uq_deals_offer_id")),
    )
    op.create_index("ix_deals_buyer", "deals", ["buyer_id", "id"], unique=False)
    op.create_index("ix_deals_expiry", "deals", ["status", "reserved_until"], unique=False)
    op.create_index("ix_deals_seller", "deals", ["seller_id", "id"], unique=False)
    op.create_index(
        "uq_deals_active",
        "deals",
        ["ad_id"],
        unique=True,
        sqlite_where=sa.text("status = 'reserved'"),
        postgresql_where=sa.text("status = 'reserved'"),
    )

    op.create_table(
        "offer_steps",
        sa.Column("offer_id", sa.String(26), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("side", sa.String(24), nullable=False),
        sa.Column("action", sa.String(24), nullable=False),
        sa.Column("price_paise", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.String(500), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "action IN ('offer', 'accept', 'decline', 'counter', 'withdraw', 'expire')",
            name=op.f("ck_offer_steps_action_known"),
        ),
        sa.CheckConstraint("side IN ('buyer', 'seller', 'site')", name=op.f("ck_offer_steps_side_known")),
        sa.ForeignKeyConstraint(["offer_id"], ["offers.id"], name=op.f("fk_offer_steps_offer_id_offers")),
        sa.PrimaryKeyConstraint("offer_id", "number", name=op.f("pk_offer_steps")),
    )
    for table in ("ads", "listings"):
        op.add_column(table, sa.Column("reserved_until", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    """Drop them."""
    for table in ("listings", "ads"):
        op.drop_column(table, "reserved_until")
    for table in ("offer_steps", "deals", "offers"):
        op.drop_table(table)
