"""What clients have sent under ids of their own, so that it is stored once."""

from datetime import datetime

from sqlmodel import Field

from marketplace.models.base import ID_LENGTH, Table, created_field


class Submission(Table, table=True):
    """A form or request that was stored. It names nobody: its key is a digest."""

    __tablename__ = "submissions"

    key: str = Field(primary_key=True, max_length=64, description="SHA-256 of the account and the client's id")
    subject_id: str = Field(default="", max_length=ID_LENGTH, description="id of what was stored, if it has one")
    created_at: datetime = created_field(index=True)
