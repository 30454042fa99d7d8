"""The whole site, for tests of what no single layer of it can promise."""

import pytest
from reflex.environment import environment
from starlette.types import ASGIApp

from marketplace.marketplace import app


@pytest.fixture(scope="session")
def site() -> ASGIApp:
    """The site as the server runs it, without compiled pages."""
    environment.REFLEX_SKIP_COMPILE.set(True)
    try:
        return app()
    finally:
        environment.REFLEX_SKIP_COMPILE.set(None)
