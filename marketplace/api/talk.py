"""Wire shapes of messages and enquiries, shared by their routes."""

from typing import Any

from pydantic import Field

from marketplace.api import wire
from marketplace.domain.accounts import Person
from marketplace.domain.chat import ConversationView, MessageView
from marketplace.domain.money import to_rupees
from marketplace.domain.rentals import CalendarView, EnquiryView, Period


class PersonOut(wire.Out):
    """Who is behind an id."""

    id: str = Field(examples=[wire.EXAMPLE_ID])
    name: str = Field(examples=["Asha Rao"])
    username: str = Field(examples=["asha"])
    images: list[wire.ImageOut] = []


class MessageOut(wire.Out):
    """A message."""

    id: str = Field(examples=[wire.EXAMPLE_ID])
    sender_type: str = Field(examples=["user"])
    sender_id: str
    receiver_type: str = Field(examples=["seller"])
    receiver_id: str
    message: str = Field(examples=["Is the sofa still there?"])
    images: list[wire.ImageOut] = []
    product_id: str | None = None
    client_id: str = Field("", description="the sender's own mark, for the sender only")
    delivered: bool = Field(False, description="has reached a page of the other side; on own messages only")
    read: bool = Field(False, description="read by the other side; on own messages only")
    created_at: str


class PairOut(wire.Out):
    """The two sides of a conversation, which name it."""

    user_id: str
    seller_id: str


class ConversationOut(wire.Out):
    """A conversation, seen from the caller's side."""

    id: PairOut
    last_message: str = Field(examples=["Yes, come by on Sunday"])
    last_at: str | None
    unread_count: int
    user: PersonOut
    seller: PersonOut
    product_id: str | None = None
    muted: bool = False
    blocked: bool = False


class CustomerOut(PersonOut):
    """A buyer who asked, for the seller."""

    username: str = ""
    email: str = Field("", examples=["ravi@example.com"])


class EnquiryOut(wire.Out):
    """An enquiry; in the seller's list `productId` and `userId` are objects."""

    id: str = Field(examples=[wire.EXAMPLE_ID])
    product_id: str | wire.NamedOut
    user_id: str | CustomerOut
    seller_id: str
    pickup_date_time: str
    drop_date_time: str
    status: str = Field(examples=["pending"], description="pending, accepted, declined or cancelled")
    quote: float | None = Field(None, description="rupees, by the calendar's prices when it was sent")
    answer: str = ""
    moves: list[str] = Field([], description="what the caller may do now: accept, decline, cancel")
    created_at: str


def person(one: Person) -> dict[str, Any]:
    """Who is behind an id."""
    return {
        "_id": one.id,
        "name": one.name,
        "username": one.username,
        "images": [wire.image(one.photo)] if one.photo else [],
    }


def message(one: MessageView) -> dict[str, Any]:
    """A message."""
    from_buyer = one.sender_id == one.buyer_id
    return {
        "_id": one.id,
        "conversationId": one.conversation_id,
        "senderType": "user" if from_buyer else "seller",
        "senderId": one.sender_id,
        "receiverType": "seller" if from_buyer else "user",
        "receiverId": one.receiver_id,
        "message": one.text,
        "images": [wire.image(photo) for photo in one.photos],
        "productId": one.ad_id or None,
        "clientId": one.client_id,
        "delivered": one.delivered,
        "read": one.read,
        "createdAt": wire.moment(one.created_at),
    }


def conversation(one: ConversationView) -> dict[str, Any]:
    """A conversation in a list."""
    return {
        "_id": {"userId": one.buyer.id, "sellerId": one.seller.id},
        "conversationId": one.id,
        "lastMessage": one.last_text,
        "lastAt": wire.moment(one.last_at),
        "unreadCount": one.unread,
        "user": person(one.buyer),
        "seller": person(one.seller),
        "productId": one.ad_id or None,
        "muted": one.muted,
        "blocked": one.blocked,
    }


def enquiry(one: EnquiryView) -> dict[str, Any]:
    """An enquiry with plain ids."""
    return {
        "_id": one.id,
        "productId": one.ad_id,
        "productName": one.ad_name,
        "sellerId": one.seller_id,
        "sellerName": one.seller_name,
        "userId": one.buyer_id,
        "pickupDateTime": wire.moment(one.pickup_at),
        "dropDateTime": wire.moment(one.drop_at),
        "timezone": one.timezone,
        "status": one.status.value,
        "quote": to_rupees(one.quoted_paise),
        "answer": one.answer,
        "moves": list(one.moves),
        "createdAt": wire.moment(one.created_at),
        "decidedAt": wire.moment(one.decided_at),
    }


def received_enquiry(one: EnquiryView) -> dict[str, Any]:
    """An enquiry in the seller's list, its ad and its buyer expanded."""
    return enquiry(one) | {
        "productId": {"_id": one.ad_id, "name": one.ad_name},
        "userId": {"_id": one.buyer_id, "name": one.buyer_name, "email": one.buyer_email},
    }


def period(one: Period) -> dict[str, Any]:
    """Half open: `to` is free again."""
    return {"from": wire.moment(one.starts_at), "to": wire.moment(one.ends_at)}


def calendar(one: CalendarView) -> dict[str, Any]:
    """An ad's calendar; `blocked` is empty for everyone but the owner."""
    return {
        "rules": {
            "timezone": one.timezone,
            "weekdays": list(one.weekdays),
            "minimumMinutes": one.minimum_minutes,
            "maximumMinutes": one.maximum_minutes,
        },
        "prices": {
            "hour": to_rupees(one.hour_paise),
            "day": to_rupees(one.day_paise),
            "week": to_rupees(one.week_paise),
            "month": to_rupees(one.month_paise),
        },
        "busy": [period(part) for part in one.busy],
        "blocked": [period(part) for part in one.blocked],
    }
