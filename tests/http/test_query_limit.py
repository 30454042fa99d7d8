"""Tests that the API and the pages refuse URLs with too many or too long parameters."""

import json
from urllib.parse import urlencode

import pytest
from sqlmodel import Session

from marketplace.settings import get_settings
from tests import factories
from tests.client import TestClient
from tests.ssr.conftest import inner, site, static_dir  # noqa: F401 - fixtures

MANY = {
    "many fields": urlencode([(f"field[{number:026}]", "x") for number in range(1200)]),
    "many names": "&".join(f"a{number}=1" for number in range(1200)),
    "one long": "x=" + "a" * 60_000,
    "many empty": "&" * 2_000,
}


@pytest.mark.parametrize("query", MANY.values(), ids=MANY)
@pytest.mark.parametrize("path", ["/api/product/search", "/api/product/sell", "/api/category", "/api/nothing"])
def test_api_refuses_long_queries_in_its_error_format(client: TestClient, path: str, query: str):
    answer = client.get(f"{path}?{query}")
    assert answer.status_code == 422
    assert answer.json()["success"] is False
    assert len(answer.content) < 500


@pytest.mark.parametrize("query", MANY.values(), ids=MANY)
@pytest.mark.parametrize("path", ["/products/search", "/products/sell", "/about", "/nowhere"])
def test_pages_refuse_long_queries(site: TestClient, path: str, query: str):  # noqa: F811
    answer = site.get(f"{path}?{query}")
    assert answer.status_code == 400
    assert len(answer.content) < 500


def test_normal_queries_are_accepted(client: TestClient, site: TestClient, db: Session):  # noqa: F811
    category = factories.category(db)
    factories.ad(db, factories.seller(db), category)
    fields = [(f"field[{number:026}]", "x") for number in range(20)]
    most = get_settings().query_max_parameters
    for query in (urlencode([("keyword", "क" * 800), *fields[:5]]), urlencode(fields), "&".join(["a=1"] * most)):
        assert len(query) <= get_settings().query_max_bytes
        assert client.get(f"/api/product/search?{query}").status_code == 200
        assert site.get(f"/products/search?{query}").status_code == 200
    # The page for the longest URL.
    junk = json.dumps("x" * (get_settings().query_max_bytes - 20))
    assert len(site.get("/products/sell", params={"a": junk}).content) < 1_000_000
