"""What was found in the text of an ad is stored for moderators."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply. The texts of waiting ads are read by the job `moderation.read_missing`, which runs every few minutes."""
    op.create_table(
        "text_readings",
        sa.Column("version_id", sa.String(26), nullable=False),
        sa.Column("rules", sa.String(20), nullable=False),
        sa.Column("findings", sa.JSON(), nullable=False),
        sa.Column("contacts", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["version_id"], ["ad_versions.id"], name=op.f("fk_text_readings_version_id_ad_versions")
        ),
        sa.PrimaryKeyConstraint("version_id", name=op.f("pk_text_readings")),
    )


def downgrade() -> None:
    """Take back."""
    op.drop_table("text_readings")
