"""Schemas of signals about ads, for admins."""

from pydantic import Field

from marketplace.api import schemas


class SignalOut(schemas.Out):
    """A reason to look at an ad more closely."""

    code: str = Field(
        examples=["same_photo"],
        description="fraud_photo, same_photo, fraud_text, same_text, new_account, contact_in_text, price or unread",
    )
    weight: float = Field(examples=[0.9], description="how much it says, from 0 to 1")
    text: str = Field(examples=["A photo looks the same as one in “Teak sofa”, an ad of another seller."])
    product_id: schemas.OptionalId = Field(validation_alias="ad_id", description="the other ad that it is about")


class LinkFactOut(schemas.Out):
    """What links two accounts."""

    text: str = Field(examples=["The same phone number"])
    product_id: schemas.OptionalId = Field(validation_alias="ad_id", description="the other ad that it is about")


class LinkedAccountOut(schemas.Out):
    """An account that may belong to the same person as the seller."""

    id: str = Field(validation_alias="account_id")
    kind: str = Field(examples=["seller"], description="buyer or seller")
    name: str
    username: str
    status: str
    facts: list[LinkFactOut]
