"""Schemas and serializers of the handovers of rentals and their condition records."""

from typing import Any

from pydantic import Field

from marketplace.api import schemas
from marketplace.domain.handovers import EntryView, RecordView, StageView

# Only the API calls a buyer a user.
_SIDES = {"buyer": "user"}


class ConditionEntryOut(schemas.Out):
    """An entry of a condition record. Its hash is over the entry before it and its own content."""

    number: int = Field(examples=[1])
    stage: str = Field(examples=["pickup"], description="pickup or return")
    kind: str = Field(examples=["photo"], description="photo, confirmation or disagreement")
    part: str = Field(examples=["Left side"], description="what the photo shows; empty without one")
    note: str = Field(examples=["A scratch above the wheel"])
    note_erased: bool = Field(description="the note was erased with the account of its author")
    photo: schemas.ImageOut | None
    by: str = Field(examples=["user"], description="user or seller")
    by_id: str
    by_name: str
    at: schemas.Timestamp
    photo_digest: str = Field(description="SHA-256 of the stored photo; empty without one")
    note_salt: str = Field(description="random; empty once the note was erased")
    note_hash: str = Field(description="SHA-256 of salt, newline and note")
    hash: str = Field(description="SHA-256 of the hash of the entry before it, a newline, and the content as JSON")


class ConditionStageOut(schemas.Out):
    """What the parties say of the record of a stage since its newest photo."""

    stage: str = Field(examples=["pickup"])
    user: str = Field(examples=["confirmation"], description="confirmation, disagreement, or empty")
    seller: str = Field(examples=[""], description="likewise")
    closed: bool = Field(description="both have confirmed")
    can_add: bool = Field(description="photos can be added now")
    can_confirm: bool = Field(description="the caller can confirm or disagree now")


class ConditionOut(schemas.Out):
    """The handovers of a rental and its condition record."""

    enquiry_id: str = Field(examples=[schemas.EXAMPLE_ID])
    status: str = Field(examples=["accepted"], description="of the enquiry")
    picked_up_at: schemas.Timestamp | None
    returned_at: schemas.Timestamp | None
    free_from: schemas.Timestamp | None = Field(
        description="when the days begin that an early return made bookable again; null if there are none"
    )
    code_stage: str = Field(examples=["pickup"], description="the stage whose code can be typed now; empty if none can")
    code: str | None = Field(None, examples=["4821"], description="for the user only; null if no code can be typed now")
    parts: list[str] = Field(examples=[["Front", "Back"]], description="what photos can show")
    entries: list[ConditionEntryOut]
    confirmations: list[ConditionStageOut] = Field(description="of the stages that have begun")
    unchanged: bool = Field(description="every entry fits the chain of hashes")
    changed_number: int | None = Field(description="the first entry that does not fit")


def _entry(view: EntryView) -> dict[str, Any]:
    return {
        "number": view.number,
        "stage": view.stage,
        "kind": view.kind,
        "part": view.part,
        "note": view.note,
        "noteErased": view.erased,
        "photo": schemas.image(view.photo) if view.photo else None,
        "by": _SIDES.get(view.side, view.side),
        "byId": view.author_id,
        "byName": view.author_name,
        "at": schemas.timestamp(view.at),
        "photoDigest": view.photo_digest,
        "noteSalt": view.note_salt,
        "noteHash": view.note_hash,
        "hash": view.hash,
    }


def _stage(view: StageView) -> dict[str, Any]:
    return {
        "stage": view.stage,
        "user": view.buyer_says,
        "seller": view.seller_says,
        "closed": view.closed,
        "canAdd": view.can_add,
        "canConfirm": view.can_confirm,
    }


def condition(view: RecordView) -> dict[str, Any]:
    """Serialize the handovers and the record; only the user's answer has the key `code`."""
    entries = sorted((entry for stage in view.stages for entry in stage.rows), key=lambda entry: entry.number)
    body: dict[str, Any] = {
        "enquiryId": view.rental.id,
        "status": view.rental.status.value,
        "pickedUpAt": schemas.timestamp(view.picked_up_at) if view.picked_up_at else None,
        "returnedAt": schemas.timestamp(view.returned_at) if view.returned_at else None,
        "freeFrom": schemas.timestamp(view.free_from) if view.free_from else None,
        "codeStage": view.code_stage,
        "parts": list(view.parts),
        "entries": [_entry(entry) for entry in entries],
        "confirmations": [_stage(stage) for stage in view.stages],
        "unchanged": view.unchanged,
        "changedNumber": view.changed_number or None,
    }
    return body | ({"code": view.code or None} if view.mine else {})
