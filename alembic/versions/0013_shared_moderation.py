"""Moderators, assignments, internal notes and canned replies; the part of a conversation that a report is about."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

_KINDS = "kind IN ('ad', 'account', 'report', 'appeal', 'grievance')"
# The first canned replies. Administrators change them on the site.
_REPLIES = (
    (
        "rejection",
        "Photos of another item",
        "The photos show something else than the text describes, or come from a catalogue. Please add your own photos of "
        "this item and submit the ad again.",
    ),
    (
        "rejection",
        "Contact details in the text",
        "Please remove phone numbers, email addresses and links from the title and the description. Buyers can reach you "
        "through the chat.",
    ),
    (
        "rejection",
        "Wrong category",
        "The ad is in the wrong category, where buyers will not find it. Please choose the fitting one and submit the ad "
        "again.",
    ),
    (
        "rejection",
        "Too little information",
        "Please describe the condition, the age and what is included, so that buyers know what they get. Then submit the "
        "ad again.",
    ),
    (
        "rejection",
        "Posted twice",
        "You have another ad for the same item. Please keep one of them and delete the other.",
    ),
    (
        "rejection",
        "Not allowed here",
        "This item may not be offered here. Please read our terms before you post again.",
    ),
    (
        "appeal",
        "The decision stays",
        "We have looked at the decision again and at what you wrote. It stays, for the reason that we gave you. You can "
        "change the ad and submit it again.",
    ),
    (
        "appeal",
        "We were wrong",
        "You are right, and we are sorry. We have undone the decision.",
    ),
    (
        "appeal",
        "A document is missing",
        "We can't undo the decision without a proof. Please submit the ad again with a photo of the bill or of the "
        "registration, with personal data covered.",
    ),
    (
        "grievance",
        "Content removed",
        "We have looked at the content that you named and removed it. Thank you for telling us.",
    ),
    (
        "grievance",
        "No violation found",
        "We have looked at the content that you named. It breaks neither the law nor our terms, so it stays. If you have "
        "something to add, please reply to our grievance officer.",
    ),
    (
        "grievance",
        "Between buyer and seller",
        "We are not a party to the purchase, and have noted your complaint with the seller's account. For a refund, please "
        "turn to the seller first, then to the National Consumer Helpline (1915).",
    ),
    (
        "grievance",
        "Your personal data",
        "You can download what we store about you and delete your account on your profile page. If something is left that "
        "you can't do there, please reply to our grievance officer.",
    ),
)


def upgrade() -> None:
    """Create the tables, fill in the canned replies, and find what the reports of conversations were about."""
    op.create_table(
        "assignments",
        sa.Column("kind", sa.String(24), nullable=False),
        sa.Column("case_id", sa.String(26), nullable=False),
        sa.Column("account_id", sa.String(26), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(_KINDS, name=op.f("ck_assignments_kind_known")),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_assignments_account_id_accounts")),
        sa.PrimaryKeyConstraint("kind", "case_id", name=op.f("pk_assignments")),
    )
    op.create_index(op.f("ix_assignments_account_id"), "assignments", ["account_id"], unique=False)
    op.create_index(op.f("ix_assignments_expires_at"), "assignments", ["expires_at"], unique=False)

    op.create_table(
        "internal_notes",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("kind", sa.String(24), nullable=False),
        sa.Column("case_id", sa.String(26), nullable=False),
        sa.Column("author_id", sa.String(26), nullable=False),
        sa.Column("text", sa.String(2000), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(_KINDS, name=op.f("ck_internal_notes_kind_known")),
        sa.ForeignKeyConstraint(["author_id"], ["accounts.id"], name=op.f("fk_internal_notes_author_id_accounts")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_internal_notes")),
    )
    op.create_index("ix_internal_notes_case", "internal_notes", ["kind", "case_id", "id"], unique=False)

    replies = op.create_table(
        "canned_replies",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("purpose", sa.String(24), nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("text", sa.String(1000), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "purpose IN ('rejection', 'appeal', 'grievance')", name=op.f("ck_canned_replies_purpose_known")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_canned_replies")),
    )
    op.bulk_insert(
        replies,
        [
            {
                "id": f"01KB{number:022d}",
                "purpose": purpose,
                "title": title,
                "text": text,
                "position": number,
                "created_at": datetime(2026, 1, 1, tzinfo=UTC),
            }
            for number, (purpose, title, text) in enumerate(_REPLIES)
        ],
    )

    op.add_column("accounts", sa.Column("moderates_only", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("reports", sa.Column("reported_seq", sa.Integer(), nullable=True))
    op.execute(
        "UPDATE reports SET reported_seq = (SELECT max(messages.seq) FROM messages "
        "WHERE messages.conversation_id = reports.target_id AND messages.created_at <= reports.created_at) "
        "WHERE target = 'conversation'"
    )


def downgrade() -> None:
    """Drop the tables and columns."""
    op.drop_column("reports", "reported_seq")
    op.drop_column("accounts", "moderates_only")
    op.drop_table("canned_replies")
    op.drop_table("internal_notes")
    op.drop_table("assignments")
