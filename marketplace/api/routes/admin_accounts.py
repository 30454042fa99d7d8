"""/api/admin/accounts"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import schemas
from marketplace.api.dependencies import DispatcherDep, Paged, clean_param
from marketplace.api.responses import ListResponse, MessageResponse, Success, ok, ok_page, returns
from marketplace.domain import moderation
from marketplace.domain.moderation import messages
from marketplace.i18n.texts import t

router = APIRouter(prefix="/admin/accounts", tags=["admin: accounts"])


class AdminAccountOut(schemas.Out):
    """An account as admins see it."""

    id: str = Field(examples=[schemas.EXAMPLE_ID])
    type: schemas.KindName = Field(validation_alias="kind", examples=["seller"], description="user, seller or admin")
    username: str
    name: str
    email: str
    phone: str
    status: str = Field(examples=["active"], description="active, suspended or deleted")
    suspended_reason: str
    suspended_at: schemas.Timestamp | None
    ads: int
    created_at: schemas.Timestamp


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


@router.get("", summary="List accounts", responses=returns(AdminAccountsResponse, 401, 403, 422))
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
    return ok_page(page, "data", [AdminAccountOut.dump(row) for row in page.items])


@router.get("/{account_id}", summary="Get an account", responses=returns(AdminAccountResponse, 401, 403, 404, 422))
def get_account(account_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Returns an account of any kind and status."""
    return ok(data=AdminAccountOut.dump(dispatcher.query(moderation.get_account, account_id)))


@router.post(
    "/{account_id}/suspend",
    summary="Suspend an account",
    responses=returns(AdminAccountChangedResponse, 400, 401, 403, 404, 409, 422),
)
def suspend(account_id: str, body: SuspendBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Ends the account's sessions and hides its ads."""
    row = dispatcher.execute(moderation.suspend_account, account_id, body.reason)
    return ok(message=t(messages.SUSPENDED), data=AdminAccountOut.dump(row))


@router.post(
    "/{account_id}/restore",
    summary="Restore an account",
    responses=returns(AdminAccountChangedResponse, 400, 401, 403, 404, 409, 422),
)
def restore(account_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Ends a suspension."""
    row = dispatcher.execute(moderation.restore_account, account_id)
    return ok(message=t(messages.RESTORED), data=AdminAccountOut.dump(row))
