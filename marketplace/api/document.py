"""The OpenAPI document: what the operations declare, and what follows from taking parameters, a body or a session."""

from collections.abc import Iterable, Iterator
from typing import Any

from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import iter_route_contexts

from marketplace import cookies
from marketplace.api.answers import described
from marketplace.api.deps import DOORS, SAFE, WAYS_IN

_OF_PARAMETERS = (422,)
_OF_BODIES = (400, 408, 413, 415, 422)
# A session that has ended is refused wherever it is sent; a browser's without its header, where something may change.
_OF_SESSIONS, _OF_UNSAFE_SESSIONS = (401,), (401, 403)
_FASTAPI_ONLY = ("HTTPValidationError", "ValidationError")
_SCHEMES = {
    "bearer": {
        "type": "http",
        "scheme": "bearer",
        "description": "The `token` that a login answers.",
    },
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": cookies.SESSION,
        "description": "The same session in a browser, which a login with `cookie` set gives it.",
    },
    "xsrf": {
        "type": "apiKey",
        "in": "header",
        "name": cookies.XSRF_HEADER,
        "description": f"Equal to the cookie `{cookies.XSRF}`; goes with the session's cookie where something may change.",
    },
}


def install(app: FastAPI) -> None:
    """Complete the app's document; it is made once, when first asked for."""
    declared = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            _complete(declared(), _doors(app))
        return declared()

    app.openapi = openapi


def _complete(document: dict[str, Any], doors: dict[tuple[str, str], frozenset[Any]]) -> None:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            follows = _OF_BODIES if "requestBody" in operation else _OF_PARAMETERS if "parameters" in operation else ()
            if through := doors[path, method.upper()]:
                is_safe = method.upper() in SAFE
                is_needed = "401" in operation["responses"] and not through & WAYS_IN
                operation["security"] = _security(is_safe=is_safe, is_needed=is_needed)
                follows = (*follows, *(_OF_SESSIONS if is_safe else _OF_UNSAFE_SESSIONS))
            for status in follows:
                # FastAPI's own 422 has another shape than ours.
                if "Failure" not in str(operation["responses"].get(str(status))):
                    operation["responses"][str(status)] = described(status)
            operation["responses"] = dict(sorted(operation["responses"].items()))
    for name in _FASTAPI_ONLY:
        document["components"]["schemas"].pop(name, None)
    document["components"]["securitySchemes"] = _SCHEMES


def _security(*, is_safe: bool, is_needed: bool) -> list[dict[str, list[str]]]:
    """Either of the ways to send a session; or none, where it is taken and not needed."""
    cookie: dict[str, list[str]] = {"cookie": []} if is_safe else {"cookie": [], "xsrf": []}
    return [{"bearer": []}, cookie, *([] if is_needed else [{}])]


def _doors(app: FastAPI) -> dict[tuple[str, str], frozenset[Any]]:
    """Through which doors an operation, by its path and method, looks who calls."""
    return {
        (str(route.path_format), method): DOORS & {each.call for each in _all(route.dependant.dependencies)}
        for route in iter_route_contexts(app.routes)
        for method in route.methods or ()
    }


def _all(dependants: Iterable[Dependant]) -> Iterator[Dependant]:
    for each in dependants:
        yield each
        yield from _all(each.dependencies)
