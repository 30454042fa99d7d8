"""The database itself refuses to change or delete what is in the audit log."""

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

REFUSAL = "audit_log keeps every entry as it was written"


def upgrade() -> None:
    """Apply."""
    if op.get_bind().dialect.name == "sqlite":
        for verb in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER audit_log_no_{verb.lower()} BEFORE {verb} ON audit_log "
                f"BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
            )
        return
    op.execute(
        "CREATE FUNCTION refuse_audit_log_change() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{REFUSAL}'; END $$"
    )
    # TRUNCATE passes row triggers by, so all three are for each statement.
    op.execute(
        "CREATE TRIGGER audit_log_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_log_change()"
    )


def downgrade() -> None:
    """Undo."""
    if op.get_bind().dialect.name == "sqlite":
        for verb in ("update", "delete"):
            op.execute(f"DROP TRIGGER audit_log_no_{verb}")
        return
    op.execute("DROP TRIGGER audit_log_no_change ON audit_log")
    op.execute("DROP FUNCTION refuse_audit_log_change()")
