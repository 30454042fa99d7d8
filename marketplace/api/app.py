"""Builds the FastAPI app; its paths include the `/api` prefix."""

import importlib
import pkgutil

from fastapi import FastAPI, Request
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from marketplace import __version__
from marketplace.api import docs, errors, openapi, routes
from marketplace.api.middleware import BodyLimitMiddleware, HeadMiddleware
from marketplace.api.responses import failure
from marketplace.http import request_context
from marketplace.http.query_limit import QueryLimit
from marketplace.settings import get_settings


def make_api() -> FastAPI:
    """Build the API with the `router` of every module in `api/routes`."""
    app = FastAPI(
        title=f"{get_settings().site_name} API",
        version=__version__,
        description="Everything the website can do. Every response is JSON: `success` is true or false, and a failure has a "
        "`message` for people.",
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    errors.install(app)
    # Without this handler it would be an unexpected error.
    app.add_exception_handler(ClientDisconnect, _respond_to_nobody)
    app.add_middleware(BodyLimitMiddleware)
    app.add_middleware(QueryLimit, refuse=failure)
    app.add_middleware(HeadMiddleware)
    for module in sorted(info.name for info in pkgutil.iter_modules(routes.__path__)):
        app.include_router(importlib.import_module(f"{routes.__name__}.{module}").router, prefix="/api")
    openapi.install(app)
    docs.install(app)
    return app


async def _respond_to_nobody(_request: Request, _error: Exception) -> Response:
    return Response(status_code=request_context.ABORTED)
