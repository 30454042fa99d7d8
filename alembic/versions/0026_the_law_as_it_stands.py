"""Grievances: kinds that the rules tell apart, their new deadlines, whom a complainant speaks for, and reminders of staff."""

from datetime import datetime, timedelta

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0021"
branch_labels = None
depends_on = None

_OLD = ("unlawful_content", "intimate_image", "impersonation", "personal_data", "copyright", "consumer", "other")
_NEW = (
    "intimate_image",
    "impersonation",
    "harmful_to_child",
    "obscene_or_abusive",
    "false_content",
    "pretends_another",
    "public_order",
    "malware",
    "gambling",
    "belongs_to_another",
    "copyright",
    "unlawful_content",
    "personal_data",
    "consumer",
    "other",
)
# What became a kind of its own, as the kind that it was before.
_BEFORE = {"belongs_to_another": "copyright", **dict.fromkeys(_NEW[2:9], "unlawful_content")}
_URGENT = ("intimate_image", "impersonation")


def upgrade() -> None:
    """Allow the new kinds, add the columns, and shorten the deadlines of open grievances to those in force."""
    with op.batch_alter_table("grievances") as grievances:
        grievances.drop_constraint(op.f("ck_grievances_kind_known"), type_="check")
        grievances.create_check_constraint(op.f("ck_grievances_kind_known"), f"kind IN ({_list(_NEW)})")
        grievances.add_column(sa.Column("behalf_of", sa.String(120), nullable=False, server_default=""))
        grievances.add_column(sa.Column("escalated_at", sa.DateTime(timezone=True), nullable=True))
    _shorten(op.get_bind())


def downgrade() -> None:
    """Map the kinds to those of before. The shorter deadlines stay."""
    for kind, before in _BEFORE.items():
        op.execute(f"UPDATE grievances SET kind = '{before}' WHERE kind = '{kind}'")  # noqa: S608 - constants
    with op.batch_alter_table("grievances") as grievances:
        grievances.drop_column("escalated_at")
        grievances.drop_column("behalf_of")
        grievances.drop_constraint(op.f("ck_grievances_kind_known"), type_="check")
        grievances.create_check_constraint(op.f("ck_grievances_kind_known"), f"kind IN ({_list(_OLD)})")


def _list(kinds: tuple[str, ...]) -> str:
    return ", ".join(map(repr, kinds))


def _shorten(connection: sa.Connection) -> None:
    grievances = sa.table(
        "grievances",
        sa.column("id", sa.String),
        sa.column("kind", sa.String),
        sa.column("status", sa.String),
        sa.column("created_at", sa.DateTime(timezone=True)),
        sa.column("resolve_by", sa.DateTime(timezone=True)),
    )
    for row in connection.execute(sa.select(grievances).where(grievances.c.status == "open")).all():
        deadline: datetime = row.created_at + (timedelta(hours=2) if row.kind in _URGENT else timedelta(days=7))
        if deadline < row.resolve_by:
            connection.execute(sa.update(grievances).where(grievances.c.id == row.id).values(resolve_by=deadline))
