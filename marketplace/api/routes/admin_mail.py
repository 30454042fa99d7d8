"""/api/admin/mail: undelivered mail"""

from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import schemas
from marketplace.api.dependencies import DispatcherDep, Paged
from marketplace.api.operations import Operation
from marketplace.api.responses import Listed, MessageResponse, ok, ok_page, returns
from marketplace.domain import outbox
from marketplace.domain.outbox import TroubledMail
from marketplace.i18n.texts import t

router = APIRouter(prefix="/admin/mail", tags=["admin: mail"], route_class=Operation)


class UndeliveredMailOut(schemas.Out):
    """A mail with at least one failed attempt that is not sent yet. Its text is private and left out."""

    id: str = Field(examples=[schemas.EXAMPLE_ID])
    to: str
    subject: str
    purpose: str = Field(examples=["code"])
    attempts: int
    last_error: str = Field(examples=["451 try again later"])
    given_up: bool = Field(description="whether automatic retries have stopped")
    next_try_at: schemas.Timestamp | None
    created_at: schemas.Timestamp


@router.get("", summary="List undelivered mail", responses=returns(Listed[UndeliveredMailOut], 401, 403, 422))
def list_troubled(dispatcher: DispatcherDep, window: Paged) -> JSONResponse:
    """Lists mails with a failed attempt that are not sent yet, newest first."""
    page = dispatcher.query(outbox.list_troubled, window=window)
    return ok_page(page, "data", [_mail(mail) for mail in page.items])


@router.post("/{mail_id}/retry", summary="Retry a mail", responses=returns(MessageResponse, 401, 403, 404, 422))
def retry(mail_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Sends a mail again at once, even if automatic retries have stopped."""
    dispatcher.execute(outbox.retry, mail_id)
    return ok(message=t("The email is being sent again."))


def _mail(mail: TroubledMail) -> dict[str, Any]:
    return UndeliveredMailOut.dump(mail) | ({"nextTryAt": None} if mail.given_up else {})
