"""The desk finds what was refused, and what was decided today, without looking through every version."""

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.create_index("ix_ad_versions_review", "ad_versions", ["review", "ad_id"])
    op.create_index("ix_ad_versions_decided_at", "ad_versions", ["decided_at", "ad_id"])


def downgrade() -> None:
    """Take back."""
    op.drop_index("ix_ad_versions_decided_at", table_name="ad_versions")
    op.drop_index("ix_ad_versions_review", table_name="ad_versions")
