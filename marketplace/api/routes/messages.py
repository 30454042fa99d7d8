"""/api/messages"""

from urllib.parse import urlencode

from fastapi import APIRouter
from fastapi.responses import JSONResponse, RedirectResponse, Response
from pydantic import Field

from marketplace.api import talk, wire
from marketplace.api.answers import Success, Told, failures, ok, ok_page
from marketplace.api.deps import TheDoor, absent, make_window
from marketplace.domain import chat, media
from marketplace.domain.chat import messages
from marketplace.domain.paging import Page
from marketplace.errors import Forbidden, NotFound
from marketplace.models import AccountKind
from marketplace.settings import get_settings
from marketplace.texts import t

router = APIRouter(tags=["messages"])

_DIGITS = 5
# What a message shows never changes, but whose eyes it is for does: no cache between may keep it.
_PRIVATE = {
    "Cache-Control": "private, max-age=3600",
    "Vary": "Cookie, Authorization",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class MessageBody(wire.Body):
    """A message to the other side of the market; the sender is the caller."""

    sender_type: str | None = Field(None, examples=["user"])
    sender_id: str | None = None
    receiver_type: str | None = Field(None, examples=["seller"])
    receiver_id: str = Field("", examples=[wire.EXAMPLE_ID])
    message: str = Field("", examples=["Is the sofa still there?"])
    client_id: str = Field("", description="made by the client; the same one twice is one message")
    product_id: str | None = Field(None, description="the ad the conversation begins from")
    photos: list[str] = Field([], description="own uploads, by public_id or url; the message may then be empty")


class ReadBody(wire.Body):
    """Which conversation was read."""

    user_id: str | None = None
    seller_id: str | None = None
    reader_type: str | None = Field(None, examples=["user"])


class MuteBody(ReadBody):
    """Which conversation to mute, or to hear again."""

    muted: bool = True


class SentOut(Success):
    """The message as it is stored."""

    message: talk.MessageOut


class CountOut(Success):
    """How many are unread."""

    count: int = Field(examples=[3])


class ReadOut(Told):
    """How many became read."""

    updated: int = Field(examples=[3])


class ConversationsOut(Success):
    """Conversations, newest first; `next` is the value of `before` for older ones."""

    conversations: list[talk.ConversationOut]
    total: int
    totalPages: int
    page: int
    next: str | None


class MessagesOut(Success):
    """Messages, oldest first; `next` is the value of `before` for older ones."""

    messages: list[talk.MessageOut]
    next: str | None


@router.get(
    "/messages/unread/{account_id}",
    summary="How many messages are unread",
    responses={200: {"model": CountOut}} | failures(401, 403),
)
def count_unread(account_id: str, door: TheDoor) -> JSONResponse:
    """The caller's unread messages, without those of muted conversations."""
    door.claim(account_id)
    return ok(count=door.ask(chat.count_unread))


@router.get(
    "/messages/conversations/{kind}/{account_id}",
    summary="The caller's conversations",
    responses={200: {"model": ConversationsOut}} | failures(401, 403, 404, 422),
)
def list_conversations(
    kind: str, account_id: str, door: TheDoor, q: str = "", before: str = "", page: str = "", limit: str = ""
) -> JSONResponse:
    """The newest 100 unless asked otherwise; `q` is part of the other side's name."""
    if kind not in ("user", "seller"):
        raise NotFound()
    door.claim(account_id, wire.KINDS[kind])
    window = make_window(page, limit, default=get_settings().page_size_max)
    size, q = window.limit or 0, absent(q)
    found = door.ask(chat.list_conversations, before=absent(before), q=q, limit=size + 1, offset=window.offset)
    shown = tuple(found[:size])
    whole = Page(shown, door.ask(chat.count_conversations, q=q), window.page, window.limit)
    further = shown[-1].id if len(found) > size else None
    return ok_page(whole, "conversations", [talk.conversation(one) for one in shown], next=further)


@router.post(
    "/messages/digest/unsubscribe",
    summary="No more mails about unread messages",
    responses={200: {"model": Told}} | failures(404, 422),
)
def stop_digests(door: TheDoor, token: str = "") -> JSONResponse:
    """Mail programs call it by themselves, with one click (RFC 8058), so the body does not matter."""
    door.do(chat.stop_digests, token)
    return ok(message=t(messages.NO_MORE_DIGESTS))


@router.get(
    "/messages/digest/unsubscribe",
    summary="The page to end these mails on",
    status_code=303,
    response_class=RedirectResponse,
    responses=failures(),
)
def show_stop_digests(token: str = "") -> RedirectResponse:
    """Leads a person who opens the same address to the page; looking alone changes nothing (RFC 8058, section 3.2)."""
    return RedirectResponse(f"/mail/unsubscribe?{urlencode({'token': token})}", 303)


@router.get(
    "/messages/photos/{message_id}/{upload_id}-{width}.webp",
    summary="A photo in a message",
    response_class=Response,
    responses={200: {"content": {"image/webp": {}}, "description": "The photo"}} | failures(401, 404),
)
def get_photo(message_id: str, upload_id: str, width: str, door: TheDoor) -> Response:
    """For the two sides of the conversation only."""
    size = int(width) if width.isascii() and width.isdigit() and len(width) <= _DIGITS else 0
    # Read outside of the transaction, so that nobody waits for the database meanwhile.
    data = media.read_image(door.ask(chat.get_photo, message_id, upload_id, size))
    return Response(data, media_type="image/webp", headers=_PRIVATE)


@router.get(
    "/messages/{user_id}/{seller_id}",
    summary="One conversation",
    responses={200: {"model": MessagesOut}} | failures(401, 403, 404, 422),
)
def list_messages(user_id: str, seller_id: str, door: TheDoor, before: str = "", limit: str = "") -> JSONResponse:
    """The newest 100 messages unless asked otherwise, oldest first; reading them here marks nothing as read."""
    size = make_window("", limit, default=get_settings().page_size_max).limit or 0
    page = door.ask(chat.list_messages, user_id, seller_id, before=absent(before), limit=size)
    return ok(
        messages=[talk.message(one) for one in page.messages],
        next=page.next or None,
        productId=page.ad_id or None,
        muted=page.muted,
        blocked=page.blocked,
    )


@router.post(
    "/messages/markAsRead",
    summary="Mark a conversation as read",
    responses={200: {"model": ReadOut}} | failures(401, 403, 422),
)
def mark_read(body: ReadBody, door: TheDoor) -> JSONResponse:
    """Everything the other side wrote so far counts as read by the caller."""
    updated = door.do(chat.mark_read, *_pair(door, body))
    return ok(message=t(messages.MARKED_READ), updated=updated)


@router.post(
    "/messages/mute",
    summary="Mute a conversation, or hear it again",
    responses={200: {"model": Told}} | failures(401, 403, 404, 422),
)
def mute(body: MuteBody, door: TheDoor) -> JSONResponse:
    """A muted conversation counts in no badge and is not mailed."""
    door.do(chat.mute, *_pair(door, body), muted=body.muted)
    return ok(message=t(messages.MUTED if body.muted else messages.UNMUTED))


@router.post(
    "/messages",
    status_code=201,
    summary="Send a message",
    responses={201: {"model": SentOut}} | failures(400, 401, 403, 404, 410, 422),
)
def send(body: MessageBody, door: TheDoor) -> JSONResponse:
    """Sends a message, which both sides see at once."""
    door.claim(absent(body.sender_id), AccountKind.BUYER, AccountKind.SELLER)
    sent = door.do(
        chat.send,
        body.receiver_id,
        body.message,
        client_id=body.client_id,
        ad_id=absent(body.product_id),
        photo_ids=body.photos,
    )
    return ok(201, message=talk.message(sent))


def _pair(door: TheDoor, body: ReadBody) -> tuple[str, str]:
    """Buyer and seller, the caller's own one filled in from the token."""
    actor = door.who()
    own = actor.require(AccountKind.BUYER, AccountKind.SELLER)
    is_buyer = actor.kind is AccountKind.BUYER
    reader = absent(body.reader_type)
    if reader and reader != wire.KIND_NAMES[AccountKind.BUYER if is_buyer else AccountKind.SELLER]:
        raise Forbidden()
    if is_buyer:
        return absent(body.user_id) or own, absent(body.seller_id)
    return absent(body.user_id), absent(body.seller_id) or own
