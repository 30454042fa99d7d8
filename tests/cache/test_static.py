"""Tests of static responses within the whole middleware stack."""

import pytest
from fastapi import FastAPI

from marketplace import cache
from marketplace.api import docs
from marketplace.cache import responses
from marketplace.http.security_headers import SecurityHeaders
from tests.cache.test_middleware import Clock
from tests.client import TestClient

PATHS = ("/api/openapi.json", "/api/docs")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def client(clock: Clock, api_app: FastAPI) -> TestClient:
    return TestClient(cache.ResponseCache(SecurityHeaders(api_app), clock, max_bytes=1_000_000, max_age_s=60))


def test_static_response_is_compressed_once(client, clock, monkeypatch):
    made = [client.get(path) for path in PATHS]
    monkeypatch.setattr(docs, "_render", None)
    monkeypatch.setattr(docs, "json", None)
    monkeypatch.setattr(responses.gzip, "compress", None)
    for clock.number in (1, 2, None):
        for path, first in zip(PATHS, made, strict=True):
            for query in ("", "?again"):
                again = client.get(path + query)
                assert (again.status_code, again.content) == (200, first.content)
                assert again.headers["etag"] == first.headers["etag"]
                assert again.headers["content-encoding"] == "gzip"


@pytest.mark.parametrize("path", PATHS)
def test_body_is_compressed_only_if_accepted(client, path):
    packed, plain = client.get(path), client.get(path, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert (plain.content, plain.headers["etag"]) == (packed.content, packed.headers["etag"])
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 5
    for answer in (packed, plain):
        assert answer.headers["vary"] == "Accept-Encoding"
        assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", PATHS)
def test_if_none_match_gets_304_and_head_no_body(client, path):
    first = client.get(path)
    for _ in range(3):
        again = client.get(path, headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        # Headers added by middleware must not accumulate.
        assert len(again.headers.get_list("x-content-type-options")) == 1
    head = client.head(path)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == first.headers["content-length"]
