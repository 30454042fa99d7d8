"""Exception handlers: every error under /api becomes a failure envelope."""

from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.routing import Match

from marketplace.api import browser
from marketplace.api.middleware import route_method
from marketplace.api.responses import failure
from marketplace.core.errors import Invalid, MarketplaceError, RuleBroken, UnsupportedMedia
from marketplace.i18n.texts import t

ERRORS_MAX = 20
log = structlog.get_logger()


def _from_http_exception(error: HTTPException) -> MarketplaceError:
    messages = {
        408: t("The request took too long to arrive."),
        404: t("There is nothing at this address."),
        405: t("That method is not allowed here."),
        413: t("The request is too large."),
        415: t("The body must be JSON."),
    }
    converted = MarketplaceError(messages.get(error.status_code, t("The request can't be processed.")))
    converted.status = error.status_code
    return converted


def _from_validation_error(error: RequestValidationError) -> MarketplaceError:
    found: dict[str, set[str]] = {}
    for item in error.errors():
        if item["type"] == "json_invalid":
            return RuleBroken(t("The body is not valid JSON."))
        found.setdefault(_field(item, error.body), set()).add(_sentence(item))
    # A value that fits none of several types has an error for each of them.
    problems = [
        {"field": field, "message": min(messages) if len(messages) == 1 else t("This value has the wrong type.")}
        for field, messages in list(found.items())[:ERRORS_MAX]
    ]
    first = problems[0] if problems else {"field": "", "message": t("The body is missing.")}
    summary = f"{first['field']}: {first['message']}" if first["field"] else first["message"]
    return Invalid(summary, errors=problems)


def _field(item: dict[str, Any], body: Any) -> str:
    """Return the path of the invalid value. Pydantic adds the types of a union to it; they are left out."""
    source, *location = item["loc"]
    if source != "body":
        return ".".join(map(str, location))
    path, value = [], body
    for part in location:
        if isinstance(value, dict) and (part in value or item["type"] == "missing"):
            path.append(part)
            value = value.get(part)
        elif isinstance(value, list) and isinstance(part, int):
            path.append(part)
            value = value[part]
    return ".".join(map(str, path))


def _sentence(item: dict[str, Any]) -> str:
    """Return a sentence for an error of pydantic, whose own messages are written for developers."""
    is_body, context = item["loc"] == ("body",), item.get("ctx", {})
    match item["type"].split("_"):
        case ["value", "error"]:
            return str(context["error"])
        case ["missing"]:
            return t("The body is missing.") if is_body else t("This is required.")
        case ["string", "too", "long"]:
            return t("At most {most} characters.", most=context["max_length"])
        case ["too", "long"]:
            return t("At most {most} items.", most=context["max_length"])
        case ["too", "short"]:
            return t("At least {least} items.", least=context["min_length"])
        case ["model" | "dict", *_]:
            return t("The body must be a JSON object.") if is_body else t("This must be an object.")
        case ["string", *_]:
            return t("This must be text.")
        case ["int", *_]:
            return t("This must be a whole number.")
        case ["float" | "finite", *_]:
            return t("This must be a number.")
        case ["bool", *_]:
            return t("This must be true or false.")
        case ["list", *_]:
            return t("This must be a list.")
    return t("This value is not accepted.")


def _allowed_methods(app: FastAPI, request: Request) -> list[str]:
    """Return all methods of the path; Starlette's Allow header names those of one route only."""
    return [
        method
        for method in ("GET", "HEAD", "POST", "PUT", "DELETE")
        if any(
            route.matches({**request.scope, "method": route_method(method)})[0] is Match.FULL for route in app.routes
        )
    ]


def install(app: FastAPI) -> None:
    """Register the exception handlers."""

    @app.exception_handler(MarketplaceError)
    def _marketplace_error(_request: Request, error: MarketplaceError) -> JSONResponse:
        response = failure(error)
        browser.restore_xsrf_cookie(response, error)
        return response

    @app.exception_handler(RequestValidationError)
    def _validation_error(_request: Request, error: RequestValidationError) -> JSONResponse:
        # FastAPI leaves a body without a JSON content type undecoded.
        not_json = isinstance(error.body, bytes) and error.body != b""
        return failure(UnsupportedMedia(t("The body must be JSON.")) if not_json else _from_validation_error(error))

    @app.exception_handler(HTTPException)
    def _http_exception(request: Request, error: HTTPException) -> JSONResponse:
        response = failure(_from_http_exception(error))
        response.headers.update(error.headers or {})
        if error.status_code == 405:
            response.headers["Allow"] = ", ".join(_allowed_methods(app, request))
        return response

    @app.exception_handler(Exception)
    def _unhandled(request: Request, error: Exception) -> JSONResponse:
        log.error("request_failed", path=request.url.path, method=request.method, exc_info=error)
        internal = MarketplaceError(t("Something went wrong on our side. Please try again."))
        internal.status = 500
        return failure(internal)
