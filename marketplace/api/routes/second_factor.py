"""/api/auth/secondFactor: an authenticator app beside the password"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import wire
from marketplace.api.answers import Success, Told, failures, ok
from marketplace.api.deps import TheDoor
from marketplace.api.people import Code
from marketplace.domain import accounts
from marketplace.texts import t

router = APIRouter(prefix="/auth/secondFactor", tags=["sign-in"])


class PasswordBody(wire.Body):
    """The account's password, asked again."""

    password: str = Field("", examples=["correct horse"])


class FactorBody(PasswordBody):
    """A code of the authenticator app, or a recovery code."""

    code: Code = Field("", examples=["492039"])


class SetupOut(Success):
    """What an authenticator app needs; it counts once a first code is confirmed."""

    secret: str
    uri: str = Field(examples=["otpauth://totp/..."])
    picture: str = Field(description="the QR code as an SVG document")


class RecoveryOut(Told):
    """Stand-ins for a lost app, each good once, shown this once only."""

    recoveryCodes: list[str]


@router.post(
    "/enable", summary="Begin a second factor", responses={200: {"model": SetupOut}} | failures(400, 401, 409, 422)
)
def enable(body: PasswordBody, door: TheDoor) -> JSONResponse:
    """Makes a new secret for the authenticator app."""
    setup = door.do(accounts.start_second_factor, body.password)
    return ok(secret=setup.secret, uri=setup.uri, picture=setup.picture)


@router.post(
    "/confirm",
    summary="Turn the second factor on",
    responses={200: {"model": RecoveryOut}} | failures(400, 401, 409, 422),
)
def confirm(body: FactorBody, door: TheDoor) -> JSONResponse:
    """Needs a first code of the app; answers the recovery codes."""
    codes = door.do(accounts.confirm_second_factor, body.code)
    return ok(message=t("Your second factor is on. Keep the recovery codes in a safe place."), recoveryCodes=codes)


@router.post(
    "/disable", summary="Turn the second factor off", responses={200: {"model": Told}} | failures(400, 401, 422)
)
def disable(body: FactorBody, door: TheDoor) -> JSONResponse:
    """Needs the password and a code."""
    door.do(accounts.disable_second_factor, body.password, body.code)
    return ok(message=t("Your second factor is off."))
