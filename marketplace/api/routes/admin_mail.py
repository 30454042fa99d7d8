"""/api/admin/mail: what could not be delivered"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import wire
from marketplace.api.answers import Success, Told, failures, ok, ok_page
from marketplace.api.deps import Paged, TheDoor
from marketplace.domain import outbox
from marketplace.texts import t

router = APIRouter(prefix="/admin/mail", tags=["admin: mail"])


class TroubledMailOut(wire.Out):
    """A mail that failed at least once and is not sent; its text is nobody's but the receiver's."""

    id: str = Field(examples=[wire.EXAMPLE_ID])
    to: str
    subject: str
    purpose: str = Field(examples=["code"])
    attempts: int
    last_error: str = Field(examples=["451 try again later"])
    given_up: bool
    next_try_at: str | None
    created_at: str


class TroubledMailsOut(Success):
    """A page of them."""

    data: list[TroubledMailOut]
    total: int
    totalPages: int
    page: int


@router.get("", summary="Undelivered mail", responses={200: {"model": TroubledMailsOut}} | failures(401, 403, 422))
def list_troubled(door: TheDoor, window: Paged) -> JSONResponse:
    """Mails that failed and are not sent, newest first."""
    page = door.ask(outbox.list_troubled, window=window)
    return ok_page(
        page,
        "data",
        [
            {
                "_id": mail.id,
                "to": mail.to,
                "subject": mail.subject,
                "purpose": mail.purpose,
                "attempts": mail.attempts,
                "lastError": mail.last_error,
                "givenUp": mail.given_up,
                "nextTryAt": None if mail.given_up else wire.moment(mail.next_try_at),
                "createdAt": wire.moment(mail.created_at),
            }
            for mail in page.items
        ],
    )


@router.post(
    "/{mail_id}/retry", summary="Try a mail again", responses={200: {"model": Told}} | failures(401, 403, 404, 422)
)
def retry(mail_id: str, door: TheDoor) -> JSONResponse:
    """Tries it at once, given up or not."""
    door.do(outbox.retry, mail_id)
    return ok(message=t("The mail is being sent again."))
