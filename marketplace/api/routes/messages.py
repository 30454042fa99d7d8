"""/api/messages"""

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from marketplace.api import chat_schemas, schemas
from marketplace.api.dependencies import DispatcherDep, clean_param, make_window
from marketplace.api.operations import Operation, callers
from marketplace.api.responses import ListResponse, MessageResponse, Success, failures, ok, ok_page, returns
from marketplace.api.unsubscribe import add_unsubscribe_endpoints
from marketplace.core.errors import Forbidden, NotFound
from marketplace.domain import chat, media, waiting
from marketplace.domain.chat import messages
from marketplace.domain.paging import Page
from marketplace.http.accept_language import prefers
from marketplace.i18n.texts import t
from marketplace.models import AccountKind
from marketplace.settings import get_settings

router = APIRouter(tags=["messages"], route_class=Operation)

_MAX_DIGITS = 5
# A photo never changes, but only the two parties may see it, so shared caches must not store it.
_PRIVATE_HEADERS = {
    "Cache-Control": "private, max-age=3600",
    "Vary": "Cookie, Authorization",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class MessageBody(schemas.Body):
    """A message from the caller: from a user to a seller, or from a seller to a user."""

    sender_type: str | None = Field(None, examples=["user"])
    sender_id: str | None = None
    receiver_type: str | None = Field(None, examples=["seller"])
    receiver_id: str = Field("", examples=[schemas.EXAMPLE_ID])
    message: str = Field("", examples=["Is the sofa still there?"])
    client_id: str = Field(
        "", description="id that the client makes; a message sent twice with the same id is stored once"
    )
    product_id: str | None = Field(None, description="the ad that the conversation is about")
    photos: schemas.Items[str] = Field(
        [],
        max_length=1000,
        description="the caller's own uploads, by `public_id` or `url`; with photos, `message` may be empty",
    )


class ReadBody(schemas.Body):
    """A conversation. The caller's own id may be left out."""

    user_id: str | None = None
    seller_id: str | None = None
    reader_type: str | None = Field(None, examples=["user"])


class MuteBody(ReadBody):
    """A conversation, and whether to mute it."""

    muted: bool = True


class FeedbackBody(schemas.Body):
    """What the recipient says of a warned message."""

    verdict: str = Field("", examples=["scam"], description="scam or fine")


class MessageSentResponse(Success):
    """The stored message."""

    message: chat_schemas.MessageOut


class UnreadResponse(Success):
    """The number of unread messages."""

    count: int = Field(examples=[3])


class MarkedReadResponse(MessageResponse):
    """The number of messages that changed to read."""

    updated: int = Field(examples=[3])


class ConversationsResponse(ListResponse):
    """Conversations, newest first."""

    conversations: list[chat_schemas.ConversationOut]
    next: str | None = Field(description="the value of `before` for older conversations, null if there are none")


class MessagesResponse(Success):
    """Messages of a conversation, oldest first."""

    messages: list[chat_schemas.MessageOut]
    next: str | None = Field(description="the value of `before` for older messages, null if there are none")
    product_id: str | None = Field(description="the ad that the conversation is about")
    muted: bool = Field(description="whether the caller muted the conversation")
    blocked: bool = Field(description="whether the caller blocked the other party")


@router.get(
    "/messages/unread/{account_id}", summary="Count unread messages", responses=returns(UnreadResponse, 401, 403)
)
def count_unread(account_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Counts the caller's unread messages, except those of muted conversations."""
    dispatcher.resolve_account_id(account_id)
    return ok(count=dispatcher.query(chat.count_unread))


@router.get(
    "/messages/conversations/{kind}/{account_id}",
    summary="List conversations",
    responses=returns(ConversationsResponse, 401, 403, 404, 422),
)
def list_conversations(
    kind: str,
    account_id: str,
    dispatcher: DispatcherDep,
    q: str = "",
    before: str = "",
    page: str = "",
    limit: str = "",
) -> JSONResponse:
    """Lists the caller's conversations, newest first, 100 by default. `q` is part of the other party's name.

    Whoever has an open offer, deal, enquiry or booking with the caller is in the list, too, even if no message was written.
    """
    if kind not in ("user", "seller"):
        raise NotFound()
    dispatcher.resolve_account_id(account_id, schemas.KINDS[kind])
    window = make_window(page, limit, default=get_settings().page_size_max)
    size, q = window.limit or 0, clean_param(q)
    rows = dispatcher.query(
        waiting.list_conversations, before=clean_param(before), q=q, limit=size + 1, offset=window.offset
    )
    conversations = tuple(rows[:size])
    result = Page(conversations, dispatcher.query(waiting.count_conversations, q=q), window.page, window.limit)
    next_cursor = conversations[-1].other.id if len(rows) > size else None
    return ok_page(
        result, "conversations", [chat_schemas.conversation(view) for view in conversations], next=next_cursor
    )


add_unsubscribe_endpoints(
    router,
    "/messages/digest/unsubscribe",
    summary="Stop emails about unread messages",
    stop=chat.DIGESTS.stop,
    stopped=lambda: t(messages.NO_MORE_DIGESTS),
    page="/mail/unsubscribe",
)


@router.get(
    "/messages/photos/{message_id}/{upload_id}-{width}.webp",
    summary="Get a photo of a message",
    response_class=Response,
    responses={200: {"content": {"image/webp": {}}, "description": "The photo"}} | failures(401, 404),
)
def get_photo(message_id: str, upload_id: str, width: str, dispatcher: DispatcherDep) -> Response:
    """Returns a photo to the two parties of its conversation."""
    size = int(width) if width.isascii() and width.isdigit() and len(width) <= _MAX_DIGITS else 0
    # Read after the transaction, so that the file read does not hold a database connection.
    data = media.read_image(dispatcher.query(chat.get_photo, message_id, upload_id, size))
    return Response(data, media_type="image/webp", headers=_PRIVATE_HEADERS)


@router.get(
    "/messages/{user_id}/{seller_id}",
    summary="List the messages of a conversation",
    responses=returns(MessagesResponse, 401, 403, 404, 422),
)
def list_messages(
    user_id: str, seller_id: str, request: Request, dispatcher: DispatcherDep, before: str = "", limit: str = ""
) -> JSONResponse:
    """Lists the newest messages, 100 by default, oldest first. Does not mark them as read.

    Received messages that resemble fraud have `warnings`, in the language of `Accept-Language`: en or hi.
    """
    size = make_window("", limit, default=get_settings().page_size_max).limit or 0
    hindi = prefers(request.headers.get("accept-language", ""), ("en", "hi")) == "hi"
    page = dispatcher.query(chat.list_messages, user_id, seller_id, before=clean_param(before), limit=size)
    return ok(
        messages=[chat_schemas.message(view, hindi=hindi) for view in page.messages],
        next=page.next or None,
        productId=page.ad_id or None,
        muted=page.muted,
        blocked=page.blocked,
    )


@router.post(
    "/messages/markAsRead", summary="Mark a conversation as read", responses=returns(MarkedReadResponse, 401, 403, 422)
)
@callers(AccountKind.BUYER, AccountKind.SELLER)
def mark_read(body: ReadBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Marks all messages of the other party as read."""
    updated = dispatcher.execute(chat.mark_read, *_resolve_pair(dispatcher, body))
    return ok(message=t(messages.MARKED_READ), updated=updated)


@router.post(
    "/messages/mute", summary="Mute or unmute a conversation", responses=returns(MessageResponse, 401, 403, 404, 422)
)
@callers(AccountKind.BUYER, AccountKind.SELLER)
def mute(body: MuteBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Mutes or unmutes a conversation. Muted ones don't count as unread and cause no emails."""
    dispatcher.execute(chat.mute, *_resolve_pair(dispatcher, body), muted=body.muted)
    return ok(message=t(messages.MUTED if body.muted else messages.UNMUTED))


@router.post(
    "/messages/{message_id}/feedback",
    summary="Say what a warned message is",
    responses=returns(MessageResponse, 401, 403, 404, 422),
)
@callers(AccountKind.BUYER, AccountKind.SELLER, message=lambda: t(messages.LOGIN_FIRST))
def judge_warning(message_id: str, body: FeedbackBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Stores the recipient's verdict on a warned message: `scam`, or `fine`, which removes the warning."""
    dispatcher.execute(chat.judge_warning, message_id, body.verdict)
    return ok(message=t(messages.VERDICT_STORED))


@router.post(
    "/messages",
    status_code=201,
    summary="Send a message",
    responses=returns(MessageSentResponse, 400, 401, 403, 404, 410, 422, status=201),
)
@callers(AccountKind.BUYER, AccountKind.SELLER)
def send(body: MessageBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Sends a message. Open pages of both parties show it at once."""
    dispatcher.resolve_account_id(clean_param(body.sender_id), AccountKind.BUYER, AccountKind.SELLER)
    sent = dispatcher.execute(
        chat.send,
        body.receiver_id,
        body.message,
        client_id=body.client_id,
        ad_id=clean_param(body.product_id),
        photo_ids=body.photos,
    )
    return ok(201, message=chat_schemas.message(sent))


def _resolve_pair(dispatcher: DispatcherDep, body: ReadBody) -> tuple[str, str]:
    """Return (buyer id, seller id); the caller's own id comes from the token."""
    actor = dispatcher.get_actor()
    own = actor.require(AccountKind.BUYER, AccountKind.SELLER)
    is_buyer = actor.kind is AccountKind.BUYER
    reader = clean_param(body.reader_type)
    if reader and reader != schemas.KIND_NAMES[AccountKind.BUYER if is_buyer else AccountKind.SELLER]:
        raise Forbidden()
    if is_buyer:
        return clean_param(body.user_id) or own, clean_param(body.seller_id)
    return clean_param(body.user_id), clean_param(body.seller_id) or own
