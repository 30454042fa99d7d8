"""/api/auth/account: data export and account deletion"""

from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import account_schemas, browser, schemas
from marketplace.api.dependencies import DispatcherDep
from marketplace.api.operations import Operation
from marketplace.api.responses import MessageResponse, Success, ok, returns
from marketplace.domain import personal_data
from marketplace.domain.accounts import messages
from marketplace.i18n.texts import t

router = APIRouter(prefix="/auth/account", tags=["accounts"], route_class=Operation)


class ArchiveResponse(Success):
    """Everything stored about the caller."""

    data: dict[str, str | list[dict[str, Any]]] = Field(
        description="`exported_at`, and the caller's rows by table, without secrets",
        examples=[{"exported_at": "2026-12-04T10:00:00.000Z", "wishlist": [{"id": schemas.EXAMPLE_ID}]}],
    )


@router.post("/export", summary="Download own data", responses=returns(ArchiveResponse, 400, 401, 403, 422))
def export(body: account_schemas.PasswordBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Returns everything stored about the account as a JSON file."""
    response = ok(data=dispatcher.execute(personal_data.export_archive, body.password))
    response.headers["Content-Disposition"] = 'attachment; filename="my-account.json"'
    response.headers["Cache-Control"] = "no-store"
    return response


@router.post("/delete", summary="Delete the account", responses=returns(MessageResponse, 400, 401, 403, 422))
def delete(body: account_schemas.PasswordBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Deletes the account and its ads. Messages it sent stay visible to the other party, without the sender's name."""
    dispatcher.execute(personal_data.delete_account, body.password)
    response = ok(message=t(messages.ACCOUNT_DELETED))
    browser.clear_session_cookies(response)
    return response
