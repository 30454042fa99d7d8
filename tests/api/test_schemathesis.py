"""Calls made by machine from the OpenAPI document, as everybody and as nobody: no crash, no answer that the document does not
announce, nothing private of anyone else.

`MARKETPLACE_TEST_CASES` says how many calls the long test makes; the short one makes a few for each operation.
"""

from typing import Any

import hypothesis
import pytest
import requests
import schemathesis
from fastapi.testclient import TestClient
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

from marketplace.api.app import make_api
from marketplace.integrations import limits
from tests import factories
from tests.api.permissions import ROWS, World
from tests.api.test_privacy import secrets_of
from tests.conftest import TEST_CASES

ROLES = ("anonymous", "user", "other_user", "seller", "other_seller", "admin")
# Everything in the world belongs to `user` and `seller`, so what these read of anyone is a leak.
STRANGERS = ("anonymous", "other_user", "other_seller")
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
# What this one is for: the number a seller put beside an ad, for whoever is signed in; it is limited and noted.
REVEALS = {"POST /api/product/{product_id}/contact"}
FEW = 2

_document = schemathesis.openapi.from_dict(make_api().openapi())
OPERATIONS = [found.ok() for found in _document.get_all_operations()]
_ROWS = {row.operation: row for row in reversed(ROWS)}
MANY = -(-TEST_CASES // (len(OPERATIONS) * len(ROLES)))


def call_often(client: TestClient, db: Session, operation: Any, role: str, times: int, *, derandomize: bool) -> int:
    """Make calls as one caller; how many."""
    row = _ROWS[operation.label]
    world = World(db, row.subject if role == "anonymous" else role)
    real = row.make(world)
    me = None if role == "anonymous" else world.me
    private = secrets_of(db, me) if role in STRANGERS else {}
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
        nonlocal made
        mode = data.draw(st.sampled_from([GenerationMode.POSITIVE, GenerationMode.NEGATIVE]))
        case = data.draw(_strategy(operation, mode))
        if data.draw(st.booleans()):
            # Most ids made by machine are nobody's: with real ones the call goes further.
            case.path_parameters = dict(real.path)
        if isinstance(case.body, dict) and isinstance(real.send.get("json"), dict) and data.draw(st.booleans()):
            case.body = real.send["json"] | case.body
        limits.forget_all()
        # The session of an earlier call may have been ended by it.
        headers = factories.bearer(db, me) if me else {}
        answer = _send(client, case, headers)
        made += 1
        case.validate_response(answer, checks=CHECKS)
        if answer.status_code < 400 and operation.label not in REVEALS:
            told = str(case.body)
            assert [name for name, value in private.items() if value in answer.text and value not in told] == []

    ask()
    return made


def _send(client: TestClient, case: Any, headers: dict[str, str]) -> Any:
    # The client of the tests is no `requests` session, so the call is put together first and then sent as it is.
    wanted = case.as_transport_kwargs(base_url="http://testserver", headers=headers)
    named = ("method", "url", "headers", "files", "data", "params", "cookies", "json")
    ready = requests.Request(**{name: wanted[name] for name in named if name in wanted}).prepare()
    return client.request(str(ready.method), str(ready.url), headers=dict(ready.headers), content=ready.body)


def _strategy(operation: Any, mode: GenerationMode) -> st.SearchStrategy[Any]:
    # What takes no input can't be given a wrong one.
    takes_input = operation.body or operation.query or operation.path_parameters
    return operation.as_strategy(generation_mode=mode if takes_input else GenerationMode.POSITIVE)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda each: each.label)
def test_a_few_calls_as_everybody(client: TestClient, db: Session, operation: Any):
    for role in ROLES:
        assert call_often(client, db, operation, role, FEW, derandomize=True)


@pytest.mark.slow
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda each: each.label)
def test_many_calls_as_everybody(client: TestClient, db: Session, operation: Any):
    for role in ROLES:
        assert call_often(client, db, operation, role, MANY, derandomize=False)
