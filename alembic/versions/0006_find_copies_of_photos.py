"""Keep hashes of photos, and find accounts by the devices and network addresses of their sessions."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_OF_SESSIONS = ("address", "device_hash")
_BANDS = ("band_0", "band_1", "band_2", "band_3")


def upgrade() -> None:
    """Apply. The hashes of existing photos are made by the job `media.hash_missing`, which runs every hour."""
    op.create_table(
        "photo_hashes",
        sa.Column("upload_id", sa.String(26), nullable=False),
        *(sa.Column(band, sa.Integer(), nullable=True) for band in _BANDS),
        sa.Column("colours", sa.String(96), nullable=False),
        sa.ForeignKeyConstraint(["upload_id"], ["uploads.id"], name=op.f("fk_photo_hashes_upload_id_uploads")),
        sa.PrimaryKeyConstraint("upload_id", name=op.f("pk_photo_hashes")),
    )
    for band in _BANDS:
        op.create_index(op.f(f"ix_photo_hashes_{band}"), "photo_hashes", [band], unique=False)
    for column in _OF_SESSIONS:
        op.create_index(op.f(f"ix_account_sessions_{column}"), "account_sessions", [column], unique=False)


def downgrade() -> None:
    """Take back."""
    for column in reversed(_OF_SESSIONS):
        op.drop_index(op.f(f"ix_account_sessions_{column}"), table_name="account_sessions")
    for band in reversed(_BANDS):
        op.drop_index(op.f(f"ix_photo_hashes_{band}"), table_name="photo_hashes")
    op.drop_table("photo_hashes")
