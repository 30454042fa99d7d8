"""/api/admin/accounts"""

from dataclasses import asdict

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field, StrictInt

from marketplace.api import schemas
from marketplace.api.dependencies import ONCE, DispatcherDep, Paged, clean_param
from marketplace.api.operations import Operation
from marketplace.api.responses import (
    Changed,
    Data,
    Listed,
    ok,
    ok_page,
    returns,
)
from marketplace.api.routes.admin_queue import AuditOut
from marketplace.api.routes.appeals import AdminAppealOut
from marketplace.api.routes.auth import SessionsEndedResponse
from marketplace.api.routes.reports import ReportOut
from marketplace.domain import accounts, moderation
from marketplace.domain.accounts import messages as account_messages
from marketplace.domain.moderation import messages
from marketplace.i18n.texts import t

router = APIRouter(prefix="/admin/accounts", tags=["admin: accounts"], route_class=Operation)


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
    suspended_until: schemas.Timestamp | None = Field(description="when the account is restored; null: without an end")
    ads: int
    role: str = Field(examples=["moderator"], description="moderator or admin; empty for users and sellers")
    created_at: schemas.Timestamp


AdminAccountChangedResponse = Changed[AdminAccountOut]


class HistoryAdOut(schemas.Out):
    """An ad of the account."""

    id: str = Field(examples=[schemas.EXAMPLE_ID])
    name: str
    status: str = Field(examples=["approved"])
    created_at: schemas.Timestamp


class ReportListOut(schemas.Out):
    """The newest reports and the number of all."""

    number: int = Field(examples=[2])
    newest: list[ReportOut]


class StaffSessionOut(schemas.Out):
    """A running session of the account, without its network address."""

    id: str = Field(examples=[schemas.EXAMPLE_ID])
    device: str = Field(examples=["Firefox on Windows"])
    created_at: schemas.Timestamp
    last_seen_at: schemas.Timestamp


class AccountHistoryOut(schemas.Out):
    """What moderators see of one account."""

    account: AdminAccountOut
    ads_by_status: dict[str, int] = Field(examples=[{"approved": 3}], description="statuses without ads are left out")
    ads: list[HistoryAdOut] = Field(description="the newest, without deleted ones")
    deals: dict[str, int] = Field(examples=[{"done": 2}], description="as buyer or seller, by status")
    rentals: dict[str, int] = Field(examples=[{"accepted": 1}], description="enquiries as buyer or seller, by status")
    reports_about: ReportListOut = Field(description="of the account and its ads")
    reports_by: ReportListOut
    appeals: list[AdminAppealOut] = Field(description="the newest")
    decisions: list[AuditOut] = Field(description="the newest of others on the account and its ads")
    sessions: list[StaffSessionOut] = Field(description="of staff: for administrators only")


class ModeratorBody(schemas.Body):
    """A new moderator."""

    email: str = Field("", examples=["mina@example.com"])


class ModeratorOut(schemas.Out):
    """The credentials of a new moderator, which are not shown again."""

    id: str = Field(validation_alias="account_id", examples=[schemas.EXAMPLE_ID])
    email: str
    username: str
    password: str
    secret: str = Field(description="for the authenticator app, if the site requires a second factor, else empty")
    recovery_codes: list[str] = Field(description="for when the app is lost")


class RoleBody(schemas.Body):
    """The new role."""

    role: str = Field("", examples=["moderator"], description="moderator or admin")


class SuspendBody(schemas.Body):
    """The reason for a suspension; the account's owner sees it."""

    reason: str = Field("", examples=["Selling counterfeit goods"])
    days: StrictInt | None = Field(None, examples=[7], description="1, 7 or 30; left out: without an end")


@router.get("", summary="List accounts", responses=returns(Listed[AdminAccountOut], 401, 403, 422))
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


@router.get("/{account_id}", summary="Get an account", responses=returns(Data[AdminAccountOut], 401, 403, 404, 422))
def get_account(account_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Returns an account of any kind and status."""
    return ok(data=AdminAccountOut.dump(dispatcher.query(moderation.get_account, account_id)))


@router.get(
    "/{account_id}/history",
    summary="Get the history of an account",
    responses=returns(Data[AccountHistoryOut], 401, 403, 404, 422),
)
def get_history(account_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Returns the newest ads, reports, appeals, decisions and sessions of an account, and the numbers of its trades."""
    return ok(data=AccountHistoryOut.dump(dispatcher.query(moderation.get_account_history, account_id)))


@router.delete(
    "/{account_id}/sessions",
    summary="Sign an account out everywhere",
    responses=returns(SessionsEndedResponse, 400, 401, 403, 404, 422),
)
def end_sessions(account_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Ends all sessions of an account. Those of moderators and administrators: for administrators only."""
    ended = dispatcher.execute(moderation.end_sessions, account_id)
    return ok(message=t(messages.SIGNED_OUT), ended=ended)


@router.post(
    "/{account_id}/suspend",
    summary="Suspend an account",
    responses=returns(AdminAccountChangedResponse, 400, 401, 403, 404, 409, 422),
)
def suspend(account_id: str, body: SuspendBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Ends the account's sessions and hides its ads. With `days` it is restored by itself."""
    row = dispatcher.execute(moderation.suspend_account, account_id, body.reason, days=body.days)
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


@router.post(
    "/moderators",
    status_code=201,
    summary="Create a moderator",
    dependencies=ONCE,
    responses=returns(Changed[ModeratorOut], 401, 403, 409, 422, status=201),
)
def create_moderator(body: ModeratorBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Creates an account that moderates, with a generated password. For administrators only."""
    made = dispatcher.execute(accounts.create_moderator, body.email)
    secret = made.factor.secret if made.factor else ""
    data = ModeratorOut.model_validate({**asdict(made), "secret": secret}).model_dump(by_alias=True)
    return ok(201, message=t(account_messages.MODERATOR_CREATED), data=data)


@router.put(
    "/{account_id}/role",
    summary="Make an administrator a moderator, or a moderator an administrator",
    responses=returns(AdminAccountChangedResponse, 400, 401, 403, 404, 422),
)
def change_role(account_id: str, body: RoleBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Changes the role of another moderator or administrator. For administrators only."""
    row = dispatcher.execute(moderation.change_role, account_id, body.role)
    return ok(message=t(account_messages.ROLE_CHANGED), data=AdminAccountOut.dump(row))
