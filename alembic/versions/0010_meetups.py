"""Meetups of deals, and UPI addresses of sellers."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_STATUSES = ("reserved", "meeting", "done", "cancelled", "expired")


def upgrade() -> None:
    """Add the table and the column, and allow deals to be in the status `meeting`."""
    _set_statuses(_STATUSES, "status IN ('reserved', 'meeting')")
    op.create_table(
        "meetups",
        sa.Column("deal_id", sa.String(26), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("place", sa.String(200), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("proposed_by", sa.String(24), nullable=False),
        sa.Column("confirmed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reminded_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("buyer_late_minutes", sa.Integer(), nullable=False),
        sa.Column("seller_late_minutes", sa.Integer(), nullable=False),
        sa.Column("buyer_here_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("seller_here_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("proposed_by IN ('buyer', 'seller', 'site')", name=op.f("ck_meetups_proposed_by_known")),
        sa.ForeignKeyConstraint(["deal_id"], ["deals.id"], name=op.f("fk_meetups_deal_id_deals")),
        sa.PrimaryKeyConstraint("deal_id", name=op.f("pk_meetups")),
    )
    op.create_index("ix_meetups_reminder", "meetups", ["reminded_at", "at"], unique=False)
    op.add_column("accounts", sa.Column("upi", sa.String(120), server_default="", nullable=False))


def downgrade() -> None:
    """Drop them; deals with a meetup are reserved again."""
    op.drop_column("accounts", "upi")
    op.drop_table("meetups")
    op.execute("UPDATE deals SET status = 'reserved' WHERE status = 'meeting'")
    _set_statuses(tuple(status for status in _STATUSES if status != "meeting"), "status = 'reserved'")


def _set_statuses(statuses: tuple[str, ...], active: str) -> None:
    """Set the allowed statuses of deals, and those in which an ad has at most one."""
    op.drop_index("uq_deals_active", "deals")
    with op.batch_alter_table("deals") as deals:
        deals.drop_constraint(op.f("ck_deals_status_known"), type_="check")
        deals.create_check_constraint(op.f("ck_deals_status_known"), f"status IN ({', '.join(map(repr, statuses))})")
    op.create_index(
        "uq_deals_active",
        "deals",
        ["ad_id"],
        unique=True,
        sqlite_where=sa.text(active),
        postgresql_where=sa.text(active),
    )
