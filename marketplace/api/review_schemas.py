"""Schemas of reviews."""

from pydantic import Field

from marketplace.api import schemas


class ReviewTagOut(schemas.Out):
    """A tag of a review."""

    code: str = Field(examples=["as_described"])
    label: str = Field(examples=["As described"], description="for display")


class ReviewOut(schemas.Out):
    """A review of a user or a seller."""

    id: str = Field(examples=[schemas.EXAMPLE_ID])
    writer_name: str = Field(examples=["Asha R."])
    writer_type: schemas.SideName = Field(
        validation_alias="writer_kind", examples=["user"], description="user or seller"
    )
    stars: int = Field(examples=[5], description="1 to 5")
    tags: list[ReviewTagOut]
    text: str = Field(examples=["Just as in the photos, and a friendly handover."])
    revealed: bool = Field(description="false while it is sealed, when only its writer sees it")
    created_at: schemas.Timestamp
    reply: str = Field(description="of the user or seller whom it is about; empty without one")
    replied_at: schemas.Timestamp | None
