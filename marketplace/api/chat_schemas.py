"""Schemas and serializers of messages and conversations."""

from typing import Annotated, Any

from pydantic import Field

from marketplace.api import schemas
from marketplace.api.account_schemas import PersonOut
from marketplace.domain.chat import ConversationView, MessageView
from marketplace.domain.trust import WarningView


class WarningOut(schemas.Out):
    """A warning about a received message: the fraud that it resembles, and what to do."""

    code: str = Field(examples=["qr_to_receive"])
    title: str = Field(examples=["Scanning a QR code never brings you money"])
    advice: str = Field(examples=["If you scan it and enter your PIN, you pay."])


Warnings = Annotated[
    list[WarningOut],
    Field(description="what the text resembles, in English; only on texts that the other party wrote for the caller"),
]


class MessageOut(schemas.Out):
    """A message."""

    id: str = Field(examples=[schemas.EXAMPLE_ID])
    conversation_id: str
    sender_type: str = Field(examples=["user"], description="user or seller")
    sender_id: str
    receiver_type: str = Field(examples=["seller"], description="user or seller")
    receiver_id: str
    message: str = Field(examples=["Is the sofa still there?"])
    images: list[schemas.ImageOut]
    product_id: str | None
    client_id: str = Field(description="id that the sender's client made; empty for the receiver")
    delivered: bool = Field(description="whether it reached the receiver; false for messages the caller received")
    read: bool = Field(description="whether the receiver read it; false for messages the caller received")
    created_at: str
    warnings: list[WarningOut] = Field(
        [], description="what the message resembles; only on messages that the caller received, in English or Hindi"
    )


class PartiesOut(schemas.Out):
    """The account ids of the two parties of a conversation."""

    user_id: str
    seller_id: str


class ConversationOut(schemas.Out):
    """A conversation as the caller sees it."""

    id: PartiesOut
    conversation_id: str | None = Field(description="null if the two have not written yet")
    last_message: str = Field(examples=["Yes, come by on Sunday"])
    last_at: str | None = Field(description="when something last happened: a message, or a step of what is open")
    step: str = Field(
        examples=["Offer of ₹4,500 waits for your answer"],
        description="what is open between the two; empty if nothing is, or a message came later",
    )
    unread_count: int
    waiting_count: int = Field(description="offers and enquiries that wait for the caller's answer")
    user: PersonOut
    seller: PersonOut
    product_id: str | None
    muted: bool = Field(description="whether the caller muted it")
    blocked: bool = Field(description="whether the caller blocked the other party")


def message(view: MessageView, *, hindi: bool = False) -> dict[str, Any]:
    """Serialize a message; its warnings in Hindi if asked for. Only messages with warnings have the key."""
    from_buyer = view.sender_id == view.buyer_id
    return {
        "_id": view.id,
        "conversationId": view.conversation_id,
        "senderType": "user" if from_buyer else "seller",
        "senderId": view.sender_id,
        "receiverType": "seller" if from_buyer else "user",
        "receiverId": view.receiver_id,
        "message": view.text,
        "images": [schemas.image(photo) for photo in view.photos],
        "productId": view.ad_id or None,
        "clientId": view.client_id,
        "delivered": view.delivered,
        "read": view.read,
        "createdAt": schemas.timestamp(view.created_at),
    } | ({"warnings": [_warning(each, hindi=hindi) for each in view.warnings]} if view.warnings else {})


def _warning(view: WarningView, *, hindi: bool) -> dict[str, Any]:
    return {
        "code": view.code,
        "title": view.title_hi if hindi else view.title,
        "advice": view.advice_hi if hindi else view.advice,
    }


def conversation(view: ConversationView) -> dict[str, Any]:
    """Serialize a conversation for a list."""
    return {
        "_id": {"userId": view.buyer.id, "sellerId": view.seller.id},
        "conversationId": view.id or None,
        "lastMessage": view.last_text,
        "lastAt": schemas.timestamp(view.last_at),
        "step": view.step,
        "unreadCount": view.unread,
        "waitingCount": view.waiting,
        "user": PersonOut.dump(view.buyer),
        "seller": PersonOut.dump(view.seller),
        "productId": view.ad_id or None,
        "muted": view.muted,
        "blocked": view.blocked,
    }
