"""Rentals have meetups as deals do, one for pickup and one for the return."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

_COLUMNS = (
    "deal_id, number, place, withheld_from, at, proposed_by, confirmed_at, reminded_at, buyer_late_minutes, "
    "seller_late_minutes, buyer_here_at, seller_here_at, updated_at"
)


def upgrade() -> None:
    """Replace the table by one whose rows have ids of their own; those of deals keep that of their deal."""
    _keep_rows()
    op.create_table(
        "meetups",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("deal_id", sa.String(26), nullable=True),
        sa.Column("enquiry_id", sa.String(26), nullable=True),
        sa.Column("stage", sa.String(24), nullable=True),
        *_common_columns(),
        sa.CheckConstraint("proposed_by IN ('buyer', 'seller', 'site')", name=op.f("ck_meetups_proposed_by_known")),
        sa.CheckConstraint("stage IN ('pickup', 'return')", name=op.f("ck_meetups_stage_known")),
        sa.CheckConstraint(
            "(deal_id IS NULL) <> (enquiry_id IS NULL) AND (enquiry_id IS NULL) = (stage IS NULL)",
            name=op.f("ck_meetups_of_a_deal_or_a_stage"),
        ),
        sa.ForeignKeyConstraint(["deal_id"], ["deals.id"], name=op.f("fk_meetups_deal_id_deals")),
        sa.ForeignKeyConstraint(["enquiry_id"], ["enquiries.id"], name=op.f("fk_meetups_enquiry_id_enquiries")),
        sa.ForeignKeyConstraint(["withheld_from"], ["accounts.id"], name=op.f("fk_meetups_withheld_from_accounts")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_meetups")),
    )
    op.create_index("uq_meetups_deal", "meetups", ["deal_id"], unique=True)
    op.create_index("uq_meetups_stage", "meetups", ["enquiry_id", "stage"], unique=True)
    op.create_index("ix_meetups_reminder", "meetups", ["reminded_at", "at"], unique=False)
    op.execute(f"INSERT INTO meetups (id, {_COLUMNS}) SELECT deal_id, {_COLUMNS} FROM meetups_before")
    op.drop_table("meetups_before")


def downgrade() -> None:
    """Take back; meetups of rentals are lost."""
    _keep_rows()
    op.create_table(
        "meetups",
        sa.Column("deal_id", sa.String(26), nullable=False),
        *(column for column in _common_columns() if column.name != "withheld_from"),
        sa.CheckConstraint("proposed_by IN ('buyer', 'seller', 'site')", name=op.f("ck_meetups_proposed_by_known")),
        sa.ForeignKeyConstraint(["deal_id"], ["deals.id"], name=op.f("fk_meetups_deal_id_deals")),
        sa.PrimaryKeyConstraint("deal_id", name=op.f("pk_meetups")),
    )
    # Of the column, as before: an earlier migration drops it, which SQLite refuses for one of the table.
    key = "CONSTRAINT fk_meetups_withheld_from_accounts REFERENCES accounts (id)"
    op.execute(f"ALTER TABLE meetups ADD COLUMN withheld_from VARCHAR(26) {key}")
    op.create_index("ix_meetups_reminder", "meetups", ["reminded_at", "at"], unique=False)
    op.execute(f"INSERT INTO meetups ({_COLUMNS}) SELECT {_COLUMNS} FROM meetups_before WHERE deal_id IS NOT NULL")
    op.drop_table("meetups_before")


def _keep_rows() -> None:
    op.execute("CREATE TABLE meetups_before AS SELECT * FROM meetups")
    op.drop_index("ix_meetups_reminder", "meetups")
    op.drop_table("meetups")


def _common_columns() -> tuple[sa.Column, ...]:
    return (
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("place", sa.String(200), nullable=False),
        sa.Column("withheld_from", sa.String(26), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("proposed_by", sa.String(24), nullable=False),
        sa.Column("confirmed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reminded_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("buyer_late_minutes", sa.Integer(), nullable=False),
        sa.Column("seller_late_minutes", sa.Integer(), nullable=False),
        sa.Column("buyer_here_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("seller_here_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
    )
