"""/api/auth: one-time codes, passwords, sessions and the second factor"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from marketplace.api import browser, people, wire
from marketplace.api.answers import Listed, Success, Told, failures, ok, ok_page
from marketplace.api.deps import OptionallyPaged, TheDoor, TheWayIn
from marketplace.domain import accounts
from marketplace.domain.accounts import SessionView, messages
from marketplace.domain.paging import cut
from marketplace.texts import t

router = APIRouter(prefix="/auth", tags=["sign-in"])


class CodeRequest(wire.Body):
    """Where a one-time code is to go."""

    email: str = Field("", examples=["asha@example.com"])
    user_type: str = Field("", examples=["user"], description="user or seller")


class CodeBody(CodeRequest):
    """A one-time code as it was mailed."""

    otp: people.Code = Field("", examples=["042137"])


class ResetBody(CodeBody):
    """A new password, with the code that allows it."""

    new_password: str = Field("", examples=["battery staple"])


class ChangeBody(wire.Body):
    """A new password in place of the current one."""

    current_password: str = Field("", examples=["correct horse"])
    new_password: str = Field("", examples=["battery staple"])


class OtpBody(wire.Body):
    """The code that was mailed to a new email."""

    otp: people.Code = Field("", examples=["042137"])


class Verified(Success):
    """The email may register now."""

    verified: bool = True


class SessionOut(wire.Out):
    """A sign-in of the caller's."""

    id: str = Field(examples=[wire.EXAMPLE_ID])
    device: str = Field(examples=["Firefox on Windows"])
    address: str
    current: bool
    remember: bool
    created_at: str
    last_seen_at: str
    expires_at: str


class SessionsOut(Listed):
    """The caller's sign-ins."""

    data: list[SessionOut]


@router.post(
    "/sendOtpRegister",
    summary="Ask for a code to register with",
    responses={200: {"model": Told}} | failures(409, 422),
)
def send_registration_code(body: CodeRequest, door: TheWayIn) -> JSONResponse:
    """Mails a code of six digits; at most one a minute and five an hour."""
    door.do(accounts.request_registration_code, body.email, kind=people.kind_of(body.user_type))
    return ok(message=t(messages.CODE_SENT))


@router.post(
    "/verifyOtpRegister",
    summary="Prove an email with its code",
    responses={200: {"model": Verified}} | failures(400, 422),
)
def verify_registration_code(body: CodeBody, door: TheWayIn) -> JSONResponse:
    """Uses the code up; the email may register for 30 minutes. Five wrong tries burn the code."""
    door.do(accounts.verify_registration_code, body.email, body.otp, kind=people.kind_of(body.user_type))
    return ok(verified=True)


@router.post("/sendOtp", summary="Ask for a code to reset a password", responses={200: {"model": Told}} | failures(422))
def send_reset_code(body: CodeRequest, door: TheWayIn) -> JSONResponse:
    """Mails a code where the account exists, and answers the same where it does not."""
    door.do(accounts.request_reset_code, body.email, kind=people.kind_of(body.user_type))
    return ok(message=t(messages.CODE_SENT))


@router.post("/resetPass", summary="Set a new password", responses={200: {"model": Told}} | failures(400, 422))
def reset_password(body: ResetBody, door: TheWayIn) -> JSONResponse:
    """Sets the password with a mailed code and ends the account's other sessions."""
    kind = people.kind_of(body.user_type)
    door.do(accounts.reset_password, body.email, body.otp, body.new_password, kind=kind)
    return ok(message=t(messages.RESET_DONE))


@router.post("/changePass", summary="Change the password", responses={200: {"model": Told}} | failures(400, 401, 422))
def change_password(body: ChangeBody, door: TheDoor) -> JSONResponse:
    """Sets a new password in place of the current one and ends the account's other sessions."""
    door.do(accounts.change_password, body.current_password, body.new_password)
    return ok(message=t(messages.PASSWORD_CHANGED))


@router.post(
    "/confirmEmail",
    summary="Confirm a new email",
    responses={200: {"model": people.AccountAnswer}} | failures(400, 401, 409, 422),
)
def confirm_email(body: OtpBody, door: TheDoor) -> JSONResponse:
    """Moves the account to the new email, with the code that was mailed there."""
    account = door.do(accounts.confirm_email, body.otp)
    return ok(message=t(messages.EMAIL_CHANGED), data=people.own(account))


@router.post("/logout", summary="End this session", responses={200: {"model": Told}} | failures(401, 403))
def logout(door: TheDoor) -> Response:
    """Ends the session of the token, and clears a browser's cookies."""
    door.do(accounts.sign_out)
    answer = ok(message=t(messages.SIGNED_OUT))
    browser.forget(answer)
    return answer


@router.get("/sessions", summary="Own sessions", responses={200: {"model": SessionsOut}} | failures(401, 422))
def list_sessions(door: TheDoor, window: OptionallyPaged) -> JSONResponse:
    """All sign-ins that run, the latest used first; `page` and `limit` cut them into pages."""
    page = cut(door.ask(accounts.list_sessions), window)
    return ok_page(page, "data", [_session(session) for session in page.items])


@router.delete("/sessions", summary="End all other sessions", responses={200: {"model": Told}} | failures(401, 403))
def end_other_sessions(door: TheDoor) -> JSONResponse:
    """Signs the account out everywhere else."""
    ended = door.do(accounts.end_other_sessions)
    return ok(message=t(messages.SESSIONS_ENDED), ended=ended)


@router.delete(
    "/sessions/{session_id}", summary="End one session", responses={200: {"model": Told}} | failures(401, 403, 404, 422)
)
def end_session(session_id: str, door: TheDoor) -> JSONResponse:
    """Ends one of the caller's own sessions."""
    door.do(accounts.end_session, session_id)
    return ok(message=t(messages.SESSION_ENDED))


def _session(session: SessionView) -> dict[str, object]:
    return {
        "_id": session.id,
        "device": session.device,
        "address": session.address,
        "current": session.current,
        "remember": session.remember,
        "createdAt": wire.moment(session.created_at),
        "lastSeenAt": wire.moment(session.last_seen_at),
        "expiresAt": wire.moment(session.expires_at),
    }
