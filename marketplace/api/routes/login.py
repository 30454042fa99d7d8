"""/api/user/login, /api/seller/login, /api/admin/login, /api/auth/switch"""

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import account_schemas, browser, schemas
from marketplace.api.dependencies import Dispatcher, DispatcherDep, LoginDep
from marketplace.api.operations import Operation, callers
from marketplace.api.responses import Failure, MessageResponse, failures, ok
from marketplace.domain import accounts
from marketplace.domain.accounts import messages
from marketplace.domain.accounts.schemas import SignedIn
from marketplace.i18n.texts import t
from marketplace.models import AccountKind

router = APIRouter(tags=["sign-in"], route_class=Operation)


class LoginBody(schemas.Body):
    """Credentials."""

    email: str = Field("", examples=["asha@example.com"])
    password: str = Field("", examples=["correct horse"])
    remember: bool = Field(False, description="keep the session for 30 days instead of 12 hours")
    code: account_schemas.Code = Field(
        "", description="code of the second factor, or a recovery code; required if a second factor is on"
    )
    cookie: bool = Field(False, description="for browsers: return the session as an HttpOnly cookie instead of `token`")


class LoginResponse(MessageResponse):
    """A new session. Exactly one of `userId`, `sellerId` and `adminId` is sent, by the kind of account."""

    token: str | None = Field(None, description="the bearer token; left out if the session is a cookie")
    username: str = Field(examples=["asha"])
    type: str = Field(examples=["user"], description="user, seller or admin")
    user_id: str | None = None
    seller_id: str | None = None
    admin_id: str | None = None
    expires_at: str


class LoginFailure(Failure):
    """The body of a failed login."""

    second_factor: bool | None = Field(
        None, examples=[True], description="true if the password is right and `code` is missing or wrong"
    )
    other_kind: str | None = Field(
        None,
        examples=["seller"],
        description="user or seller, if the password is that of the account of this kind with the same email",
    )


_FAILURES = {401: LoginFailure, 403: LoginFailure}
_RESPONSES = {200: {"model": LoginResponse}} | failures(401, 403, 415, 422, models=_FAILURES)


@router.post("/user/login", summary="Sign in as a user", responses=_RESPONSES)
def user_login(body: LoginBody, request: Request, dispatcher: LoginDep) -> JSONResponse:
    """Creates a session. The failure is the same for an unknown email and a wrong password."""
    return _login(body, request, dispatcher, AccountKind.BUYER)


@router.post("/seller/login", summary="Sign in as a seller", responses=_RESPONSES)
def seller_login(body: LoginBody, request: Request, dispatcher: LoginDep) -> JSONResponse:
    """Creates a session. The failure is the same for an unknown email and a wrong password."""
    return _login(body, request, dispatcher, AccountKind.SELLER)


@router.post("/admin/login", summary="Sign in as an administrator", responses=_RESPONSES)
def admin_login(body: LoginBody, request: Request, dispatcher: LoginDep) -> JSONResponse:
    """Creates a session of an administrator. On a public site administrators must have a second factor."""
    return _login(body, request, dispatcher, AccountKind.ADMIN)


class SwitchBody(schemas.Body):
    """How the new session is returned."""

    cookie: bool = Field(
        False,
        examples=[False],
        description="for browsers: return the session as an HttpOnly cookie instead of `token`",
    )


@router.post(
    "/auth/switch",
    summary="Switch between the user and the seller account of one email",
    responses={200: {"model": LoginResponse}} | failures(400, 401, 403, 404, 408, 413, 415, 422, models=_FAILURES),
)
@callers(AccountKind.BUYER, AccountKind.SELLER)
def switch_account(body: SwitchBody, request: Request, dispatcher: DispatcherDep) -> JSONResponse:
    """Ends the session and creates one of the other account. An account with a second factor needs a login instead."""
    device = browser.device_of(request) if body.cookie else ""
    return _respond(dispatcher.execute(accounts.switch_account, device=device), is_cookie=body.cookie)


def _login(body: LoginBody, request: Request, dispatcher: Dispatcher, kind: AccountKind) -> JSONResponse:
    signed_in = dispatcher.execute(
        accounts.sign_in,
        body.email,
        body.password,
        kind=kind,
        remember=body.remember,
        device=browser.device_of(request) if body.cookie else "",
        code=body.code,
        replace=body.cookie,
    )
    return _respond(signed_in, is_cookie=body.cookie)


def _respond(signed_in: SignedIn, *, is_cookie: bool) -> JSONResponse:
    name = schemas.KIND_NAMES[signed_in.account.kind]
    keys = {
        "message": t(messages.SIGNED_IN),
        "username": signed_in.account.username,
        f"{name}Id": signed_in.account.id,
        "type": name,
        "expiresAt": schemas.timestamp(signed_in.expires_at),
    }
    response = ok(**keys) if is_cookie else ok(token=signed_in.token, **keys)
    response.headers["Cache-Control"] = "no-store"
    if is_cookie:
        browser.set_session_cookies(response, signed_in)
    return response
