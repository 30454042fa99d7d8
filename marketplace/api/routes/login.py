"""/api/user/login, /api/seller/login, /api/admin/login"""

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import browser, people, wire
from marketplace.api.answers import Told, failures, ok
from marketplace.api.deps import Door, TheSignIn
from marketplace.domain import accounts
from marketplace.domain.accounts import messages
from marketplace.models import AccountKind
from marketplace.texts import t

router = APIRouter(tags=["sign-in"])


class LoginBody(wire.Body):
    """Who signs in."""

    email: str = Field("", examples=["asha@example.com"])
    password: str = Field("", examples=["correct horse"])
    remember: bool = Field(False, description="30 days instead of 12 hours")
    code: people.Code = Field("", description="of the second factor, where there is one; a recovery code will do")
    cookie: bool = Field(False, description="for browsers: the session comes as an HttpOnly cookie, not as `token`")


class LoginOut(Told):
    """A session; the account's id is named by its kind."""

    token: str | None = Field(None, description="not there when the session is a cookie")
    username: str = Field(examples=["asha"])
    type: str = Field(examples=["user"])
    userId: str | None = None
    sellerId: str | None = None
    adminId: str | None = None
    expiresAt: str = ""


_RESPONSES = {200: {"model": LoginOut}} | failures(401, 403, 415, 422)


@router.post("/user/login", summary="Sign in as a user", responses=_RESPONSES)
def user_login(body: LoginBody, request: Request, door: TheSignIn) -> JSONResponse:
    """Wrong email and wrong password answer alike."""
    return _login(body, request, door, AccountKind.BUYER)


@router.post("/seller/login", summary="Sign in as a seller", responses=_RESPONSES)
def seller_login(body: LoginBody, request: Request, door: TheSignIn) -> JSONResponse:
    """Wrong email and wrong password answer alike."""
    return _login(body, request, door, AccountKind.SELLER)


@router.post("/admin/login", summary="Sign in as an administrator", responses=_RESPONSES)
def admin_login(body: LoginBody, request: Request, door: TheSignIn) -> JSONResponse:
    """Administrators have a second factor where the site is public."""
    return _login(body, request, door, AccountKind.ADMIN)


def _login(body: LoginBody, request: Request, door: Door, kind: AccountKind) -> JSONResponse:
    signed_in = door.do(
        accounts.sign_in,
        body.email,
        body.password,
        kind=kind,
        remember=body.remember,
        device=browser.device_of(request) if body.cookie else "",
        code=body.code,
        replace=body.cookie,
    )
    name = wire.KIND_NAMES[kind]
    keys = {
        "message": t(messages.SIGNED_IN),
        "username": signed_in.account.username,
        f"{name}Id": signed_in.account.id,
        "type": name,
        "expiresAt": wire.moment(signed_in.expires_at),
    }
    answer = ok(**keys) if body.cookie else ok(token=signed_in.token, **keys)
    answer.headers["Cache-Control"] = "no-store"
    if body.cookie:
        browser.keep(answer, signed_in)
    return answer
