"""Every operation times every kind of caller: allowed exactly where the contract says, denied everywhere else."""

from collections import Counter
from datetime import timedelta

import pytest
from fastapi.testclient import TestClient
from sqlmodel import Session

from marketplace import clock, cookies
from marketplace.integrations import limits
from tests import factories
from tests.api.permissions import CALLERS, ROWS, Row, World

METHODS = ("get", "put", "post", "delete", "patch", "head", "options")


def headers_of(world: World, row: Row, caller: str) -> dict[str, str]:
    """What the caller shows of itself."""
    if caller == "anonymous":
        return {}
    if caller == "suspended":
        headers = factories.bearer(world.db, world.me)
        world.suspend(world.me)
        # An admin's suspension ends sessions; one begun at that very moment must be as useless.
        return headers if row.method == "GET" else factories.bearer(world.db, world.me)
    if caller == "expired":
        return factories.bearer(world.db, world.me, expires_at=clock.now() - timedelta(seconds=1))
    headers = factories.bearer(world.db, world.me)
    if caller == "cookie":
        token = headers["Authorization"].removeprefix("Bearer ")
        return {"Cookie": f"{cookies.SESSION}={token}; {cookies.XSRF}=of-this-browser"}
    return headers


def answer_to(client: TestClient, db: Session, row: Row, caller: str):
    """The row's call, made by the caller in a world of its own."""
    limits.forget_all()
    client.cookies.clear()
    named = caller in ("anonymous", "suspended", "expired", "cookie")
    world = World(db, row.subject if named else caller)
    call = row.make(world)
    headers = headers_of(world, row, caller)
    limits.forget_all()
    return client.request(row.method, row.template.format(**call.path), headers=headers, **call.send)


def test_every_operation_has_a_row_and_every_row_an_operation(api_app):
    paths = api_app.openapi()["paths"]
    operations = {f"{method.upper()} {path}" for path, of in paths.items() for method in METHODS if method in of}
    assert operations == {row.operation for row in ROWS}


def test_no_row_stands_twice():
    assert [name for name, count in Counter(str(row) for row in ROWS).items() if count > 1] == []


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_who_may_call(client: TestClient, db: Session, row: Row):
    found = {}
    for caller in CALLERS:
        answer = answer_to(client, db, row, caller)
        found[caller] = "ok" if answer.status_code < 400 else str(answer.status_code)
        if answer.status_code >= 400:
            assert answer.json()["success"] is False
            assert answer.json()["message"]
    assert found == row.expected
