"""Whatever is sent, the answer is the contract's envelope and never a crash."""

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlmodel import Session

from marketplace import ids
from marketplace.integrations import limits
from tests import factories
from tests.api.permissions import ROWS, Call, Row, World

ODD_IDS = ("x", "%00", "a" * 300, "%F0%9F%9B%8B", "01M7YH44H3FVMP4547R0ZWQBC3'", "-1", "null")
ODD_QUERIES = ("\x00", "💥", "a" * 3000, "-1", "1e309", "nan", "9" * 30, "null", "undefined", "' OR 1=1 --", "%", "[")
# Written as JSON: half a surrogate pair can only be escaped.
ODD_VALUES = (
    r'"\u0000"',
    r'"\ud800"',
    '"💥"',
    json.dumps("a" * 9000),
    "null",
    "true",
    "[]",
    "{}",
    "-1",
    "1e400",
    "0.001",
)
# What is not there is as good as taken out.
ALREADY_SO = {"DELETE /api/wishlist/{user_id}/{product_id}", "DELETE /api/block/{blocked_id}"}
ONE_OF_EACH = list({row.operation: row for row in reversed(ROWS)}.values())


def ready(db: Session, row: Row) -> tuple[Call, dict[str, str]]:
    """The row's call and the headers of somebody who may make it."""
    world = World(db, row.subject)
    return row.make(world), factories.bearer(db, world.me)


def ask(client: TestClient, row: Row, call: Call, headers: dict[str, str], **send: Any):
    limits.forget_all()
    answer = client.request(row.method, row.template.format(**call.path), headers=headers, **{**call.send, **send})
    if "json" in answer.headers.get("content-type", ""):
        assert answer.json()["success"] is (answer.status_code < 400)
    else:
        assert answer.status_code < 400
    return answer.status_code


@pytest.mark.parametrize("row", [row for row in ONE_OF_EACH if "{" in row.template], ids=str)
def test_a_malformed_id_is_like_one_that_does_not_exist(client: TestClient, db: Session, row: Row):
    call, headers = ready(db, row)
    for name in call.path:

        def status(value: str, name: str = name) -> int:
            return ask(client, row, Call(call.path | {name: value}, call.send), headers)

        missing = status(ids.new_id())
        # Someone else's id in the caller's own role is 403; which ids exist is nobody's business there.
        assert missing in (403, 404) or row.operation in ALREADY_SO, name
        assert {value: status(value) for value in ODD_IDS} == dict.fromkeys(ODD_IDS, missing), name


@pytest.mark.parametrize("row", [row for row in ONE_OF_EACH if row.method != "GET"], ids=str)
def test_odd_values_in_bodies(client: TestClient, db: Session, row: Row):
    call, headers = ready(db, row)
    body = call.send.get("json", {})
    headers = headers | {"content-type": "application/json"}
    send = {name: value for name, value in call.send.items() if name != "json"}
    for name in body:
        for odd in ODD_VALUES:
            rest = {key: value for key, value in body.items() if key != name}
            text = json.dumps(rest)[:-1] + (", " if rest else "") + f"{json.dumps(name)}: {odd}}}"
            status = ask(client, row, Call(call.path, send), headers, content=text.encode())
            assert status < 500, (name, odd[:20])
    for whole in ("[]", '"text"', "1", "null", ""):
        assert ask(client, row, Call(call.path, send), headers, content=whole.encode()) < 500, whole


@pytest.mark.parametrize("row", [row for row in ONE_OF_EACH if row.method == "GET"], ids=str)
def test_odd_values_in_queries(client: TestClient, db: Session, api_app, row: Row):
    call, headers = ready(db, row)
    operation = api_app.openapi()["paths"][row.template]["get"]
    names = [each["name"] for each in operation.get("parameters", []) if each["in"] == "query"]
    for name in names:
        for odd in ODD_QUERIES:
            status = ask(client, row, call, headers, params=call.send.get("params", {}) | {name: odd})
            assert status < 500, (name, odd[:20])


def test_unknown_fields_are_ignored(client: TestClient, db: Session):
    world = World(db, "user")
    body = {"productId": world.ad.id, "colour": "blue", "_id": "x", "__proto__": {"admin": True}}
    answer = client.post("/api/wishlist", json=body, headers=factories.bearer(db, world.user))
    assert answer.status_code == 201
