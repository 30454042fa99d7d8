"""Calls generated from the OpenAPI document: no crash, no undocumented response, no private data of others.

The short test makes a few calls for each operation, the long one `MARKETPLACE_TEST_CASES`.
"""

from typing import Any

import hypothesis
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from sqlmodel import Session

from marketplace.integrations import limits
from marketplace.models import Account
from tests import factories
from tests.api.permissions import ROWS, World
from tests.api.test_privacy import secrets_of
from tests.client import TestClient
from tests.conftest import TEST_CASES, whole_api

# The owners come last, because they may change or remove what the call is about.
ROLES = ("anonymous", "other_user", "other_seller", "user", "seller", "admin")
# All data belongs to `user` and `seller`, so private data read by these callers is a leak.
STRANGERS = ("anonymous", "other_user", "other_seller")
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
# Returns the seller's number to signed-in users by design; rate limited and logged.
REVEALS = {"POST /api/product/{product_id}/contact"}
# Hypothesis begins with the simplest call.
FEW = 3

_document = schemathesis.openapi.from_dict(whole_api().openapi())
OPERATIONS = [found.ok() for found in _document.get_all_operations()]
_ROWS = {row.operation: row for row in reversed(ROWS)}
MANY = -(-TEST_CASES // (len(OPERATIONS) * len(ROLES)))


def call_often(client: TestClient, db: Session, operation: Any, times: int, *, derandomize: bool) -> int:
    """Make generated calls, each as every caller, and return their number."""
    row = _ROWS[operation.label]
    world = World(db, row.subject)
    # Outside of the block that is undone, so that they are made once.
    people = {role: getattr(world, role) for role in ROLES[1:]}
    real = row.make(world)
    made = 0

    @hypothesis.settings(
        max_examples=times,
        deadline=None,
        database=None,
        derandomize=derandomize,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.explicit],
        print_blob=True,
    )
    @given(st.data())
    def ask(data: st.DataObject) -> None:
        mode = data.draw(st.sampled_from([GenerationMode.POSITIVE, GenerationMode.NEGATIVE]))
        case = data.draw(_strategy(operation, mode))
        # Earlier calls would have changed or removed the objects.
        with world.undone():
            ask_as_all(data, case)

    def ask_as_all(data: st.DataObject, case: Any) -> None:
        nonlocal made
        if data.draw(st.booleans()):
            # Generated ids don't exist; real ones get past the 404.
            case.path_parameters = dict(real.path)
        if isinstance(case.body, dict) and isinstance(real.send.get("json"), dict) and data.draw(st.booleans()):
            case.body = real.send["json"] | case.body
        for role in ROLES:
            call_as(client, world, people.get(role), operation, role, case)
            made += 1

    ask()
    return made


def call_as(client: TestClient, world: World, me: Account | None, operation: Any, role: str, case: Any) -> None:
    """Make one call and check the response."""
    private = secrets_of(world.db, me) if role in STRANGERS else {}
    limits.reset_all()
    # An earlier call may have ended the session.
    answer = _send(client, case, factories.bearer(world.db, me) if me else {})
    case.validate_response(answer, checks=CHECKS)
    if answer.status_code < 400 and operation.label not in REVEALS:
        told = str(case.body)
        assert [name for name, value in private.items() if value in answer.text and value not in told] == []


def _send(client: TestClient, case: Any, headers: dict[str, str]) -> Any:
    # TestClient is not a `requests` session, so prepare the request first.
    wanted = case.as_transport_kwargs(base_url="http://testserver", headers=headers)
    named = ("method", "url", "headers", "files", "data", "params", "cookies", "json")
    ready = requests.Request(**{name: wanted[name] for name in named if name in wanted}).prepare()
    return client.request(str(ready.method), str(ready.url), headers=dict(ready.headers), content=ready.body)


def _strategy(operation: Any, mode: GenerationMode) -> st.SearchStrategy[Any]:
    # Operations without input have no negative cases.
    takes_input = operation.body or operation.query or operation.path_parameters
    return operation.as_strategy(generation_mode=mode if takes_input else GenerationMode.POSITIVE)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda each: each.label)
def test_generated_calls(client: TestClient, db: Session, operation: Any):
    assert call_often(client, db, operation, FEW, derandomize=True)


@pytest.mark.slow
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda each: each.label)
def test_many_generated_calls(client: TestClient, db: Session, operation: Any):
    assert call_often(client, db, operation, MANY, derandomize=False)
