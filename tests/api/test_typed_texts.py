"""No text that somebody types brings characters into the database that nobody sees and that change how others read."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import Connection, event
from sqlmodel import Session

from tests import factories
from tests.api.permissions import Call, Row, World
from tests.api.test_odd_input import ONE_OF_EACH, ask, at, bodies_with, merged, places_in, replaced
from tests.client import TestClient

# Escape, the override that writes what follows from right to left, letters without a shape, and an accent of its own.
HOSTILE = "ze\x1bb\u202era\u2066\x9b\u200bf\u3164ul\U000e0041 e\u0301"
CLEAN = "zebraful \u00e9"
SIGNS = ("\x1b", "\u202e", "\u2066", "\x9b", "\u200b", "\u3164", "\U000e0041", "\u0301")
UNSEEN = (*SIGNS, *(json.dumps(sign)[1:-1] for sign in SIGNS))
BLANK = "\u200b\u3164\u2800 \u2060"
BODIES = [row for row in ONE_OF_EACH if row.method != "GET"]
# Fields that are no free text: ids, names of a list, times, numbers, secrets, and addresses with a form of their own.
NOT_FREE = {
    "_id", "accountId", "fieldRef", "blockedId", "categoryId", "dealId", "enquiryId", "fileUrl", "ids", "image", "moveTo",
    "from", "images", "photos", "public_id", "timezone", "to", "url", "receiverId", "receiverType", "senderId", "senderType",
    "order", "photo", "productId", "sellerId", "subcategoryId", "targetId", "userId", "action", "cadence",
    "inputType", "kind", "part", "priceUnit", "producttype", "purpose", "readerType", "rentalPriceUnit", "role",
    "sellerType", "stage", "tags", "target", "userType", "verdict", "at", "dropDateTime", "pickupDateTime",
    "until", "deposit", "discount", "latitude", "longitude", "max", "maxPrice", "min", "percent", "price", "auth", "code",
    "confirm_password", "currentPassword", "newPassword", "otp", "p256dh", "password", "proof", "token", "email",
    "endpoint", "paidOn", "phone", "upi", "whatsapp",
}  # fmt: skip
# Fields whose names are those of free texts elsewhere.
NOT_FREE_HERE = {
    "DELETE /api/product/{product_id}": {"reason"},
    "POST /api/admin/orders": {"receivedAt"},
    "POST /api/report": {"reason"},
    "POST /api/user": {"businessId", "shopName"},
    "POST /api/wanted": {"city", "state"},
    "POST /api/wishlist": {"productName"},
    "PUT /api/user/{user_id}": {"businessId", "shopName"},
    "PUT /api/wanted/{wanted_id}": {"city", "state"},
}
# Fields of a body that has others, see `test_texts_of_fields_are_cleaned`.
NOT_ALONE = {"options", "value"}
# Texts that are kept as they were typed.
KEPT = {
    "PUT /api/product/draft": "form input, which its owner alone reads; it is cleaned when it is submitted",
}


@contextmanager
def written_texts(connection: Connection) -> Iterator[list[str]]:
    """The values that statements write meanwhile, as text."""
    found: list[str] = []

    def note(_connection, _cursor, statement, parameters, _context, many) -> None:
        if statement.startswith(("INSERT", "UPDATE")):
            for one in parameters if many else [parameters]:
                values = one.values() if isinstance(one, dict) else one
                found.extend(value for value in values if isinstance(value, str))

    engine = connection.engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(engine, "before_cursor_execute", note)


def texts_of(api_app, row: Row, body: dict) -> dict[str, list[dict]]:
    """Copies of a body with a hostile text in one field each, by the name of the field; fields that the body lacks, too, at every depth."""
    made: dict[str, list[dict]] = {}
    for place in places_in(body):
        if isinstance(typed := at(body, place), str):
            name = next(key for key in reversed(place) if isinstance(key, str))
            made.setdefault(name, []).extend(replaced(body, place, text) for text in (HOSTILE, f"{typed} {HOSTILE}"))
    document = api_app.openapi()
    operation = document["paths"][row.template][row.method.lower()]
    schema = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    for one in bodies_with(HOSTILE, {"string"}, schema, document["components"]["schemas"]):
        place = places_in(one)[-1]
        if place not in places_in(body):
            name = next(key for key in reversed(place) if isinstance(key, str))
            made.setdefault(name, []).append(merged(body, one))
    return made


@pytest.mark.parametrize("row", BODIES, ids=str)
def test_typed_texts_are_cleaned(client: TestClient, db: Session, connection: Connection, api_app, row: Row):
    world = World(db, row.subject)
    call = row.make(world)
    headers = factories.bearer(db, world.me)
    not_stored = set()
    for name, bodies in texts_of(api_app, row, call.send.get("json", {})).items():
        stored = False
        for body in bodies:
            with world.undone(), written_texts(connection) as written:
                ask(client, row, Call(call.path, call.send | {"json": body}), headers)
                stored = stored or any(CLEAN in text or json.dumps(CLEAN)[1:-1] in text for text in written)
            if row.operation not in KEPT:
                assert [text for text in written if any(sign in text for sign in UNSEEN)] == [], name
        if not stored and row.operation not in KEPT:
            not_stored.add(name)
    assert not_stored - NOT_FREE - NOT_ALONE - NOT_FREE_HERE.get(row.operation, set()) == set()


@pytest.mark.parametrize("row", BODIES, ids=str)
def test_texts_of_nothing_visible_are_empty(client: TestClient, db: Session, row: Row):
    world = World(db, row.subject)
    call = row.make(world)
    headers = factories.bearer(db, world.me)
    body = call.send.get("json", {})
    for place in places_in(body):
        name = next((key for key in reversed(place) if isinstance(key, str)), "")
        if not isinstance(at(body, place), str) or name in NOT_FREE | NOT_FREE_HERE.get(row.operation, set()):
            continue
        answers = []
        for text in ("", BLANK):
            with world.undone():
                response = ask(client, row, Call(call.path, call.send | {"json": replaced(body, place, text)}), headers)
                answers.append((response.status_code, response.json().get("message"), response.json().get("errors")))
        assert answers[0] == answers[1], place


def test_texts_of_fields_are_cleaned(client: TestClient, db: Session, connection: Connection):
    world = World(db, "seller")
    headers = {
        name: factories.bearer(db, account) for name, account in (("admin", world.admin), ("seller", world.seller))
    }
    field = {"label": "Fuel", "inputType": "select", "options": [HOSTILE, "Petrol"]}
    ad = {"name": "Sofa", "producttype": "sell", "categoryId": world.category.id, "subcategoryId": world.subcategory.id}
    with written_texts(connection) as written:
        path = f"/api/admin/subcategories/{world.subcategory.id}/fields"
        made = client.post(path, json=field, headers=headers["admin"]).json()["data"]
        assert made["options"] == [CLEAN, "Petrol"]
        values = [{"fieldRef": made["_id"], "value": HOSTILE}]
        stored = client.post("/api/product", json=ad | {"fieldValues": values}, headers=headers["seller"])
    assert stored.status_code == 201
    assert [text for text in written if any(sign in text for sign in UNSEEN)] == []
    assert CLEAN in written
