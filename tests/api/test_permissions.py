"""Permissions: every operation with every kind of caller."""

from collections import Counter

import pytest
from sqlmodel import Session

from tests import factories
from tests.api.permissions import CALLERS, ROWS, Row, World, answer_to
from tests.api.permissions.row import SAFE
from tests.client import TestClient

METHODS = ("get", "put", "post", "delete", "patch", "head", "options")


def test_every_operation_has_a_row_and_every_row_an_operation(api_app):
    paths = api_app.openapi()["paths"]
    operations = {f"{method.upper()} {path}" for path, of in paths.items() for method in METHODS if method in of}
    rows = {row.operation for row in ROWS}
    without = sorted(operations - rows)
    assert not without, f"add a row to tests/api/permissions/ that says who may call each of these: {without}"
    assert not rows - operations, (
        f"the API does not have these operations of tests/api/permissions/: {rows - operations}"
    )


def test_rows_are_unique():
    assert [name for name, count in Counter(str(row) for row in ROWS).items() if count > 1] == []


def test_admin_paths_are_refused_before_validation(client: TestClient, db: Session):
    seller = factories.bearer(db, factories.seller(db))
    desk = [row for row in ROWS if row.template.startswith("/api/admin/") and not row.template.endswith("/login")]
    assert desk
    for row in desk:
        for headers, status in (({}, 401), (seller, 403)):
            path = row.template.replace("{", "").replace("}", "") + "?page=0&limit=none"
            answer = client.request(row.method, path, json={"products": 1, "featured": "?"}, headers=headers)
            assert answer.status_code == status, row


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_permissions(client: TestClient, db: Session, row: Row):
    found, world = {}, None
    for caller in CALLERS:
        world = world or World(db, row.subject)
        answer = answer_to(client, db, row, caller, world)
        # Who changed nothing leaves the objects as they were for the next caller.
        if row.alone or caller == "suspended" or (answer.status_code < 400 and row.method not in SAFE):
            world = None
        found[caller] = "ok" if answer.status_code < 400 else str(answer.status_code)
        if answer.status_code >= 400:
            assert answer.json()["success"] is False
            assert answer.json()["message"]
    assert found == row.expected
