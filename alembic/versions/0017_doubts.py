"""What saved searches left open is known, so that they are read anew once ads have the words; those there are all are."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "saved_search_doubts",
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("word", sa.String(length=120), nullable=False),
        sa.Column("search_id", sa.String(length=26), nullable=False),
        sa.ForeignKeyConstraint(
            ["search_id"],
            ["saved_searches.id"],
            name=op.f("fk_saved_search_doubts_search_id_saved_searches"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("kind", "word", "search_id", name=op.f("pk_saved_search_doubts")),
    )
    op.create_index(op.f("ix_saved_search_doubts_search_id"), "saved_search_doubts", ["search_id"])
    op.create_table(
        "search_new_words",
        sa.Column("word", sa.String(length=80), nullable=False),
        sa.PrimaryKeyConstraint("word", name=op.f("pk_search_new_words")),
    )
    # Searches saved while this runs by a program that knows no doubts are met too, as this is looked at later.
    op.execute("INSERT INTO search_new_words (word) VALUES ('')")


def downgrade() -> None:
    """Take back."""
    op.drop_table("search_new_words")
    op.drop_index(op.f("ix_saved_search_doubts_search_id"), table_name="saved_search_doubts")
    op.drop_table("saved_search_doubts")
