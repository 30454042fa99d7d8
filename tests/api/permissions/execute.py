"""Executes the call of a row as one of the callers."""

from datetime import timedelta

from httpx import Response
from sqlmodel import Session

from marketplace.api import browser
from marketplace.core import clock
from marketplace.http import cookies
from marketplace.integrations import limits
from tests import factories
from tests.api.permissions.row import COLUMNS, Row
from tests.api.permissions.world import World
from tests.client import TestClient


def headers_of(world: World, row: Row, caller: str) -> dict[str, str]:
    """Return the credentials of the caller."""
    if caller == "anonymous":
        return {}
    if caller == "suspended":
        headers = factories.bearer(world.db, world.me)
        world.suspend(world.me)
        # Suspension ends sessions; a session created at the same moment must be useless too.
        return headers if row.method == "GET" else factories.bearer(world.db, world.me)
    if caller == "expired":
        return factories.bearer(world.db, world.me, expires_at=clock.now() - timedelta(seconds=1))
    headers = factories.bearer(world.db, world.me)
    if caller == "cookie":
        token = headers["Authorization"].removeprefix("Bearer ")
        return {"Cookie": f"{cookies.SESSION}={token}; {cookies.XSRF}={browser.xsrf_token(token)}"}
    return headers


def answer_to(client: TestClient, db: Session, row: Row, caller: str, world: World | None = None) -> Response:
    """Execute the row's call as the caller, with new test objects unless a world is given."""
    limits.reset_all()
    client.cookies.clear()
    who = caller if caller in (*COLUMNS[1:], "moderator") else row.subject
    world = world or World(db, who)
    world.me = getattr(world, who)
    call = row.make(world)
    headers = headers_of(world, row, caller)
    limits.reset_all()
    return client.request(row.method, row.template.format(**call.path), headers=headers, **call.send)
