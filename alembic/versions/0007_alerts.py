"""Alerts tell of falling prices, and each kind of them can be ended for itself."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_UNMAILED = sa.text("mailed_at IS NULL")


def upgrade() -> None:
    """Apply."""
    yes = sa.true()
    op.add_column("accounts", sa.Column("wants_wishlist_mail", sa.Boolean(), nullable=False, server_default=yes))
    op.add_column("saved_searches", sa.Column("wants_mail", sa.Boolean(), nullable=False, server_default=yes))
    op.add_column("saved_search_matches", sa.Column("price_paise", sa.BigInteger(), nullable=True))
    op.add_column("saved_search_matches", sa.Column("fallen_from", sa.BigInteger(), nullable=True))
    op.create_index(
        "ix_saved_search_matches_unmailed",
        "saved_search_matches",
        ["search_id"],
        sqlite_where=_UNMAILED,
        postgresql_where=_UNMAILED,
    )


def downgrade() -> None:
    """Take back."""
    op.drop_index("ix_saved_search_matches_unmailed", table_name="saved_search_matches")
    op.drop_column("saved_search_matches", "fallen_from")
    op.drop_column("saved_search_matches", "price_paise")
    op.drop_column("saved_searches", "wants_mail")
    op.drop_column("accounts", "wants_wishlist_mail")
