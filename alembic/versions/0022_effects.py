"""An account hears of an occasion once, queries of saved searches change with the catalog, and appeals can become moot."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

_BEFORE = "'open', 'upheld', 'overturned'"


def upgrade() -> None:
    """Add the columns and the status. Earlier notifications name no occasion."""
    op.add_column("notices", sa.Column("occasion", sa.String(length=80), nullable=True))
    op.create_index("uq_notices_occasion", "notices", ["account_id", "occasion"], unique=True)
    op.add_column("saved_searches", sa.Column("revision", sa.Integer(), server_default="0", nullable=False))
    _allow(f"{_BEFORE}, 'moot'")


def downgrade() -> None:
    """Drop them. Moot appeals become upheld: the decision was not undone."""
    op.execute("UPDATE appeals SET status = 'upheld' WHERE status = 'moot'")
    _allow(_BEFORE)
    op.drop_column("saved_searches", "revision")
    op.drop_index("uq_notices_occasion", table_name="notices")
    op.drop_column("notices", "occasion")


def _allow(statuses: str) -> None:
    name = op.f("ck_appeals_status_known")
    with op.batch_alter_table("appeals") as appeals:
        appeals.drop_constraint(name, type_="check")
        appeals.create_check_constraint(name, f"status IN ({statuses})")
