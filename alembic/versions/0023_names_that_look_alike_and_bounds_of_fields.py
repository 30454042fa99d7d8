"""Usernames that look alike are found, and fields of categories have a unit and bounds.

Of existing accounts of a kind whose usernames look alike, both stay: the oldest gets the skeleton, by which new ones are refused.
"""

import sqlalchemy as sa
from alembic import op
from disarm import skeleton_key

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

_INDEX = "ix_accounts_username_skeleton_kind"
_LONGEST = 80
_NEW_TEXTS = (
    ("field_definitions", "unit"),
    ("field_definitions", "least"),
    ("field_definitions", "most"),
    ("ad_version_values", "unit"),
)


def upgrade() -> None:
    """Add the columns, and compute the skeletons of usernames. Values of existing ads have no unit, as before."""
    for table, name in _NEW_TEXTS:
        op.add_column(table, sa.Column(name, sa.String(length=20), nullable=False, server_default=""))
    op.add_column("accounts", sa.Column("username_skeleton", sa.String(length=_LONGEST), nullable=True))
    bind = op.get_bind()
    rows = bind.execute(sa.text("SELECT id, kind, username FROM accounts WHERE status != 'deleted' ORDER BY id")).all()
    oldest: dict[tuple[str, str], str] = {}
    for account_id, kind, username in rows:
        skeleton = skeleton_key(username, digit_policy="tr39").replace("m", "rn")[:_LONGEST]
        oldest.setdefault((skeleton, kind), account_id)
    if oldest:
        bind.execute(
            sa.text("UPDATE accounts SET username_skeleton = :skeleton WHERE id = :id"),
            [{"skeleton": skeleton, "id": account_id} for (skeleton, _), account_id in oldest.items()],
        )
    op.create_index(_INDEX, "accounts", ["username_skeleton", "kind"], unique=True)


def downgrade() -> None:
    """Drop them."""
    op.drop_index(_INDEX, "accounts")
    op.drop_column("accounts", "username_skeleton")
    for table, name in reversed(_NEW_TEXTS):
        op.drop_column(table, name)
