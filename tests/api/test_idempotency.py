"""The header Idempotency-Key: a repeated request stores nothing, and names what the first one stored."""

import ast
import inspect
import re

import pytest
from fastapi.routing import iter_route_contexts
from sqlmodel import func, select

from marketplace.api.app import make_api
from marketplace.models import InternalNote
from tests import factories
from tests.architecture import sources

KEY = {"Idempotency-Key": "5c1a7e4e-9d0b-4c1e"}
# It submits a copy.
OTHERS = {"ads.duplicate"}


def _functions() -> set[str]:
    """Return the functions that store once, as the routes call them."""
    found = set(OTHERS)
    for path in sorted((sources.ROOT / "marketplace" / "domain").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and "stores_once" in map(ast.unparse, node.decorator_list):
                found.add(f"{path.relative_to(sources.ROOT / 'marketplace' / 'domain').parts[0]}.{node.name}")
    return found


def _operations() -> dict[str, tuple[bool, bool]]:
    """Return for each POST whether it calls such a function, and whether it declares the header."""
    names = "|".join(map(re.escape, sorted(_functions())))
    found = {}
    for route in iter_route_contexts(make_api().routes):
        if "POST" in (route.methods or ()) and hasattr(route, "endpoint"):
            calls = bool(re.search(rf"\b({names})\b(?!_)", inspect.getsource(route.endpoint)))
            declares = any("idempotency" in getattr(each.call, "__name__", "") for each in route.dependant.dependencies)
            found[route.path] = (calls, declares)
    return found


def test_exactly_the_operations_that_store_once_declare_it():
    operations = _operations()
    assert sum(declares for _, declares in operations.values()) > 20
    assert {path: each for path, each in operations.items() if each[0] is not each[1]} == {}


def test_every_function_that_stores_once_is_called_from_outside():
    called = "\n".join(
        path.read_text() for part in ("api", "web") for path in (sources.ROOT / "marketplace" / part).rglob("*.py")
    )
    assert [name for name in sorted(_functions()) if not re.search(rf"\b{re.escape(name)}\b", called)] == []


@pytest.fixture
def note(db):
    return {"kind": "account", "id": factories.buyer(db).id, "text": "Called."}


def test_a_stranger_learns_nothing(client, db, note):
    headers = factories.bearer(db, factories.admin(db))
    assert client.post("/api/admin/notes", json=note, headers=headers | KEY).status_code == 201
    assert client.post("/api/admin/notes", json=note, headers=KEY).status_code == 401
    other = factories.bearer(db, factories.admin(db))
    assert client.post("/api/admin/notes", json=note, headers=other | KEY).status_code == 201


def test_a_repeated_request_names_the_first(client, db, note):
    headers = factories.bearer(db, factories.admin(db)) | KEY
    made = client.post("/api/admin/notes", json=note, headers=headers).json()["data"]
    again = client.post("/api/admin/notes", json=note, headers=headers)
    assert again.status_code == 409
    assert again.json() == {
        "success": False,
        "message": "This was sent before, and is already stored.",
        "storedId": made["_id"],
    }
    assert db.exec(select(func.count()).select_from(InternalNote)).one() == 1


def test_a_refused_request_can_be_repeated(client, db, note):
    headers = factories.bearer(db, factories.admin(db)) | KEY
    assert client.post("/api/admin/notes", json=note | {"text": ""}, headers=headers).status_code == 422
    assert client.post("/api/admin/notes", json=note, headers=headers).status_code == 201


def test_a_long_key_is_refused(client, db, note):
    headers = factories.bearer(db, factories.admin(db)) | {"Idempotency-Key": "x" * 256}
    refused = client.post("/api/admin/notes", json=note, headers=headers)
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["field"] == "Idempotency-Key"


def test_a_key_that_strangers_could_share_is_refused(client):
    body = {"kind": "consumer", "text": "Nobody answers.", "name": "Asha", "email": "asha@example.org"}
    refused = client.post("/api/grievance", json=body, headers={"Idempotency-Key": "1"})
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["field"] == "Idempotency-Key"
