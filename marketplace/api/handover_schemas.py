"""Schemas and serializers of the handovers of rentals and their condition records."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from marketplace.api import schemas
from marketplace.api.chat_schemas import Warnings
from marketplace.api.meetup_schemas import MeetupOut
from marketplace.domain.handovers import RecordView


class ConditionEntryOut(schemas.Out):
    """An entry of a condition record. Its hash is over the entry before it and its own content."""

    number: int = Field(examples=[1])
    stage: str = Field(examples=["pickup"], description="pickup or return")
    kind: str = Field(examples=["photo"], description="photo, confirmation or disagreement")
    part: str = Field(examples=["Left side"], description="what the photo shows; empty without one")
    note: str = Field(examples=["A scratch above the wheel"])
    warnings: Warnings
    note_erased: bool = Field(
        validation_alias="erased", description="the note was erased with the account of its author"
    )
    photo: schemas.Image | None
    by: schemas.SideName = Field(validation_alias="side", examples=["user"], description="user or seller")
    by_id: str = Field(validation_alias="author_id")
    by_name: str = Field(validation_alias="author_name")
    at: schemas.Timestamp
    photo_digest: str = Field(description="SHA-256 of the stored photo; empty without one")
    note_salt: str = Field(description="random; empty for a note that was erased or that the caller doesn't read")
    note_hash: str = Field(description="SHA-256 of salt, newline and note")
    hash: str = Field(description="SHA-256 of the hash of the entry before it, a newline, and the content as JSON")


class ConditionStageOut(schemas.Out):
    """What the parties say of the record of a stage since its newest photo."""

    stage: str = Field(examples=["pickup"])
    user: str = Field(
        validation_alias="buyer_says", examples=["confirmation"], description="confirmation, disagreement, or empty"
    )
    seller: str = Field(validation_alias="seller_says", examples=[""], description="likewise")
    closed: bool = Field(description="both have confirmed")
    can_add: bool = Field(description="photos can be added now")
    can_confirm: bool = Field(description="the caller can confirm or disagree now")


class DepositOut(schemas.Out):
    """What one party said of the deposit."""

    stage: str = Field(examples=["pickup"], description="pickup (given) or return (given back)")
    number: int = Field(examples=[1], description="of what was said; it rises when a party says something else")
    amount: schemas.Rupees = Field(validation_alias="amount_paise", examples=[2000], description="rupees")
    paid_on: Annotated[str, BeforeValidator(str)] = Field(examples=["2026-12-04"], description="a day")
    recorded_by: schemas.SideName = Field(examples=["user"], description="user or seller")
    confirmed: bool = Field(description="the other party has confirmed it")


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
    meetup_stage: str = Field(
        examples=["pickup"], description="the stage for which the parties meet next; empty if there is none"
    )
    meetup: MeetupOut | None = Field(description="the newest proposal for it")
    moves: list[str] = Field(description="what the caller may do about it now: meetup, confirm_meetup, late, here")
    deposits: list[DepositOut] = Field(description="what was said of the deposit, one for each stage")
    terms: str = Field(description="the terms of the product when the enquiry was sent")
    parts: list[str] = Field(examples=[["Front", "Back"]], description="what photos can show")
    entries: list[ConditionEntryOut]
    confirmations: list[ConditionStageOut] = Field(description="of the stages that have begun")
    unchanged: bool = Field(description="every entry fits the chain of hashes")
    changed_number: int | None = Field(description="the first entry that does not fit")


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
        "meetupStage": view.meetup_stage,
        "meetup": MeetupOut.dump(view.meetup) if view.meetup else None,
        "moves": list(view.moves),
        "deposits": [DepositOut.dump(deposit) for deposit in view.deposits],
        "terms": view.terms,
        "parts": list(view.parts),
        "entries": [ConditionEntryOut.dump(entry) for entry in entries],
        "confirmations": [ConditionStageOut.dump(stage) for stage in view.stages],
        "unchanged": view.unchanged,
        "changedNumber": view.changed_number or None,
    }
    return body | ({"code": view.code or None} if view.mine else {})
