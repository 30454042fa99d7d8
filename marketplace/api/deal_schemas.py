"""Schemas and serializers of offers and deals."""

from pydantic import Field

from marketplace.api import schemas
from marketplace.api.chat_schemas import Warnings
from marketplace.api.meetup_schemas import MeetupOut


class OfferStepOut(schemas.Out):
    """A step in the history of an offer."""

    by: schemas.SideName = Field(validation_alias="side", examples=["user"], description="user, seller or site")
    action: str = Field(examples=["offer"], description="offer, accept, decline, counter, withdraw or expire")
    price: schemas.Rupees = Field(validation_alias="price_paise", examples=[16000], description="rupees")
    message: str
    warnings: Warnings
    at: schemas.Timestamp = Field(validation_alias="created_at")


class OfferOut(schemas.Out):
    """An offer for an ad for sale."""

    id: str = Field(examples=[schemas.EXAMPLE_ID])
    product_id: str = Field(validation_alias="ad_id")
    product_name: str = Field(validation_alias="ad_name")
    user_id: str = Field(validation_alias="buyer_id")
    user_name: str = Field(validation_alias="buyer_name")
    seller_id: str
    seller_name: str
    price: schemas.Rupees = Field(validation_alias="price_paise", examples=[16000], description="named last, in rupees")
    status: str = Field(
        examples=["open"],
        description="open waits for the seller, countered for the user; accepted, declined, withdrawn, expired are final",
    )
    expires_at: schemas.Timestamp
    moves: list[str] = Field(description="what the caller may do now: accept, decline, counter, withdraw")
    in_line: bool = Field(description="the product is reserved for another user")
    deal_id: schemas.OptionalId = Field(description="the deal that the accepted offer became")
    history: list[OfferStepOut]
    created_at: schemas.Timestamp


class DealOut(schemas.Out):
    """A deal: an accepted offer."""

    id: str = Field(examples=[schemas.EXAMPLE_ID])
    product_id: str = Field(validation_alias="ad_id")
    product_name: str = Field(validation_alias="ad_name")
    offer_id: str
    user_id: str = Field(validation_alias="buyer_id")
    user_name: str = Field(validation_alias="buyer_name")
    seller_id: str
    seller_name: str
    price: schemas.Rupees = Field(validation_alias="price_paise", examples=[16000], description="rupees")
    status: str = Field(examples=["reserved"], description="reserved, meeting, done, cancelled or expired")
    reserved_until: schemas.Timestamp
    meetup: MeetupOut | None = Field(description="the newest proposal; agreed in the status meeting")
    code: schemas.OptionalId = Field(examples=["4821"], description="for the user of an active deal only")
    reason: str = Field(description="why it was cancelled")
    warnings: Warnings
    ended_by: schemas.SideName = Field(description="user, seller or site; empty while it is active")
    ended_at: schemas.Timestamp | None
    moves: list[str] = Field(
        description="what the caller may do now: meetup, confirm_meetup, late, here, cancel, handover, new_code"
    )
    created_at: schemas.Timestamp
