"""Pickup and return of rentals by code, and the record of the condition at both."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns of enquiries and create the table."""
    op.add_column("enquiries", sa.Column("picked_up_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("enquiries", sa.Column("returned_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("enquiries", sa.Column("code_number", sa.Integer(), nullable=False, server_default="1"))
    op.add_column("enquiries", sa.Column("code_failures", sa.Integer(), nullable=False, server_default="0"))
    op.create_table(
        "condition_entries",
        sa.Column("enquiry_id", sa.String(26), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("stage", sa.String(24), nullable=False),
        sa.Column("kind", sa.String(24), nullable=False),
        sa.Column("author_id", sa.String(26), nullable=False),
        sa.Column("part", sa.String(60), nullable=False),
        sa.Column("upload_id", sa.String(26), nullable=True),
        sa.Column("photo_digest", sa.String(64), nullable=False),
        sa.Column("note", sa.String(500), nullable=False),
        sa.Column("note_salt", sa.String(64), nullable=False),
        sa.Column("note_hash", sa.String(64), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("stage IN ('pickup', 'return')", name=op.f("ck_condition_entries_stage_known")),
        sa.CheckConstraint(
            "kind IN ('photo', 'confirmation', 'disagreement')", name=op.f("ck_condition_entries_kind_known")
        ),
        sa.ForeignKeyConstraint(["author_id"], ["accounts.id"], name=op.f("fk_condition_entries_author_id_accounts")),
        sa.ForeignKeyConstraint(
            ["enquiry_id"], ["enquiries.id"], name=op.f("fk_condition_entries_enquiry_id_enquiries")
        ),
        sa.ForeignKeyConstraint(["upload_id"], ["uploads.id"], name=op.f("fk_condition_entries_upload_id_uploads")),
        sa.PrimaryKeyConstraint("enquiry_id", "number", name=op.f("pk_condition_entries")),
    )
    op.create_index(op.f("ix_condition_entries_author_id"), "condition_entries", ["author_id"], unique=False)
    op.create_index(op.f("ix_condition_entries_upload_id"), "condition_entries", ["upload_id"], unique=False)


def downgrade() -> None:
    """Drop the table and the columns."""
    op.drop_table("condition_entries")
    for name in ("code_failures", "code_number", "returned_at", "picked_up_at"):
        op.drop_column("enquiries", name)
