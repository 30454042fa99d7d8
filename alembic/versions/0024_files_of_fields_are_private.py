"""Files of dynamic fields are private unless the field says otherwise; those of existing fields become private."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

_KIND = "media.hide"


def upgrade() -> None:
    """Add the column, and enqueue the moving of photos in file fields to keys without a public URL. PDFs have none anyway."""
    op.add_column("field_definitions", sa.Column("is_public", sa.Boolean(), nullable=False, server_default=sa.false()))
    found = sa.text(
        "SELECT DISTINCT uploads.id FROM uploads JOIN ad_version_values ON ad_version_values.upload_id = uploads.id "
        "WHERE uploads.kind = 'image'"
    )
    now = datetime.now(UTC)
    jobs = sa.table(
        "jobs",
        *(sa.column(name, sa.String()) for name in ("id", "kind", "dedupe_key", "last_error")),
        sa.column("payload", sa.JSON()),
        sa.column("attempts", sa.Integer()),
        *(sa.column(name, sa.DateTime(timezone=True)) for name in ("due_at", "created_at")),
    )
    op.bulk_insert(
        jobs,
        [
            {
                "id": upload_id,
                "kind": _KIND,
                "payload": {"upload_ids": [upload_id]},
                "dedupe_key": f"{_KIND}:{upload_id}",
                "attempts": 0,
                "due_at": now,
                "last_error": "",
                "created_at": now,
            }
            for (upload_id,) in op.get_bind().execute(found)
        ],
    )


def downgrade() -> None:
    """Drop it. Moved photos stay where they are."""
    op.drop_column("field_definitions", "is_public")
