"""Completes FastAPI's OpenAPI document with security schemes and the failures common to all operations."""

from typing import Any

from fastapi import FastAPI
from fastapi.routing import RouteContext, iter_route_contexts

from marketplace.api.dependencies import IDEMPOTENCY_KEY, SAFE
from marketplace.api.operations import is_session_required, session_dependencies
from marketplace.api.responses import failure_response
from marketplace.http import cookies

_PARAMETER_FAILURES = (422,)
_BODY_FAILURES = (400, 408, 413, 415, 422)
# 401 for an expired session, on any method; 403 for a cookie without the XSRF header, on unsafe methods.
_SESSION_FAILURES, _UNSAFE_SESSION_FAILURES = (401,), (401, 403)
_FASTAPI_ONLY = ("HTTPValidationError", "ValidationError")
_SCHEMES = {
    "bearer": {
        "type": "http",
        "scheme": "bearer",
        "description": "The `token` in the response of a login.",
    },
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "description": "The session of a browser, set by a login with `cookie`: true.",
    },
    "xsrf": {
        "type": "apiKey",
        "in": "header",
        "name": cookies.XSRF_HEADER,
        "description": f"The value of the cookie `{cookies.XSRF}`; required with the session cookie on POST, PUT and DELETE.",
    },
}


def install(app: FastAPI) -> None:
    """Complete the app's OpenAPI document when it is first read."""
    declared = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            _complete(declared(), _by_operation(app))
        return declared()

    app.openapi = openapi


def _complete(document: dict[str, Any], routes: dict[tuple[str, str], RouteContext]) -> None:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            implied = (
                _BODY_FAILURES
                if "requestBody" in operation
                else _PARAMETER_FAILURES
                if "parameters" in operation
                else ()
            )
            if any(each["name"] == IDEMPOTENCY_KEY for each in operation.get("parameters", ())):
                implied = (*implied, 409)
            route = routes[path, method.upper()]
            if session_dependencies(route):
                is_safe = method.upper() in SAFE
                operation["security"] = _security(is_safe=is_safe, is_required=is_session_required(route))
                implied = (*implied, *(_SESSION_FAILURES if is_safe else _UNSAFE_SESSION_FAILURES))
            for status in implied:
                # FastAPI declares its own 422 schema, which this API never returns.
                if "Failure" not in str(operation["responses"].get(str(status))):
                    operation["responses"][str(status)] = failure_response(status)
            operation["responses"] = dict(sorted(operation["responses"].items()))
    for name in _FASTAPI_ONLY:
        document["components"]["schemas"].pop(name, None)
    # Computed late: the cookie name depends on the settings.
    cookie = {**_SCHEMES["cookie"], "name": cookies.session_name()}
    document["components"]["securitySchemes"] = _SCHEMES | {"cookie": cookie}


def _security(*, is_safe: bool, is_required: bool) -> list[dict[str, list[str]]]:
    """Return the security requirement: a bearer token or a session cookie; `{}` makes it optional."""
    cookie: dict[str, list[str]] = {"cookie": []} if is_safe else {"cookie": [], "xsrf": []}
    return [{"bearer": []}, cookie, *([] if is_required else [{}])]


def _by_operation(app: FastAPI) -> dict[tuple[str, str], RouteContext]:
    """Return the routes by path and method."""
    return {
        (str(route.path_format), method): route
        for route in iter_route_contexts(app.routes)
        for method in route.methods or ()
    }
