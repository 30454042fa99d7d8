"""A suspension can have an end, and canned replies can be for suspensions."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None

_BEFORE = "'rejection', 'appeal', 'grievance'"


def upgrade() -> None:
    """Add the end and the purpose. Earlier suspensions have no end."""
    op.add_column("accounts", sa.Column("suspended_until", sa.DateTime(timezone=True), nullable=True))
    op.create_index("ix_accounts_suspended_until", "accounts", ["suspended_until"])
    _allow(f"{_BEFORE}, 'suspension'")


def downgrade() -> None:
    """Drop them. Suspensions go on without an end."""
    op.execute("DELETE FROM canned_replies WHERE purpose = 'suspension'")
    _allow(_BEFORE)
    op.drop_index("ix_accounts_suspended_until", table_name="accounts")
    op.drop_column("accounts", "suspended_until")


def _allow(purposes: str) -> None:
    name = op.f("ck_canned_replies_purpose_known")
    with op.batch_alter_table("canned_replies") as replies:
        replies.drop_constraint(name, type_="check")
        replies.create_check_constraint(name, f"purpose IN ({purposes})")
