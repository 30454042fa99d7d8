"""Reviews of the parties of deals and rentals, their totals, and reports about them."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables, and allow reports about reviews."""
    op.create_table(
        "reviews",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("deal_id", sa.String(26), nullable=True),
        sa.Column("enquiry_id", sa.String(26), nullable=True),
        sa.Column("side", sa.String(24), nullable=False),
        sa.Column("writer_id", sa.String(26), nullable=False),
        sa.Column("about_id", sa.String(26), nullable=False),
        sa.Column("stars", sa.Integer(), nullable=False),
        sa.Column("tags", sa.JSON(), nullable=False),
        sa.Column("text", sa.String(1000), nullable=False),
        sa.Column("reveal_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revealed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reply", sa.String(500), nullable=False),
        sa.Column("replied_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("removed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("removed_by", sa.String(26), nullable=True),
        sa.Column("removed_reason", sa.String(500), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("side IN ('buyer', 'seller', 'site')", name=op.f("ck_reviews_side_known")),
        sa.CheckConstraint("(deal_id IS NULL) <> (enquiry_id IS NULL)", name=op.f("ck_reviews_one_subject")),
        sa.CheckConstraint("stars BETWEEN 1 AND 5", name=op.f("ck_reviews_stars_in_range")),
        sa.ForeignKeyConstraint(["about_id"], ["accounts.id"], name=op.f("fk_reviews_about_id_accounts")),
        sa.ForeignKeyConstraint(["deal_id"], ["deals.id"], name=op.f("fk_reviews_deal_id_deals")),
        sa.ForeignKeyConstraint(["enquiry_id"], ["enquiries.id"], name=op.f("fk_reviews_enquiry_id_enquiries")),
        sa.ForeignKeyConstraint(["removed_by"], ["accounts.id"], name=op.f("fk_reviews_removed_by_accounts")),
        sa.ForeignKeyConstraint(["writer_id"], ["accounts.id"], name=op.f("fk_reviews_writer_id_accounts")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reviews")),
        sa.UniqueConstraint("deal_id", "side", name=op.f("uq_reviews_deal_id_side")),
        sa.UniqueConstraint("enquiry_id", "side", name=op.f("uq_reviews_enquiry_id_side")),
    )
    op.create_index("ix_reviews_about", "reviews", ["about_id", "revealed_at", "id"], unique=False)
    op.create_index("ix_reviews_sealed", "reviews", ["revealed_at", "reveal_at"], unique=False)
    op.create_index(op.f("ix_reviews_writer_id"), "reviews", ["writer_id"], unique=False)
    op.create_table(
        "trade_totals",
        sa.Column("account_id", sa.String(26), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("reviews", sa.Integer(), nullable=False),
        sa.Column("stars", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_trade_totals_account_id_accounts")),
        sa.PrimaryKeyConstraint("account_id", name=op.f("pk_trade_totals")),
    )
    _count_finished()
    _enqueue_unfinished()
    _set_targets("'ad', 'account', 'conversation', 'review'")


def downgrade() -> None:
    """Drop them, with the reports about reviews."""
    op.execute("DELETE FROM reports WHERE target = 'review'")
    _set_targets("'ad', 'account', 'conversation'")
    op.drop_table("trade_totals")
    op.drop_table("reviews")
    op.execute("DELETE FROM jobs WHERE kind = 'reviews.finish'")


def _count_finished() -> None:
    """Count the deals and rentals that are finished."""
    op.get_bind().execute(
        sa.text(
            "INSERT INTO trade_totals (account_id, deals, reviews, stars) "
            "SELECT account_id, count(*), 0, 0 FROM ("
            "SELECT buyer_id AS account_id FROM deals WHERE status = 'done' "
            "UNION ALL SELECT seller_id FROM deals WHERE status = 'done' "
            "UNION ALL SELECT buyer_id FROM enquiries WHERE status = 'accepted' AND drop_at <= CURRENT_TIMESTAMP "
            "UNION ALL SELECT seller_id FROM enquiries WHERE status = 'accepted' AND drop_at <= CURRENT_TIMESTAMP"
            ") AS finished GROUP BY account_id"
        )
    )


def _enqueue_unfinished() -> None:
    """Enqueue the end of each booking that is not over, as `rentals.accept` does. The job has the id of its enquiry."""
    moment = sa.DateTime(timezone=True)
    enquiries = sa.table("enquiries", sa.column("id"), sa.column("status"), sa.column("drop_at", moment))
    jobs = sa.table(
        "jobs",
        *(sa.column(name) for name in ("id", "kind", "dedupe_key", "attempts", "last_error")),
        sa.column("payload", sa.JSON()),
        sa.column("due_at", moment),
        sa.column("created_at", moment),
    )
    booked = sa.select(enquiries.c.id, enquiries.c.drop_at).where(
        enquiries.c.status == "accepted", enquiries.c.drop_at > sa.func.current_timestamp()
    )
    op.bulk_insert(
        jobs,
        [
            {
                "id": enquiry_id,
                "kind": "reviews.finish",
                "payload": {"enquiry_id": enquiry_id},
                "dedupe_key": f"reviews.finish:{enquiry_id}",
                "attempts": 0,
                "due_at": drop_at,
                "last_error": "",
                "created_at": datetime.now(UTC),
            }
            for enquiry_id, drop_at in op.get_bind().execute(booked).all()
        ],
    )


def _set_targets(known: str) -> None:
    """Replace the constraint on the targets of reports; on SQLite the table is copied."""
    name = op.f("ck_reports_target_known")
    with op.batch_alter_table("reports") as batch:
        batch.drop_constraint(name, type_="check")
        batch.create_check_constraint(name, f"target IN ({known})")
