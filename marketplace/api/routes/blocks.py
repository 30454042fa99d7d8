"""/api/block"""

from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import talk, wire
from marketplace.api.answers import Listed, Told, failures, ok, ok_page
from marketplace.api.deps import OptionallyPaged, TheDoor, absent
from marketplace.domain import chat
from marketplace.domain.chat import messages
from marketplace.domain.paging import cut
from marketplace.models import AccountKind
from marketplace.texts import t

router = APIRouter(tags=["blocks"])


class BlockBody(wire.Body):
    """Whom to silence. `blockedId` names anyone; `sellerId` or `userId` names the other side of the market."""

    blocked_id: str | None = Field(None, examples=[wire.EXAMPLE_ID])
    seller_id: str | None = None
    user_id: str | None = None


class BlockedOut(talk.PersonOut):
    """A person the caller blocked."""

    type: str = Field(examples=["seller"])
    created_at: str


class BlocksOut(Listed):
    """Whom the caller blocked, newest first."""

    data: list[BlockedOut]


@router.get(
    "/block", summary="Whom the caller blocked", responses={200: {"model": BlocksOut}} | failures(401, 403, 422)
)
def list_blocks(door: TheDoor, window: OptionallyPaged) -> JSONResponse:
    """All, newest first; `page` and `limit` cut them into pages."""
    page = cut(door.ask(chat.list_blocks), window)
    return ok_page(page, "data", [_blocked(one) for one in page.items])


@router.post(
    "/block",
    status_code=201,
    summary="Block a person",
    responses={200: {"model": Told, "description": "It stood already."}, 201: {"model": Told}}
    | failures(400, 401, 403, 404, 422),
)
def block(body: BlockBody, door: TheDoor) -> JSONResponse:
    """Nothing either of the two writes reaches the other while it stands; the blocked person is not told."""
    is_new = door.do(chat.block, _target(body, door))
    return ok(201 if is_new else 200, message=t(messages.BLOCKED))


@router.delete("/block/{blocked_id}", summary="Unblock a person", responses={200: {"model": Told}} | failures(401, 403))
def unblock(blocked_id: str, door: TheDoor) -> JSONResponse:
    """Lets a person reach the caller again; one who was not blocked is left so."""
    door.do(chat.unblock, blocked_id)
    return ok(message=t(messages.UNBLOCKED))


@router.delete(
    "/block", summary="Unblock the person in the body", responses={200: {"model": Told}} | failures(401, 403, 422)
)
def unblock_by_body(body: BlockBody, door: TheDoor) -> JSONResponse:
    """As DELETE /block/{blockedId}, with the body of POST /block."""
    door.do(chat.unblock, _target(body, door))
    return ok(message=t(messages.UNBLOCKED))


def _target(body: BlockBody, door: TheDoor) -> str:
    actor = door.who()
    actor.require(AccountKind.BUYER, AccountKind.SELLER)
    own, other = absent(body.user_id), absent(body.seller_id)
    if actor.kind is AccountKind.SELLER:
        own, other = other, own
    door.claim(own)
    return absent(body.blocked_id) or other


def _blocked(one: chat.BlockView) -> dict[str, Any]:
    return talk.person(one.person) | {
        "type": wire.KIND_NAMES[one.person.kind],
        "createdAt": wire.moment(one.created_at),
    }
