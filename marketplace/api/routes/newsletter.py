"""/api/newsletter"""

from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse, RedirectResponse
from pydantic import Field

from marketplace.api import schemas
from marketplace.api.dependencies import DispatcherDep
from marketplace.api.responses import MessageResponse, failures, ok, returns
from marketplace.domain import content
from marketplace.domain.content import messages
from marketplace.i18n.texts import t

router = APIRouter(prefix="/newsletter", tags=["newsletter"])

Token = Annotated[str, Query(description="from the link in the email", examples=["9f2c…"])]


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


@router.post("/unsubscribe", summary="Unsubscribe from the newsletter", responses=returns(MessageResponse, 404, 422))
def unsubscribe(dispatcher: DispatcherDep, token: Token = "") -> JSONResponse:
    """One-click unsubscribe (RFC 8058): email apps send this request. The body is ignored."""
    dispatcher.execute(content.unsubscribe, token)
    return ok(message=t(messages.UNSUBSCRIBED))


@router.get(
    "/unsubscribe",
    summary="Redirect to the unsubscribe page",
    status_code=303,
    response_class=RedirectResponse,
    responses=failures(422),
)
def show_unsubscribe(token: Token = "") -> RedirectResponse:
    """Redirects a person who opens the link of the email to a page. Changes nothing (RFC 8058, section 3.2)."""
    return RedirectResponse(f"/newsletter/unsubscribe?{urlencode({'token': token})}", 303)
