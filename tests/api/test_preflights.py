"""Pages of other sites ask whether they may call the API, and are told no in its own way."""

import pytest
from starlette.middleware.cors import CORSMiddleware
from starlette.testclient import TestClient

from marketplace.api.app import make_api
from marketplace.api.preflights import Preflights

OWN = "https://market.example"


@pytest.fixture(scope="module")
def client():
    # As Reflex puts it around the app.
    guarded = CORSMiddleware(make_api(), allow_origins=[OWN], allow_methods=["*"], allow_credentials=True)
    return TestClient(Preflights(guarded, OWN))


def ask(client: TestClient, origin: str, path: str = "/api/product/search"):
    return client.options(path, headers={"origin": origin, "access-control-request-method": "GET"})


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", "", OWN + ".elsewhere.example"])
def test_a_foreign_page_is_refused_in_the_envelope(client: TestClient, origin: str):
    answer = ask(client, origin)
    assert answer.status_code == 405
    assert answer.json()["success"] is False
    assert not [name for name in answer.headers if name.startswith("access-control-")]


def test_so_it_is_where_there_is_nothing(client: TestClient):
    for path in ("/api", "/api/nothing"):
        answer = ask(client, "https://elsewhere.example", path)
        assert (answer.status_code, answer.json()["success"]) == (404, False)


def test_the_sites_own_page_is_let_in(client: TestClient):
    answer = ask(client, OWN)
    assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (200, OWN)
