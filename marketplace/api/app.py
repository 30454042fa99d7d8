"""The API as one ASGI app; paths carry the `/api` prefix themselves."""

import importlib
import pkgutil

from fastapi import Depends, FastAPI

from marketplace import __version__
from marketplace.api import docs, document, errors, routes
from marketplace.api.deps import keep_admin_closed
from marketplace.api.heads import Heads
from marketplace.api.limits import BodyLimit
from marketplace.settings import get_settings


def make_api() -> FastAPI:
    """The API with every router in `api/routes` (each module's `router`)."""
    app = FastAPI(
        title=f"{get_settings().site_name} API",
        version=__version__,
        description="Everything the pages can do. Success and failure come in the same envelope, always JSON.",
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        dependencies=[Depends(keep_admin_closed)],
    )
    errors.install(app)
    app.add_middleware(BodyLimit)
    app.add_middleware(Heads)
    for module in sorted(found.name for found in pkgutil.iter_modules(routes.__path__)):
        app.include_router(importlib.import_module(f"{routes.__name__}.{module}").router, prefix="/api")
    document.install(app)
    docs.install(app)
    return app
