"""Invalid input always gets a failure envelope, never a crash."""

import json
from typing import Any

import pytest
from sqlmodel import Session

from marketplace.core import ids
from marketplace.integrations import limits
from tests import factories
from tests.api.permissions import ROWS, Call, Row, World
from tests.client import TestClient

ODD_IDS = ("x", "%00", "a" * 300, "%F0%9F%9B%8B", "01M7YH44H3FVMP4547R0ZWQBC3'", "-1", "null")
ODD_QUERIES = (
    "\x00",
    "💥",
    "a" * 3000,
    "-1",
    "1e309",
    "nan",
    "9" * 30,
    "9" * 5000,
    "1e999999999",
    "1e-999999999",
    "0e999999999",
    "null",
    "undefined",
    "' OR 1=1 --",
    "%",
    "[",
)
# As JSON text, since a lone surrogate can only be written escaped.
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
    '"1e999999999"',
    '"-1e999999999"',
    '"1e-999999999"',
    '"0e999999999"',
    json.dumps("9" * 5000),
    # As JSON numbers; Python parses no integer of more than 4,300 digits.
    "9" * 30,
    "9" * 400,
    "9" * 5000,
    "1e999999999",
    "[1, {}]",
    '{"a": 1}',
)
# Words of the library that validates bodies, which no caller should read.
LIBRARY_WORDS = (
    "Input should",
    "Field required",
    "should have at",
    "Unable to",
    "valid string",
    "validation",
    "Value error",
)
# Missing keys count as removed.
ALREADY_SO = {
    "DELETE /api/wishlist/{user_id}/{product_id}",
    "DELETE /api/admin/assignments/{kind}/{case_id}",
    "DELETE /api/block/{blocked_id}",
    "DELETE /api/follow/{seller_id}",
}
ONE_OF_EACH = list({row.operation: row for row in reversed(ROWS)}.values())


MARKER = "the odd value goes here"


def places_in(value: Any, *, at: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Return the paths of every key and item in a JSON value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, each in inside for place in [(*at, key), *places_in(each, at=(*at, key))]]


def replaced(value: Any, place: tuple[str | int, ...], by: Any) -> Any:
    """Return a copy of the JSON value with one value replaced."""
    if not place:
        return by
    first, *rest = place
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    found = {key: replaced(each, tuple(rest), by) if key == first else each for key, each in pairs}
    return found if isinstance(value, dict) else list(found.values())


def at(value: Any, place: tuple[str | int, ...]) -> Any:
    for key in place:
        value = value[key]
    return value


def ready(db: Session, row: Row) -> tuple[Call, dict[str, str]]:
    """Return the row's call and the headers of a permitted caller."""
    world = World(db, row.subject)
    return row.make(world), factories.bearer(db, world.me)


def ask(client: TestClient, row: Row, call: Call, headers: dict[str, str], **send: Any):
    limits.reset_all()
    answer = client.request(row.method, row.template.format(**call.path), headers=headers, **{**call.send, **send})
    if "json" in answer.headers.get("content-type", ""):
        assert answer.json()["success"] is (answer.status_code < 400)
    else:
        assert answer.status_code < 400
    return answer


@pytest.mark.parametrize("row", [row for row in ONE_OF_EACH if "{" in row.template], ids=str)
def test_malformed_id_is_like_an_unknown_id(client: TestClient, db: Session, row: Row):
    call, headers = ready(db, row)
    for name in [name for name in call.path if name != "kind"]:

        def status(value: str, name: str = name) -> int:
            return ask(client, row, Call(call.path | {name: value}, call.send), headers).status_code

        missing = status(ids.new_id())
        # An id that is not the caller's own is 403, whether it exists or not.
        assert missing in (403, 404) or row.operation in ALREADY_SO, name
        assert {value: status(value) for value in ODD_IDS} == dict.fromkeys(ODD_IDS, missing), name


@pytest.mark.parametrize("row", [row for row in ONE_OF_EACH if row.method != "GET"], ids=str)
def test_invalid_values_in_bodies(client: TestClient, db: Session, row: Row):
    call, headers = ready(db, row)
    body = call.send.get("json", {})
    headers = headers | {"content-type": "application/json"}
    send = {name: value for name, value in call.send.items() if name != "json"}
    texts = [
        json.dumps(replaced(body, place, MARKER)).replace(json.dumps(MARKER), odd)
        for place in places_in(body)
        for odd in ODD_VALUES
    ]
    for text in (*texts, "[]", '"text"', "1", "null", ""):
        answer = ask(client, row, Call(call.path, send), headers, content=text.encode())
        assert answer.status_code < 500, text[:200]
        if answer.status_code == 422:
            assert not [words for words in LIBRARY_WORDS if words in answer.text], (text[:200], answer.text)


NUMBERS = (
    '"1e999999999"',
    '"-1e999999999"',
    '"1e-999999999"',
    '"0e999999999"',
    "1e999999999",
    '"' + "9" * 5000 + '"',
    "9" * 400,
    "-" + "9" * 4000,
)


def test_every_number_of_an_ad_and_its_calendar_is_bounded(client: TestClient, db: Session):
    world = World(db, "seller")
    fields = [{"fieldRef": world.field.id, "label": "Year", "inputType": "number", "value": 2019}]
    ad = {
        "name": "Sofa", "producttype": "rent", "categoryId": world.category.id, "subcategoryId": world.subcategory.id,
        "price": 500, "discount": 5, "latitude": 12.9, "longitude": 77.6, "fieldValues": fields,
    }  # fmt: skip
    rules = {"weekdays": [0, 1], "minimumMinutes": 60, "maximumMinutes": 600}
    calendar = {"rules": rules, "prices": {"hour": 10, "day": 100, "week": 500, "month": 1000}}
    profile = {"latitude": 12.9, "longitude": 77.6}
    headers = factories.bearer(db, world.me) | {"content-type": "application/json"}
    for method, path, body in (
        ("POST", "/api/product", ad),
        ("PUT", f"/api/product/{world.rental.id}", ad),
        ("PUT", f"/api/product/{world.rental.id}/calendar", calendar),
        ("PUT", f"/api/seller/{world.seller.id}", profile),
    ):
        assert client.request(method, path, json=body, headers=headers).status_code < 300
        for place in places_in(body):
            for odd in NUMBERS:
                text = json.dumps(replaced(body, place, MARKER)).replace(json.dumps(MARKER), odd)
                limits.reset_all()
                answer = client.request(method, path, content=text.encode(), headers=headers)
                assert answer.status_code < 500, (path, place, odd[:20])
                if type(at(body, place)) in (int, float):
                    assert answer.status_code == 422, (path, place, odd[:20])


@pytest.mark.parametrize(
    "name", ["minPrice", "maxPrice", "lat", "lng", "radiusKm", "postedWithinDays", "page", "limit", "field[x]"]
)
def test_every_number_of_a_search_is_bounded(client: TestClient, name: str):
    for odd in NUMBERS:
        for value in (odd.strip('"'), f"{odd.strip(chr(34))}..{odd.strip(chr(34))}"):
            for path in ("/api/product/search", "/api/product/sell", "/api/geocode"):
                assert client.get(path, params={name: value}).status_code < 500, (path, value[:30])


@pytest.mark.parametrize("row", [row for row in ONE_OF_EACH if row.method == "GET"], ids=str)
def test_invalid_values_in_queries(client: TestClient, db: Session, api_app, row: Row):
    call, headers = ready(db, row)
    operation = api_app.openapi()["paths"][row.template]["get"]
    names = [each["name"] for each in operation.get("parameters", []) if each["in"] == "query"]
    for name in names:
        for odd in ODD_QUERIES:
            answer = ask(client, row, call, headers, params=call.send.get("params", {}) | {name: odd})
            assert answer.status_code < 500, (name, odd[:20])


def bodies_with(value: Any, types: set[str], schema: dict[str, Any], models: dict[str, Any]) -> list[Any]:
    """Bodies with the value in one place each where the schema of a body has one of the types, and no boolean."""
    kinds = [schema, *schema.get("anyOf", ())]
    own = {each.get("type") for each in kinds}
    made: list[Any] = [value] if types & own and "boolean" not in own else []
    for each in kinds:
        model = models[each["$ref"].rpartition("/")[2]] if "$ref" in each else each
        for name, field in model.get("properties", {}).items():
            made += [{name: inside} for inside in bodies_with(value, types, field, models)]
        for key, wrap in (("items", lambda inside: [inside]), ("additionalProperties", lambda inside: {"day": inside})):
            if isinstance(field := model.get(key), dict):
                made += [wrap(inside) for inside in bodies_with(value, types, field, models)]
    return made


def merged(body: Any, other: Any) -> Any:
    """A copy of a body with what the other one has."""
    if isinstance(body, dict) and isinstance(other, dict):
        return body | {key: merged(body.get(key), value) for key, value in other.items()}
    if isinstance(body, list) and isinstance(other, list) and body:
        return [merged(body[0], other[0]), *body[1:]]
    return other


@pytest.mark.parametrize("row", [row for row in ONE_OF_EACH if row.method != "GET"], ids=str)
def test_a_boolean_is_no_number(client: TestClient, db: Session, api_app, row: Row):
    """`true` would be ₹1, one minute, or version 1."""
    document = api_app.openapi()
    operation = document["paths"][row.template][row.method.lower()]
    schema = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    call, headers = ready(db, row)
    for odd in bodies_with(True, {"integer", "number"}, schema, document["components"]["schemas"]):
        body = merged(call.send.get("json", {}), odd)
        answer = ask(client, row, Call(call.path, call.send | {"json": body}), headers)
        assert answer.status_code == 422, odd


def test_unknown_fields_are_ignored(client: TestClient, db: Session):
    world = World(db, "user")
    body = {"productId": world.ad.id, "colour": "blue", "_id": "x", "__proto__": {"admin": True}}
    answer = client.post("/api/wishlist", json=body, headers=factories.bearer(db, world.user))
    assert answer.status_code == 201
