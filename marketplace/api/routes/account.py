"""/api/auth/account: one's own data, taken along or deleted"""

from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import browser, wire
from marketplace.api.answers import Success, Told, failures, ok
from marketplace.api.deps import TheDoor
from marketplace.domain import accounts
from marketplace.domain.accounts import messages
from marketplace.texts import t

router = APIRouter(prefix="/auth/account", tags=["accounts"])


class PasswordBody(wire.Body):
    """The account's password, asked again."""

    password: str = Field("", examples=["correct horse"])


class ArchiveOut(Success):
    """All that is kept about the caller."""

    data: dict[str, Any]


@router.post(
    "/export", summary="Download own data", responses={200: {"model": ArchiveOut}} | failures(400, 401, 403, 422)
)
def export(body: PasswordBody, door: TheDoor) -> JSONResponse:
    """All that the site keeps about the account, as a JSON file."""
    answer = ok(data=door.do(accounts.export_archive, body.password))
    answer.headers["Content-Disposition"] = 'attachment; filename="my-account.json"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


@router.post("/delete", summary="Delete the account", responses={200: {"model": Told}} | failures(400, 401, 403, 422))
def delete(body: PasswordBody, door: TheDoor) -> JSONResponse:
    """Its ads go; messages it sent stay with the other party, without a name."""
    door.do(accounts.delete_account, body.password)
    answer = ok(message=t(messages.ACCOUNT_DELETED))
    browser.forget(answer)
    return answer
