"""/api/admin/accounts"""

from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import schemas
from marketplace.api.dependencies import DispatcherDep, Paged, clean_param
from marketplace.api.responses import ListResponse, MessageResponse, Success, failures, ok, ok_page
from marketplace.domain import moderation
from marketplace.domain.moderation import AccountRow, messages
from marketplace.i18n.texts import t
from marketplace.models import AccountKind

router = APIRouter(prefix="/admin/accounts", tags=["admin: accounts"])


class AdminAccountOut(schemas.Out):
    """An account as admins see it."""

    id: str = Field(examples=[schemas.EXAMPLE_ID])
    type: str = Field(examples=["seller"], description="user, seller or admin")
    username: str
    name: str
    email: str
    phone: str
    status: str = Field(examples=["active"], description="active, suspended or deleted")
    suspended_reason: str
    suspended_at: str | None
    ads: int
    created_at: str


class AdminAccountsResponse(ListResponse):
    """A page of accounts."""

    data: list[AdminAccountOut]


class AdminAccountResponse(Success):
    """One account."""

    data: AdminAccountOut


class AdminAccountChangedResponse(MessageResponse):
    """The changed account."""

    data: AdminAccountOut


class SuspendBody(schemas.Body):
    """The reason for a suspension; the account's owner sees it."""

    reason: str = Field("", examples=["Selling counterfeit goods"])


def _account(row: AccountRow) -> dict[str, Any]:
    return {
        "_id": row.id,
        "type": schemas.KIND_NAMES[AccountKind(row.kind)],
        "username": row.username,
        "name": row.name,
        "email": row.email,
        "phone": row.phone,
        "status": row.status,
        "suspendedReason": row.suspended_reason,
        "suspendedAt": schemas.timestamp(row.suspended_at),
        "ads": row.ads,
        "createdAt": schemas.timestamp(row.created_at),
    }


@router.get("", summary="List accounts", responses={200: {"model": AdminAccountsResponse}} | failures(401, 403, 422))
def list_accounts(
    dispatcher: DispatcherDep, window: Paged, type: str = "", status: str = "", q: str = ""
) -> JSONResponse:
    """Lists accounts, newest first. `q` is part of a username, name, email or phone number."""
    kind = clean_param(type)
    page = dispatcher.query(
        moderation.list_accounts,
        kind=schemas.KINDS.get(kind, kind),
        status=clean_param(status),
        q=clean_param(q),
        window=window,
    )
    return ok_page(page, "data", [_account(row) for row in page.items])


@router.get(
    "/{account_id}",
    summary="Get an account",
    responses={200: {"model": AdminAccountResponse}} | failures(401, 403, 404, 422),
)
def get_account(account_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Returns an account of any kind and status."""
    return ok(data=_account(dispatcher.query(moderation.get_account, account_id)))


@router.post(
    "/{account_id}/suspend",
    summary="Suspend an account",
    responses={200: {"model": AdminAccountChangedResponse}} | failures(400, 401, 403, 404, 409, 422),
)
def suspend(account_id: str, body: SuspendBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Ends the account's sessions and hides its ads."""
    row = dispatcher.execute(moderation.suspend_account, account_id, body.reason)
    return ok(message=t(messages.SUSPENDED), data=_account(row))


@router.post(
    "/{account_id}/restore",
    summary="Restore an account",
    responses={200: {"model": AdminAccountChangedResponse}} | failures(400, 401, 403, 404, 409, 422),
)
def restore(account_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Ends a suspension."""
    row = dispatcher.execute(moderation.restore_account, account_id)
    return ok(message=t(messages.RESTORED), data=_account(row))
