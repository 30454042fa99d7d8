"""The database itself refuses two standing bookings of one ad that overlap."""

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

REFUSAL = "bookings of one ad never overlap"


def upgrade() -> None:
    """Apply."""
    if op.get_bind().dialect.name == "sqlite":
        overlap = (
            "SELECT RAISE(ABORT, '" + REFUSAL + "') FROM bookings AS other "
            "WHERE other.ad_id = NEW.ad_id AND other.id <> NEW.id AND other.cancelled_at IS NULL "
            "AND other.starts_at < NEW.ends_at AND NEW.starts_at < other.ends_at"
        )
        for verb in ("INSERT", "UPDATE"):
            op.execute(
                f"CREATE TRIGGER bookings_no_overlap_{verb.lower()} BEFORE {verb} ON bookings "
                f"WHEN NEW.cancelled_at IS NULL BEGIN {overlap}; END"
            )
        return
    op.execute("CREATE EXTENSION IF NOT EXISTS btree_gist")
    op.execute(
        "ALTER TABLE bookings ADD CONSTRAINT bookings_no_overlap EXCLUDE USING gist "
        "(ad_id WITH =, tstzrange(starts_at, ends_at) WITH &&) WHERE (cancelled_at IS NULL)"
    )


def downgrade() -> None:
    """Undo."""
    if op.get_bind().dialect.name == "sqlite":
        for verb in ("insert", "update"):
            op.execute(f"DROP TRIGGER bookings_no_overlap_{verb}")
        return
    op.execute("ALTER TABLE bookings DROP CONSTRAINT bookings_no_overlap")
