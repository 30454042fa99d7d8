"""/api/admin/accounts"""

from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import wire
from marketplace.api.answers import Success, Told, failures, ok, ok_page
from marketplace.api.deps import Paged, TheDoor, absent
from marketplace.domain import moderation
from marketplace.domain.moderation import AccountRow, messages
from marketplace.models import AccountKind
from marketplace.texts import t

router = APIRouter(prefix="/admin/accounts", tags=["admin: accounts"])


class AccountOut(wire.Out):
    """An account as admins see it."""

    id: str = Field(examples=[wire.EXAMPLE_ID])
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


class AccountsOut(Success):
    """A page of accounts."""

    data: list[AccountOut]
    total: int
    totalPages: int
    page: int


class AccountDetailOut(Success):
    """One account."""

    data: AccountOut


class AccountSaved(Told):
    """An account as it is now."""

    data: AccountOut


class SuspendBody(wire.Body):
    """Why an account is shut out; its holder is told."""

    reason: str = Field("", examples=["Selling counterfeit goods"])


def _account(row: AccountRow) -> dict[str, Any]:
    return {
        "_id": row.id,
        "type": wire.KIND_NAMES[AccountKind(row.kind)],
        "username": row.username,
        "name": row.name,
        "email": row.email,
        "phone": row.phone,
        "status": row.status,
        "suspendedReason": row.suspended_reason,
        "suspendedAt": wire.moment(row.suspended_at),
        "ads": row.ads,
        "createdAt": wire.moment(row.created_at),
    }


@router.get("", summary="Accounts", responses={200: {"model": AccountsOut}} | failures(401, 403, 422))
def list_accounts(door: TheDoor, window: Paged, type: str = "", status: str = "", q: str = "") -> JSONResponse:
    """Accounts, newest first; `q` is part of a username, name, email or phone number."""
    kind = absent(type)
    page = door.ask(
        moderation.list_accounts,
        kind=wire.KINDS.get(kind, kind),
        status=absent(status),
        q=absent(q),
        window=window,
    )
    return ok_page(page, "data", [_account(row) for row in page.items])


@router.get(
    "/{account_id}", summary="One account", responses={200: {"model": AccountDetailOut}} | failures(401, 403, 404, 422)
)
def get_account(account_id: str, door: TheDoor) -> JSONResponse:
    """One account of any kind and status."""
    return ok(data=_account(door.ask(moderation.get_account, account_id)))


@router.post(
    "/{account_id}/suspend",
    summary="Suspend an account",
    responses={200: {"model": AccountSaved}} | failures(400, 401, 403, 404, 409, 422),
)
def suspend(account_id: str, body: SuspendBody, door: TheDoor) -> JSONResponse:
    """Ends the account's sessions and takes its ads out of the lists."""
    row = door.do(moderation.suspend_account, account_id, body.reason)
    return ok(message=t(messages.SUSPENDED), data=_account(row))


@router.post(
    "/{account_id}/restore",
    summary="Restore an account",
    responses={200: {"model": AccountSaved}} | failures(400, 401, 403, 404, 409, 422),
)
def restore(account_id: str, door: TheDoor) -> JSONResponse:
    """Lets a suspended account take part again."""
    row = door.do(moderation.restore_account, account_id)
    return ok(message=t(messages.RESTORED), data=_account(row))
