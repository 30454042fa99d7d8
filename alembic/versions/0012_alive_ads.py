"""Ads that their sellers confirm, pause and reserve; holidays of sellers."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_BEFORE = "'pending', 'approved', 'rejected', 'sold', 'expired', 'deleted'"
_AFTER = "'pending', 'approved', 'rejected', 'paused', 'sold', 'expired', 'deleted'"


def upgrade() -> None:
    """Add the columns. Live ads count as confirmed now, so that nobody is asked about all of them at once today."""
    for name in ("quiet_since", "asked_at", "confirmed_at", "paused_at", "paused_until"):
        op.add_column("ads", sa.Column(name, sa.DateTime(timezone=True), nullable=True))
    for table in ("ads", "listings"):
        op.add_column(table, sa.Column("quiet_stage", sa.Integer(), server_default="0", nullable=False))
    op.add_column("listings", sa.Column("approved_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("accounts", sa.Column("holiday_until", sa.DateTime(timezone=True), nullable=True))
    op.execute("UPDATE listings SET approved_at = published_at")
    op.execute("UPDATE ads SET quiet_since = CURRENT_TIMESTAMP WHERE status = 'approved'")
    _allow_statuses(_BEFORE, _AFTER)
    op.create_index("ix_ads_quiet", "ads", ["status", "quiet_stage", "quiet_since"], unique=False)
    op.create_index("ix_ads_reserved_until", "ads", ["reserved_until"], unique=False)


def downgrade() -> None:
    """Drop them; paused ads become expired ones, which their sellers can renew."""
    op.drop_index("ix_ads_reserved_until", table_name="ads")
    op.drop_index("ix_ads_quiet", table_name="ads")
    op.execute("UPDATE ads SET status = 'expired' WHERE status = 'paused'")
    _allow_statuses(_AFTER, _BEFORE)
    op.execute("UPDATE listings SET published_at = approved_at WHERE approved_at IS NOT NULL")
    op.drop_column("accounts", "holiday_until")
    op.drop_column("listings", "approved_at")
    for table in ("listings", "ads"):
        op.drop_column(table, "quiet_stage")
    for name in ("paused_until", "paused_at", "confirmed_at", "asked_at", "quiet_since"):
        op.drop_column("ads", name)


def _allow_statuses(before: str, after: str) -> None:
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":
        op.drop_constraint(op.f("ck_ads_status_known"), "ads", type_="check")
        op.create_check_constraint(op.f("ck_ads_status_known"), "ads", f"status IN ({after})")
        return
    # SQLite can't change a constraint, and a copy of the table would break the references to it. For changes that leave the
    # stored rows as they are, its manual says to edit the schema (lang_altertable.html, section 7).
    version = connection.exec_driver_sql("PRAGMA schema_version").scalar_one()
    connection.exec_driver_sql("PRAGMA writable_schema=ON")
    changed = connection.exec_driver_sql(
        "UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE type = 'table' AND name = 'ads' AND instr(sql, ?) > 0",
        (before, after, before),
    )
    if changed.rowcount != 1:
        raise RuntimeError("The constraint of ads.status is not what it was when it was made.")
    connection.exec_driver_sql(f"PRAGMA schema_version={version + 1}")
    connection.exec_driver_sql("PRAGMA writable_schema=OFF")
