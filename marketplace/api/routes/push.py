"""/api/push"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import schemas
from marketplace.api.dependencies import DispatcherDep
from marketplace.api.operations import Operation
from marketplace.api.responses import MessageResponse, Success, ok, returns, returns_new_or_existing
from marketplace.domain import push
from marketplace.domain.push import messages
from marketplace.i18n.texts import t

router = APIRouter(prefix="/push", tags=["push"], route_class=Operation)

_EXAMPLE = "https://push.example.com/send/eXqVb0"


class PushKeys(schemas.Body):
    """The keys of a subscription, base64url."""

    p256dh: str = Field(
        alias="p256dh",
        default="",
        examples=["BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"],
    )
    auth: str = Field(default="", examples=["BTBZMqHH6r4Tts7J_aSIgg"])


class SubscriptionBody(schemas.Body):
    """A subscription, as `PushSubscription.toJSON()` of the browser returns it."""

    endpoint: str = Field("", examples=[_EXAMPLE])
    keys: PushKeys = Field(default_factory=PushKeys)


class EndpointBody(schemas.Body):
    """The subscription to end."""

    endpoint: str = Field("", examples=[_EXAMPLE])


class PushResponse(Success):
    """What a browser needs to subscribe."""

    public_key: str = Field(
        description="`applicationServerKey` of `PushManager.subscribe`",
        examples=["BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"],
    )
    subscribed: bool = Field(description="whether the caller's session gets notifications")


@router.get("", summary="Get the key for subscriptions", responses=returns(PushResponse))
def get_status(dispatcher: DispatcherDep) -> JSONResponse:
    """Returns the public key that browsers subscribe with, and whether the caller's session has subscribed."""
    status = dispatcher.query(push.get_status)
    return ok(publicKey=status.public_key, subscribed=status.subscribed)


@router.post(
    "",
    status_code=201,
    summary="Turn notifications of a browser on",
    responses=returns_new_or_existing("The session had this subscription already.", 401, 403, 409, 422),
)
def subscribe(body: SubscriptionBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Sends the caller's notifications to a browser until the session ends. A session has one subscription: a new one
    replaces it. The endpoint has to be at a push service that this site knows."""
    draft = push.PushDraft(endpoint=body.endpoint, p256dh=body.keys.p256dh, auth=body.keys.auth)
    is_new = dispatcher.execute(push.subscribe, draft)
    return ok(201 if is_new else 200, message=t(messages.SUBSCRIBED))


@router.delete("", summary="Turn notifications of a browser off", responses=returns(MessageResponse, 401, 403, 422))
def unsubscribe(body: EndpointBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Ends one of the caller's subscriptions. Does nothing if the caller has none with this endpoint."""
    dispatcher.execute(push.unsubscribe, body.endpoint)
    return ok(message=t(messages.UNSUBSCRIBED))
