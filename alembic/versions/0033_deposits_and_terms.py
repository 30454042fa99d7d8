"""Both parties of a rental record its deposit, and an enquiry names the version of the ad whose terms hold."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them. Which version earlier enquiries were about is not known."""
    op.create_table(
        "deposits",
        sa.Column("enquiry_id", sa.String(26), nullable=False),
        sa.Column("stage", sa.String(24), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("amount_paise", sa.BigInteger(), nullable=False),
        sa.Column("paid_on", sa.Date(), nullable=False),
        sa.Column("recorded_by", sa.String(24), nullable=False),
        sa.Column("recorded_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("confirmed_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("stage IN ('pickup', 'return')", name=op.f("ck_deposits_stage_known")),
        sa.CheckConstraint("recorded_by IN ('buyer', 'seller', 'site')", name=op.f("ck_deposits_recorded_by_known")),
        sa.CheckConstraint("amount_paise >= 0", name=op.f("ck_deposits_amount_not_negative")),
        sa.ForeignKeyConstraint(["enquiry_id"], ["enquiries.id"], name=op.f("fk_deposits_enquiry_id_enquiries")),
        sa.PrimaryKeyConstraint("enquiry_id", "stage", name=op.f("pk_deposits")),
    )
    # A constraint of the column: SQLite would have to copy the table for one of the table.
    key = "CONSTRAINT fk_enquiries_version_id_ad_versions REFERENCES ad_versions (id)"
    op.execute(f"ALTER TABLE enquiries ADD COLUMN version_id VARCHAR(26) {key}")


def downgrade() -> None:
    """Take back."""
    op.execute("ALTER TABLE enquiries DROP COLUMN version_id")
    op.drop_table("deposits")
