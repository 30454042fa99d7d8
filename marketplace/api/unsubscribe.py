"""The endpoints behind the unsubscribe links of mails."""

from collections.abc import Callable
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse, RedirectResponse

from marketplace.api.dependencies import DispatcherDep
from marketplace.api.responses import MessageResponse, failures, ok, returns

Token = Annotated[str, Query(description="from the link in the email", examples=["9f2c…"])]


def add_unsubscribe_endpoints(
    router: APIRouter, path: str, *, summary: str, stop: Callable[..., object], stopped: Callable[[], str], page: str
) -> None:
    """Add POST for mail programs and GET for people, who are sent to a page with a button.

    Args:
        path: of both endpoints; the token is a query parameter.
        summary: of POST, for the API reference.
        stop: the domain function that stops the mails by their token.
        stopped: returns what POST answers.
        page: path of the page with the button.
    """

    @router.post(path, summary=summary, responses=returns(MessageResponse, 404, 422))
    def unsubscribe(dispatcher: DispatcherDep, token: Token = "") -> JSONResponse:
        """One-click unsubscribe (RFC 8058): email apps send this request. The body is ignored."""
        dispatcher.execute(stop, token)
        return ok(message=stopped())

    @router.get(
        path,
        summary="Redirect to the unsubscribe page",
        status_code=303,
        response_class=RedirectResponse,
        responses=failures(422),
    )
    def show_unsubscribe_page(token: Token = "") -> RedirectResponse:
        """Redirects a person who opens the link of the email to a page. Changes nothing (RFC 8058, section 3.2)."""
        return RedirectResponse(f"{page}?{urlencode({'token': token})}", 303)
