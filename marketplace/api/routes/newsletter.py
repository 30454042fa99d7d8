"""/api/newsletter"""

from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse, RedirectResponse
from pydantic import Field

from marketplace.api import wire
from marketplace.api.answers import Told, failures, ok
from marketplace.api.deps import TheDoor
from marketplace.domain import content
from marketplace.domain.content import messages
from marketplace.texts import t

router = APIRouter(prefix="/newsletter", tags=["newsletter"])

Token = Annotated[str, Query(description="from the link in the mail", examples=["9f2c…"])]


class SubscribeBody(wire.Body):
    """Who wants the newsletter."""

    email: str = Field("", examples=["meera@example.com"])


class ConfirmBody(wire.Body):
    """What the link in the mail carries."""

    token: str = Field("", examples=["9f2c…"])


@router.post("/subscribe", summary="Ask for the newsletter", responses={200: {"model": Told}} | failures(422))
def subscribe(body: SubscribeBody, door: TheDoor) -> JSONResponse:
    """Mails a link to confirm; answers the same whether or not the address has subscribed before."""
    door.do(content.subscribe, body.email)
    return ok(message=t(messages.SUBSCRIBED))


@router.post("/confirm", summary="Confirm a subscription", responses={200: {"model": Told}} | failures(404, 422))
def confirm(body: ConfirmBody, door: TheDoor) -> JSONResponse:
    """Counts the address in; a second time changes nothing."""
    door.do(content.confirm, body.token)
    return ok(message=t(messages.CONFIRMED))


@router.post(
    "/unsubscribe", summary="Unsubscribe with one click", responses={200: {"model": Told}} | failures(404, 422)
)
def unsubscribe(door: TheDoor, token: Token = "") -> JSONResponse:
    """Ends a subscription at once. Mail programs call it by themselves (RFC 8058), so the body does not matter."""
    door.do(content.unsubscribe, token)
    return ok(message=t(messages.UNSUBSCRIBED))


@router.get(
    "/unsubscribe",
    summary="The page to unsubscribe on",
    status_code=303,
    response_class=RedirectResponse,
    responses=failures(422),
)
def show_unsubscribe(token: Token = "") -> RedirectResponse:
    """Leads a person who opens the same address to the page; looking alone changes nothing (RFC 8058, section 3.2)."""
    return RedirectResponse(f"/newsletter/unsubscribe?{urlencode({'token': token})}", 303)
