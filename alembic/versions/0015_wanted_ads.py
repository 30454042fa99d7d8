"""Wanted ads, and the sellers whom saved searches follow."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

_TARGETS = "'ad', 'account', 'conversation', 'review'"


def upgrade() -> None:
    """Create the tables, find the follows among the saved searches, and allow reports about wanted ads."""
    op.create_table(
        "wanted_ads",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("owner_id", sa.String(26), nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("details", sa.String(1000), nullable=False),
        sa.Column("ad_type", sa.String(24), nullable=False),
        sa.Column("subcategory_id", sa.String(26), nullable=False),
        sa.Column("max_price_paise", sa.BigInteger(), nullable=True),
        sa.Column("price_unit", sa.String(24), nullable=True),
        sa.Column("state", sa.String(120), nullable=False),
        sa.Column("city", sa.String(120), nullable=False),
        sa.Column("latitude", sa.Float(), nullable=False),
        sa.Column("longitude", sa.Float(), nullable=False),
        sa.Column("km_per_longitude", sa.Float(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_reason", sa.String(500), nullable=False),
        sa.CheckConstraint("ad_type IN ('sell', 'rent', 'lease')", name=op.f("ck_wanted_ads_ad_type_known")),
        sa.CheckConstraint(
            "price_unit IN ('hour', 'day', 'week', 'month', 'year')", name=op.f("ck_wanted_ads_price_unit_known")
        ),
        sa.CheckConstraint(
            "max_price_paise IS NULL OR max_price_paise > 0", name=op.f("ck_wanted_ads_max_price_positive")
        ),
        sa.ForeignKeyConstraint(["owner_id"], ["accounts.id"], name=op.f("fk_wanted_ads_owner_id_accounts")),
        sa.ForeignKeyConstraint(
            ["subcategory_id"], ["subcategories.id"], name=op.f("fk_wanted_ads_subcategory_id_subcategories")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_wanted_ads")),
    )
    op.create_index(op.f("ix_wanted_ads_owner_id"), "wanted_ads", ["owner_id"], unique=False)
    op.create_index("ix_wanted_ads_match", "wanted_ads", ["subcategory_id", "ad_type", "expires_at"], unique=False)

    op.create_table(
        "wanted_matches",
        sa.Column("wanted_id", sa.String(26), nullable=False),
        sa.Column("seller_id", sa.String(26), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("mailed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["seller_id"], ["accounts.id"], name=op.f("fk_wanted_matches_seller_id_accounts")),
        sa.ForeignKeyConstraint(["wanted_id"], ["wanted_ads.id"], name=op.f("fk_wanted_matches_wanted_id_wanted_ads")),
        sa.PrimaryKeyConstraint("wanted_id", "seller_id", name=op.f("pk_wanted_matches")),
    )
    unmailed = sa.text("mailed_at IS NULL")
    op.create_index(
        "ix_wanted_matches_unmailed",
        "wanted_matches",
        ["seller_id"],
        unique=False,
        sqlite_where=unmailed,
        postgresql_where=unmailed,
    )
    op.create_index("ix_wanted_matches_mailed", "wanted_matches", ["seller_id", "mailed_at"], unique=False)

    op.create_table(
        "wanted_answers",
        sa.Column("wanted_id", sa.String(26), nullable=False),
        sa.Column("ad_id", sa.String(26), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["ad_id"], ["ads.id"], name=op.f("fk_wanted_answers_ad_id_ads")),
        sa.ForeignKeyConstraint(["wanted_id"], ["wanted_ads.id"], name=op.f("fk_wanted_answers_wanted_id_wanted_ads")),
        sa.PrimaryKeyConstraint("wanted_id", "ad_id", name=op.f("pk_wanted_answers")),
    )
    op.create_index(op.f("ix_wanted_answers_ad_id"), "wanted_answers", ["ad_id"], unique=False)

    op.add_column("accounts", sa.Column("wants_wanted_mail", sa.Boolean(), server_default=sa.true(), nullable=False))
    op.add_column("saved_searches", sa.Column("followed_id", sa.String(26), nullable=True))
    op.create_index(op.f("ix_saved_searches_followed_id"), "saved_searches", ["followed_id"], unique=False)
    _find_follows()
    _set_targets(f"{_TARGETS}, 'wanted'")


def downgrade() -> None:
    """Drop them, and the reports about wanted ads."""
    reports = sa.table("reports", sa.column("target"))
    op.execute(reports.delete().where(reports.c.target == "wanted"))
    _set_targets(_TARGETS)
    op.drop_index(op.f("ix_saved_searches_followed_id"), table_name="saved_searches")
    op.drop_column("saved_searches", "followed_id")
    op.drop_column("accounts", "wants_wanted_mail")
    for table in ("wanted_answers", "wanted_matches", "wanted_ads"):
        op.drop_table(table)


def _find_follows() -> None:
    """Store the seller of each search that asks for nothing but a seller's ads."""
    searches = sa.table(
        "saved_searches", sa.column("id"), sa.column("query", sa.JSON()), sa.column("followed_id", sa.String(26))
    )
    connection = op.get_bind()
    follows = [
        {"search_id": search_id, "seller_id": query["sellerId"]}
        for search_id, query in connection.execute(sa.select(searches.c.id, searches.c.query))
        if query.keys() == {"sellerId"}
    ]
    if follows:
        statement = searches.update().where(searches.c.id == sa.bindparam("search_id"))
        connection.execute(statement.values(followed_id=sa.bindparam("seller_id")), follows)


def _set_targets(known: str) -> None:
    """Replace the constraint on the targets of reports; on SQLite the table is copied."""
    name = op.f("ck_reports_target_known")
    with op.batch_alter_table("reports") as batch:
        batch.drop_constraint(name, type_="check")
        batch.create_check_constraint(name, f"target IN ({known})")
