"""/api/newsletter"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import schemas
from marketplace.api.dependencies import DispatcherDep
from marketplace.api.operations import Operation
from marketplace.api.responses import MessageResponse, ok, returns
from marketplace.api.unsubscribe import add_unsubscribe_endpoints
from marketplace.domain import content
from marketplace.domain.content import messages
from marketplace.i18n.texts import t

router = APIRouter(prefix="/newsletter", tags=["newsletter"], route_class=Operation)


class SubscribeBody(schemas.Body):
    """The email address to subscribe."""

    email: str = Field("", examples=["meera@example.com"])


class ConfirmBody(schemas.Body):
    """The token of the link in the email."""

    token: str = Field("", examples=["9f2c…"])


@router.post("/subscribe", summary="Subscribe to the newsletter", responses=returns(MessageResponse, 422))
def subscribe(body: SubscribeBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Mails a confirmation link. The response is the same if the address is already subscribed."""
    dispatcher.execute(content.subscribe, body.email)
    return ok(message=t(messages.SUBSCRIBED))


@router.post("/confirm", summary="Confirm a subscription", responses=returns(MessageResponse, 404, 422))
def confirm(body: ConfirmBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Confirms the subscription. Does nothing if it is confirmed already."""
    dispatcher.execute(content.confirm, body.token)
    return ok(message=t(messages.CONFIRMED))


add_unsubscribe_endpoints(
    router,
    "/unsubscribe",
    summary="Unsubscribe from the newsletter",
    stop=content.unsubscribe,
    stopped=lambda: t(messages.UNSUBSCRIBED),
    page="/newsletter/unsubscribe",
)
