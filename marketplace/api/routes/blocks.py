"""/api/block"""

from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import account_schemas, schemas
from marketplace.api.dependencies import DispatcherDep, OptionallyPaged, clean_param
from marketplace.api.operations import Operation, callers
from marketplace.api.responses import (
    Listed,
    MessageResponse,
    ok,
    ok_page,
    returns,
    returns_new_or_existing,
)
from marketplace.domain import chat
from marketplace.domain.chat import messages
from marketplace.domain.paging import cut
from marketplace.i18n.texts import t
from marketplace.models import AccountKind

router = APIRouter(tags=["blocks"], route_class=Operation)


class BlockBody(schemas.Body):
    """The account to block: any account as `blockedId`, or a seller as `sellerId` and a user as `userId`."""

    blocked_id: str | None = Field(None, examples=[schemas.EXAMPLE_ID])
    seller_id: str | None = None
    user_id: str | None = None


class BlockedOut(account_schemas.PersonOut):
    """An account that the caller blocked."""

    type: str = Field(examples=["seller"])
    created_at: str


@router.get("/block", summary="List blocked accounts", responses=returns(Listed[BlockedOut], 401, 403, 422))
def list_blocks(dispatcher: DispatcherDep, window: OptionallyPaged) -> JSONResponse:
    """Lists the accounts that the caller blocked, newest first, or a page of them with `page` and `limit`."""
    page = cut(dispatcher.query(chat.list_blocks), window)
    return ok_page(page, "data", [_blocked(view) for view in page.items])


@router.post(
    "/block",
    status_code=201,
    summary="Block an account",
    responses=returns_new_or_existing("The account was blocked already.", 400, 401, 403, 404, 422),
)
@callers(AccountKind.BUYER, AccountKind.SELLER)
def block(body: BlockBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Stops messages between the caller and the account in both directions. The account is not notified."""
    is_new = dispatcher.execute(chat.block, _target(body, dispatcher))
    return ok(201 if is_new else 200, message=t(messages.BLOCKED))


@router.delete("/block/{blocked_id}", summary="Unblock an account", responses=returns(MessageResponse, 401, 403))
def unblock(blocked_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Removes a block. Does nothing if there is none."""
    dispatcher.execute(chat.unblock, blocked_id)
    return ok(message=t(messages.UNBLOCKED))


@router.delete("/block", summary="Unblock the account in the body", responses=returns(MessageResponse, 401, 403, 422))
@callers(AccountKind.BUYER, AccountKind.SELLER)
def unblock_by_body(body: BlockBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Works like `DELETE /api/block/{blockedId}`, with the body of `POST /api/block`."""
    dispatcher.execute(chat.unblock, _target(body, dispatcher))
    return ok(message=t(messages.UNBLOCKED))


def _target(body: BlockBody, dispatcher: DispatcherDep) -> str:
    actor = dispatcher.get_actor()
    actor.require(AccountKind.BUYER, AccountKind.SELLER)
    own, other = clean_param(body.user_id), clean_param(body.seller_id)
    if actor.kind is AccountKind.SELLER:
        own, other = other, own
    dispatcher.resolve_account_id(own)
    return clean_param(body.blocked_id) or other


def _blocked(view: chat.BlockView) -> dict[str, Any]:
    return account_schemas.PersonOut.dump(view.person) | {
        "type": schemas.KIND_NAMES[view.person.kind],
        "createdAt": schemas.timestamp(view.created_at),
    }
