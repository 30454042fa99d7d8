"""Bodies of any size and form: who may not call is refused first, then what is too much, then what is wrong."""

import json
from typing import Any

import pytest
from sqlmodel import Session
from starlette.requests import Request

from marketplace.api import errors
from marketplace.core.errors import TooLarge
from marketplace.core.json_size import check_json_size
from marketplace.integrations import limits
from marketplace.settings import get_settings
from tests import factories
from tests.api.permissions import ROWS, Row, World
from tests.client import TestClient

JSON = {"content-type": "application/json"}
KINDS = {"user": ("user", "other_user"), "seller": ("seller", "other_seller"), "admin": ("admin",)}


def rows_with_body(api_app: Any) -> dict[str, list[Row]]:
    """Return the rows of the operations that read a JSON body, by operation."""
    paths = api_app.openapi()["paths"]
    found: dict[str, list[Row]] = {}
    for row in ROWS:
        body = paths[row.template][row.method.lower()].get("requestBody", {"content": {}})
        if "application/json" in body["content"]:
            found.setdefault(row.operation, []).append(row)
    return found


def test_who_may_not_call_is_refused_before_the_body_is_parsed(client: TestClient, db: Session, api_app):
    """The body is no JSON: an answer other than 400 was given without parsing it."""
    world = World(db, "user")
    headers = {kind: factories.bearer(db, getattr(world, columns[0])) for kind, columns in KINDS.items()}
    found, expected = {}, {}
    for operation, rows in rows_with_body(api_app).items():
        path = rows[0].template.replace("{", "").replace("}", "")
        columns = [row.expected for row in rows]
        for kind, own in {"anonymous": ("anonymous",), **KINDS}.items():
            statuses = {column[caller] for column in columns for caller in own}
            limits.reset_all()
            sent = JSON | headers.get(kind, {})
            answer = client.request(rows[0].method, path, content=b'{"a": ', headers=sent)
            found[operation, kind] = answer.status_code
            refusal = "401" if kind == "anonymous" else "403"
            expected[operation, kind] = int(refusal) if statuses == {refusal} else 400
    login = ("POST /api/seller/login", "POST /api/user/login", "POST /api/admin/login")
    expected |= {(operation, kind): 400 for operation, kind in expected if operation in login}
    assert {key: status for key, status in found.items() if status != expected[key]} == {}


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("[]", "The body must be a JSON object."),
        ("", "The body is missing."),
        ('{"images": [1]}', "images.0: This value has the wrong type."),
        ('{"images": {"a": 1}}', "images: This must be a list."),
        ('{"fieldValues": [[]]}', "fieldValues.0: This must be an object."),
        ('{"name": {"a": "b"}}', "name: This must be text."),
        ('{"price": [], "name": 1}', "name: This must be text."),
    ],
)
def test_wrong_types_are_named_in_a_sentence(client: TestClient, db: Session, body: str, message: str):
    headers = JSON | factories.bearer(db, factories.seller(db))
    answer = client.post("/api/product", content=body.encode(), headers=headers)
    assert (answer.status_code, answer.json()["message"]) == (422, message)


def test_a_list_is_validated_up_to_its_first_invalid_item(client: TestClient, db: Session):
    headers = factories.bearer(db, factories.seller(db))
    answer = client.post("/api/product", json={"images": [1] * 900}, headers=headers)
    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == ["images.0"]


def test_an_answer_names_twenty_errors(client: TestClient, db: Session):
    headers = factories.bearer(db, factories.seller(db))
    query = {f"key{number}": [] for number in range(60)}
    buyer = factories.bearer(db, factories.buyer(db))
    answer = client.post("/api/savedsearch", json={"query": query}, headers=buyer)
    assert (answer.status_code, len(answer.json()["errors"])) == (422, errors.ERRORS_MAX)
    assert client.post("/api/product", json={"images": [1] * 1001}, headers=headers).status_code == 422


def test_a_body_of_too_many_values_is_refused_before_it_is_parsed(client: TestClient, db: Session, monkeypatch):
    most = get_settings().json_max_values
    headers = factories.bearer(db, factories.seller(db)) | JSON
    parsed = []
    monkeypatch.setattr(Request, "json", lambda request: parsed.append(request))
    for body in (
        {"images": [1] * 340_000},
        {"a": {str(number): 1 for number in range(most)}},
        {"a": [[]] * most},
        {"a": [{"b": 1}] * (most // 2)},
    ):
        answer = client.post("/api/product", content=json.dumps(body).encode(), headers=headers)
        assert (answer.status_code, answer.json()["message"]) == (413, "The request holds too many values.")
    assert parsed == []


def test_a_body_that_is_nested_too_deeply_is_refused(client: TestClient, db: Session):
    headers = factories.bearer(db, factories.seller(db)) | JSON
    for text in (b"[" * 1_000, b'{"a":' * 1_000, b'{"a":' * 21 + b"1" + b"}" * 21):
        answer = client.post("/api/product", content=text, headers=headers)
        assert (answer.status_code, answer.json()["message"]) == (413, "The request is nested too deeply.")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"])
def test_a_body_in_another_encoding_is_refused_before_it_is_parsed(
    client: TestClient, db: Session, monkeypatch, encoding: str
):
    """Python's parser reads these encodings, in which a letter such as U+2230 has the byte of a quote and hides what follows."""
    headers = factories.bearer(db, factories.seller(db)) | JSON
    parsed = []
    monkeypatch.setattr(Request, "json", lambda request: parsed.append(request))
    for text in (
        '{"name": "Sofa"}',
        '{"\u2230": [' + "1," * 100_000 + "1]}",
        '{"\u2230": ' + "[" * 1_000,
        f'{{"price": {"9" * 4_000}}}',
    ):
        answer = client.post("/api/product", content=text.encode(encoding), headers=headers)
        assert (answer.status_code, answer.json()["message"]) == (400, "The body is not valid JSON."), text[:20]
    assert parsed == []


@pytest.mark.parametrize("length", ["0" * 5_000 + "2", "9" * 5_000, "0" * 5_000 + "9" * 7, "-1", "\u00b2", "+2", ""])
def test_a_declared_length_of_any_digits_is_no_error(client: TestClient, length: str):
    """Python reads integers of up to 4,300 digits, and the server passes any number of leading zeros on."""
    headers = [("content-type", "application/json"), ("content-length", length.encode("latin-1"))]
    answer = client.post("/api/user/login", content=b"{}", headers=headers)
    assert answer.status_code == (413 if "9" in length else 422)


def test_texts_are_no_values(client: TestClient, db: Session):
    """Commas and brackets in a text, escaped quotes among them, are not counted."""
    headers = factories.bearer(db, factories.seller(db))
    text = '[{",\\"' * 1_500
    answer = client.post("/api/product", json={"name": "Sofa", "description": text, "images": [1]}, headers=headers)
    assert (answer.status_code, answer.json()["message"]) == (422, "images.0: This value has the wrong type.")


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        (b"", True),
        (b"[1,2,3,4]", True),
        (b"[1,2,3,4,5]", False),
        (b'{"a":1,"b":2,"c":3}', True),
        (b'["a,b,c,d,e,f"]', True),
        (b'["\\",[[[[[[[",1]', True),
        (b'"unterminated [[[[[,,,,,,', True),
        (b'["' + b'\\"' * 50_000, True),
        (b'42/_event,["event",{"a":1}]', True),
        (b"[[[1]]]", True),
        (b"[[[[1]]]]", False),
        (b"]" * 20, False),
    ],
)
def test_measuring(text: bytes, *, fits: bool):
    try:
        check_json_size(text, values=5, depth=3)
    except TooLarge:
        assert not fits
    else:
        assert fits


def test_the_largest_declared_lists_fit_into_a_body():
    assert get_settings().json_max_values > 2 * 1_000


def test_anonymous_answers_keep_the_words_of_the_domain(client: TestClient):
    for path, message in (
        ("/api/wishlist", "Please login to manage wishlist"),
        ("/api/offer", "Please login to make an offer"),
        ("/api/enquiry", "Please login to send an enquiry"),
        ("/api/order/check", "Please login to check availability"),
    ):
        answer = client.post(path, content=b"{", headers=JSON)
        assert (answer.status_code, answer.json()["message"]) == (401, message)
