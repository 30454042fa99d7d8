"""/api/auth/secondFactor: two-factor authentication with an authenticator app"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api.account_schemas import Code, PasswordBody
from marketplace.api.dependencies import DispatcherDep
from marketplace.api.operations import Operation
from marketplace.api.responses import MessageResponse, Success, ok, returns
from marketplace.domain import accounts
from marketplace.i18n.texts import t

router = APIRouter(prefix="/auth/secondFactor", tags=["sign-in"], route_class=Operation)


class FactorBody(PasswordBody):
    """The password, and a code of the authenticator app or a recovery code."""

    code: Code = Field("", examples=["492039"])


class SecondFactorSetupResponse(Success):
    """The data for an authenticator app. The second factor is off until a first code is confirmed."""

    secret: str
    uri: str = Field(examples=["otpauth://totp/..."])
    picture: str = Field(description="the QR code as an SVG document")


class RecoveryCodesResponse(MessageResponse):
    """Recovery codes to sign in without the app. Each works once; they are not shown again."""

    recovery_codes: list[str]


@router.post(
    "/enable", summary="Set up a second factor", responses=returns(SecondFactorSetupResponse, 400, 401, 409, 422)
)
def enable(body: PasswordBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Creates a new secret for an authenticator app. The second factor is off until `confirm`."""
    setup = dispatcher.execute(accounts.start_second_factor, body.password)
    return ok(secret=setup.secret, uri=setup.uri, picture=setup.picture)


@router.post(
    "/confirm", summary="Turn the second factor on", responses=returns(RecoveryCodesResponse, 400, 401, 409, 422)
)
def confirm(body: FactorBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Turns the second factor on with a first code of the app. Returns recovery codes."""
    codes = dispatcher.execute(accounts.confirm_second_factor, body.code)
    return ok(message=t("Two-step sign-in is on. Keep the recovery codes in a safe place."), recoveryCodes=codes)


@router.post("/disable", summary="Turn the second factor off", responses=returns(MessageResponse, 400, 401, 422))
def disable(body: FactorBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Turns the second factor off with the password and a code."""
    dispatcher.execute(accounts.disable_second_factor, body.password, body.code)
    return ok(message=t("Your second factor is off."))
