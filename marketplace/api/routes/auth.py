"""/api/auth: one-time codes, passwords, sessions and the second factor"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from marketplace.api import account_schemas, browser, schemas
from marketplace.api.dependencies import DispatcherDep, OptionalAuthDep, OptionallyPaged
from marketplace.api.operations import Operation
from marketplace.api.responses import Failure, Listed, MessageResponse, Success, ok, ok_page, returns
from marketplace.domain import accounts
from marketplace.domain.accounts import messages
from marketplace.domain.paging import cut
from marketplace.i18n.texts import t

router = APIRouter(prefix="/auth", tags=["sign-in"], route_class=Operation)


class CodeRequest(schemas.Body):
    """The account to send a one-time code to."""

    email: str = Field("", examples=["asha@example.com"])
    user_type: str = Field("", examples=["user"], description="user or seller")


class CodeBody(CodeRequest):
    """A one-time code that was mailed."""

    otp: account_schemas.Code = Field("", examples=["042137"])


class ResetBody(CodeBody):
    """A new password and the mailed code."""

    new_password: str = Field("", examples=["battery staple"])


class ChangeBody(schemas.Body):
    """The current and the new password."""

    current_password: str = Field("", examples=["correct horse"])
    new_password: str = Field("", examples=["battery staple"])


class OtpBody(schemas.Body):
    """The code that was mailed to the new email."""

    otp: account_schemas.Code = Field("", examples=["042137"])


class EmailVerifiedResponse(Success):
    """The email is verified and may register."""

    verified: bool = Field(examples=[True])
    proof: str = Field(examples=[account_schemas.EXAMPLE_PROOF], description="send it as `proof` with the registration")


class VerificationFailure(Failure):
    """The body of a failed verification."""

    verified: bool | None = Field(None, examples=[False], description="false for a wrong or expired code")


class SessionOut(schemas.Out):
    """A session of the caller's account."""

    id: str = Field(examples=[schemas.EXAMPLE_ID])
    device: str = Field(examples=["Firefox on Windows"])
    address: str
    current: bool
    remember: bool
    created_at: schemas.Timestamp
    last_seen_at: schemas.Timestamp
    expires_at: schemas.Timestamp


class SessionsEndedResponse(MessageResponse):
    """The number of ended sessions."""

    ended: int = Field(examples=[2])


@router.post("/sendOtpRegister", summary="Request a registration code", responses=returns(MessageResponse, 409, 422))
def send_registration_code(body: CodeRequest, dispatcher: OptionalAuthDep) -> JSONResponse:
    """Mails a code of six digits: at most one a minute and five an hour."""
    dispatcher.execute(
        accounts.request_registration_code, body.email, kind=account_schemas.parse_user_type(body.user_type)
    )
    return ok(message=t(messages.CODE_SENT))


@router.post(
    "/verifyOtpRegister",
    summary="Verify an email with its code",
    responses=returns(EmailVerifiedResponse, 400, 422, models={400: VerificationFailure}),
)
def verify_registration_code(body: CodeBody, dispatcher: OptionalAuthDep) -> JSONResponse:
    """Verifies the email. It can be registered within 30 minutes, with `proof` or from the same network address.

    The code works once and becomes invalid after five wrong attempts.
    """
    proof = dispatcher.execute(
        accounts.verify_registration_code, body.email, body.otp, kind=account_schemas.parse_user_type(body.user_type)
    )
    return ok(verified=True, proof=proof)


@router.post("/sendOtp", summary="Request a code to reset a password", responses=returns(MessageResponse, 422))
def send_reset_code(body: CodeRequest, dispatcher: OptionalAuthDep) -> JSONResponse:
    """Mails a code if the account exists. The response is the same if it does not."""
    dispatcher.execute(accounts.request_reset_code, body.email, kind=account_schemas.parse_user_type(body.user_type))
    return ok(message=t(messages.CODE_SENT))


@router.post("/resetPass", summary="Reset the password", responses=returns(MessageResponse, 400, 422))
def reset_password(body: ResetBody, dispatcher: OptionalAuthDep) -> JSONResponse:
    """Sets a new password with a mailed code and ends the account's other sessions."""
    kind = account_schemas.parse_user_type(body.user_type)
    dispatcher.execute(accounts.reset_password, body.email, body.otp, body.new_password, kind=kind)
    return ok(message=t(messages.RESET_DONE))


@router.post("/changePass", summary="Change the password", responses=returns(MessageResponse, 400, 401, 422))
def change_password(body: ChangeBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Replaces the password and ends the account's other sessions."""
    dispatcher.execute(accounts.change_password, body.current_password, body.new_password)
    return ok(message=t(messages.PASSWORD_CHANGED))


@router.post(
    "/confirmEmail",
    summary="Confirm a new email",
    responses=returns(account_schemas.AccountChangedResponse, 400, 401, 409, 422),
)
def confirm_email(body: OtpBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Changes the account's email to the new one with the code that was mailed to it."""
    account = dispatcher.execute(accounts.confirm_email, body.otp)
    return ok(message=t(messages.EMAIL_CHANGED), data=account_schemas.AccountOut.dump(account))


@router.post("/logout", summary="Sign out", responses=returns(MessageResponse, 401, 403))
def logout(dispatcher: DispatcherDep) -> Response:
    """Ends the session and deletes the browser's session cookies."""
    dispatcher.execute(accounts.sign_out)
    response = ok(message=t(messages.SIGNED_OUT))
    browser.clear_session_cookies(response)
    return response


@router.get("/sessions", summary="List own sessions", responses=returns(Listed[SessionOut], 401, 422))
def list_sessions(dispatcher: DispatcherDep, window: OptionallyPaged) -> JSONResponse:
    """Lists the active sessions, latest used first, or a page of them with `page` and `limit`."""
    page = cut(dispatcher.query(accounts.list_sessions), window)
    return ok_page(page, "data", [SessionOut.dump(session) for session in page.items])


@router.delete("/sessions", summary="End all other sessions", responses=returns(SessionsEndedResponse, 401, 403))
def end_other_sessions(dispatcher: DispatcherDep) -> JSONResponse:
    """Ends all sessions of the account except this one."""
    ended = dispatcher.execute(accounts.end_other_sessions)
    return ok(message=t(messages.SESSIONS_ENDED), ended=ended)


@router.delete(
    "/sessions/{session_id}", summary="End a session", responses=returns(MessageResponse, 401, 403, 404, 422)
)
def end_session(session_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Ends one of the caller's own sessions."""
    dispatcher.execute(accounts.end_session, session_id)
    return ok(message=t(messages.SESSION_ENDED))
