"""What the law of 2026 asks for: kinds of grievances with their deadlines, orders of authorities, copies of what was removed, consents,
reminders of the rules, breaches, and AI-made photos.
"""

from datetime import datetime, timedelta

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
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
    "order",
    "assistance",
)
# What became a kind of its own, as the kind that it was before.
_BEFORE = {"belongs_to_another": "copyright", **dict.fromkeys(_NEW[2:9], "unlawful_content")}
_PURPOSES = ("registration", "newsletter", "push", "calls", "digest_mail", "wishlist_mail", "wanted_mail")
_WAYS = ("registration", "settings", "mail_link")
_URGENT = ("intimate_image", "impersonation")


def upgrade() -> None:
    """Allow the new kinds, add the columns, and shorten the deadlines of open grievances to those in force."""
    with op.batch_alter_table("grievances") as grievances:
        grievances.drop_constraint(op.f("ck_grievances_kind_known"), type_="check")
        grievances.create_check_constraint(op.f("ck_grievances_kind_known"), f"kind IN ({_list(_NEW)})")
        grievances.add_column(sa.Column("behalf_of", sa.String(120), nullable=False, server_default=""))
        grievances.add_column(sa.Column("authority_reference", sa.String(120), nullable=False, server_default=""))
        grievances.add_column(sa.Column("legal_basis", sa.String(300), nullable=False, server_default=""))
        grievances.add_column(sa.Column("entered_by", sa.String(26), nullable=True))
        grievances.create_foreign_key(op.f("fk_grievances_entered_by_accounts"), "accounts", ["entered_by"], ["id"])
        grievances.add_column(sa.Column("escalated_at", sa.DateTime(timezone=True), nullable=True))
        grievances.alter_column("about", existing_type=sa.String(500), type_=sa.String(2000), existing_nullable=False)
    op.add_column("uploads", sa.Column("ai_made", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("listings", sa.Column("cover_ai_made", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("accounts", sa.Column("rules_reminded_at", sa.DateTime(timezone=True), nullable=True))
    op.create_table(
        "holds",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("grievance_id", sa.String(26), nullable=False),
        sa.Column("ad_id", sa.String(26), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["grievance_id"], ["grievances.id"], name=op.f("fk_holds_grievance_id_grievances")),
        sa.ForeignKeyConstraint(["ad_id"], ["ads.id"], name=op.f("fk_holds_ad_id_ads")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_holds")),
    )
    for column in ("grievance_id", "ad_id", "until"):
        op.create_index(op.f(f"ix_holds_{column}"), "holds", [column])
    op.create_table(
        "held_photos",
        sa.Column("hold_id", sa.String(26), nullable=False),
        sa.Column("upload_id", sa.String(26), nullable=False),
        sa.ForeignKeyConstraint(["hold_id"], ["holds.id"], name=op.f("fk_held_photos_hold_id_holds")),
        sa.ForeignKeyConstraint(["upload_id"], ["uploads.id"], name=op.f("fk_held_photos_upload_id_uploads")),
        sa.PrimaryKeyConstraint("hold_id", "upload_id", name=op.f("pk_held_photos")),
    )
    op.create_index(op.f("ix_held_photos_upload_id"), "held_photos", ["upload_id"])
    op.create_table(
        "breaches",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("noticed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("told_through", sa.String(26), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_breaches")),
        sa.UniqueConstraint("digest", name=op.f("uq_breaches_digest")),
    )
    op.create_table(
        "consents",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("account_id", sa.String(26), nullable=True),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("purpose", sa.String(24), nullable=False),
        sa.Column("notice", sa.String(500), nullable=False),
        sa.Column("notice_hash", sa.String(64), nullable=False),
        sa.Column("way", sa.String(24), nullable=False),
        sa.Column("given_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(f"purpose IN ({_list(_PURPOSES)})", name=op.f("ck_consents_purpose_known")),
        sa.CheckConstraint(f"way IN ({_list(_WAYS)})", name=op.f("ck_consents_way_known")),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_consents_account_id_accounts")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_consents")),
    )
    op.create_index("ix_consents_account_id_purpose", "consents", ["account_id", "purpose"])
    op.create_index(op.f("ix_consents_address"), "consents", ["address"])
    _shorten(op.get_bind())


def downgrade() -> None:
    """Map the kinds to those of before, and drop the rest. The shorter deadlines stay."""
    op.drop_table("consents")
    op.drop_table("breaches")
    op.drop_column("accounts", "rules_reminded_at")
    op.drop_column("listings", "cover_ai_made")
    op.drop_column("uploads", "ai_made")
    op.drop_table("held_photos")
    op.drop_table("holds")
    op.execute("DELETE FROM grievances WHERE kind IN ('order', 'assistance')")
    op.execute("UPDATE grievances SET about = substr(about, 1, 500)")
    for kind, before in _BEFORE.items():
        op.execute(f"UPDATE grievances SET kind = '{before}' WHERE kind = '{kind}'")  # noqa: S608 - constants
    with op.batch_alter_table("grievances") as grievances:
        grievances.alter_column("about", existing_type=sa.String(2000), type_=sa.String(500), existing_nullable=False)
        grievances.drop_column("escalated_at")
        grievances.drop_constraint(op.f("fk_grievances_entered_by_accounts"), type_="foreignkey")
        for column in ("entered_by", "legal_basis", "authority_reference"):
            grievances.drop_column(column)
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
