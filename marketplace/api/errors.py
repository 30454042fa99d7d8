"""Turns every failure under /api into the contract's envelope."""

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.routing import Match

from marketplace.api import browser
from marketplace.api.answers import failure
from marketplace.api.heads import as_asked
from marketplace.errors import Invalid, MarketplaceError, RuleBroken, UnsupportedMedia
from marketplace.texts import t

log = structlog.get_logger()


def _of_http(error: HTTPException) -> MarketplaceError:
    sentences = {
        408: t("The request took too long to arrive."),
        404: t("There is nothing at this address."),
        405: t("That method is not allowed here."),
        413: t("That is too large."),
        415: t("The body must be JSON."),
    }
    made = MarketplaceError(sentences.get(error.status_code, t("That request can't be carried out.")))
    made.status = error.status_code
    return made


def _of_validation(error: RequestValidationError) -> MarketplaceError:
    problems = []
    for item in error.errors():
        if item["type"] == "json_invalid":
            return RuleBroken(t("The body is not valid JSON."))
        place = [str(part) for part in item["loc"] if part not in ("body", "query", "path", "header")]
        message = str(item["msg"]).removeprefix("Value error, ")
        problems.append({"field": ".".join(place), "message": message})
    first = problems[0] if problems else {"field": "", "message": ""}
    sentence = f"{first['field']}: {first['message']}" if first["field"] else t("The body is missing.")
    return Invalid(sentence, errors=problems)


def _allowed(app: FastAPI, request: Request) -> list[str]:
    """The methods of the path. The framework names those of one operation only."""
    return [
        method
        for method in ("GET", "HEAD", "POST", "PUT", "DELETE")
        if any(route.matches({**request.scope, "method": as_asked(method)})[0] is Match.FULL for route in app.routes)
    ]


def install(app: FastAPI) -> None:
    """Register the handlers."""

    @app.exception_handler(MarketplaceError)
    def _expected(_request: Request, error: MarketplaceError) -> JSONResponse:
        answer = failure(error)
        browser.mend(answer, error)
        return answer

    @app.exception_handler(RequestValidationError)
    def _fields(_request: Request, error: RequestValidationError) -> JSONResponse:
        # A body that does not call itself JSON is left as it came.
        unread = isinstance(error.body, bytes) and error.body != b""
        return failure(UnsupportedMedia(t("The body must be JSON.")) if unread else _of_validation(error))

    @app.exception_handler(HTTPException)
    def _http(request: Request, error: HTTPException) -> JSONResponse:
        answer = failure(_of_http(error))
        answer.headers.update(error.headers or {})
        if error.status_code == 405:
            answer.headers["Allow"] = ", ".join(_allowed(app, request))
        return answer

    @app.exception_handler(Exception)
    def _crash(request: Request, error: Exception) -> JSONResponse:
        log.error("request_failed", path=request.url.path, method=request.method, exc_info=error)
        broken = MarketplaceError(t("Something went wrong on our side. Please try again."))
        broken.status = 500
        return failure(broken)
