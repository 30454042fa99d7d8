"""/api/health, request ids and slow request bodies."""

import asyncio
import json

import pytest
from sqlmodel import Session
from starlette.applications import Starlette

from marketplace.api.app import make_api
from marketplace.api.middleware import BodyLimitMiddleware
from marketplace.http import request_context
from marketplace.jobs.indexer import index_folder
from marketplace.observability import health
from marketplace.observability.health import CheckResult
from marketplace.settings import get_settings
from tests import factories
from tests.client import TestClient


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[CheckResult]:
    """Fake findings of the dependency checks."""
    findings: list[CheckResult] = []
    monkeypatch.setattr(health, "check_dependencies", lambda: findings)
    return findings


def test_liveness_checks_no_dependency(client: TestClient, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(health, "check_dependencies", lambda: 1 / 0)
    assert client.get("/api/health/live").json() == {"success": True, "live": True}


@pytest.mark.parametrize("who", [None, factories.buyer, factories.seller, "ended"])
def test_anonymous_callers_see_no_dependencies(client: TestClient, db: Session, found: list[CheckResult], who: object):
    headers = factories.bearer(db, who(db)) if callable(who) else {"Authorization": "Bearer gone"} if who else {}
    found += [CheckResult("database", True, True, "answers", 0.5), CheckResult("redis", True, True, "answers", 0.5)]
    answer = client.get("/api/health", headers=headers)
    assert (answer.status_code, answer.json()) == (200, {"success": True, "live": True, "ready": True})
    found[1] = CheckResult("redis", False, True, "ConnectionError", 3.0)
    answer = client.get("/api/health", headers=headers)
    assert answer.status_code == 503
    assert answer.json().keys() - {"requestId"} == {"success", "message", "live", "ready"}
    assert "redis" not in answer.text


def test_ready_while_an_optional_dependency_is_unavailable(client: TestClient, db: Session, found: list[CheckResult]):
    found += [
        CheckResult("database", True, True, "answers", 0.5),
        CheckResult("mail", False, False, "no answer", 2000.0),
    ]
    answer = client.get("/api/health", headers=factories.bearer(db, factories.admin(db)))
    assert answer.status_code == 200
    assert answer.json()["ready"] is True
    assert answer.json()["dependencies"]["mail"] == {"ok": False, "needed": False, "message": "no answer", "ms": 2000.0}


def test_admin_sees_the_unavailable_dependency(client: TestClient, db: Session, found: list[CheckResult]):
    found += [
        CheckResult("database", True, True, "answers", 0.5),
        CheckResult("redis", False, True, "ConnectionError", 3.0),
    ]
    answer = client.get("/api/health", headers=factories.bearer(db, factories.admin(db)))
    assert answer.status_code == 503
    assert answer.json()["dependencies"]["redis"]["message"] == "ConnectionError"


def test_not_ready_without_a_required_dependency(client: TestClient, db: Session, found: list[CheckResult]):
    found.append(CheckResult("database", False, True, "OperationalError", 3.0))
    # Without the database no caller can be authenticated.
    answer = client.get("/api/health", headers=factories.bearer(db, factories.admin(db)))
    assert answer.status_code == 503
    assert answer.headers["retry-after"]
    body = answer.json()
    assert (body["success"], body["live"], body["ready"]) == (False, True, False)
    assert body["message"] == "The site is not ready."
    assert "dependencies" not in body


def test_the_real_dependencies(client: TestClient, db):
    names = {found.name: found.ok for found in health.check_dependencies()}
    # Redis is a dependency only if this test run uses it.
    expected = {"database", "media", "mail", "disk"} | ({"redis"} if get_settings().redis_url else set())
    # The tests use an in-memory search index, so there is none on disk.
    assert names == dict.fromkeys(expected, True) | {"search": False}


def test_how_much_of_the_search_index_is_built(tmp_path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(get_settings(), "data_dir", tmp_path)
    check = health._Check("search", False, health._search)
    assert health.run_check(check).message == "the index is being built, 0 %"
    folder = index_folder()
    folder.start_building()
    folder.report_percent(40)
    assert health.run_check(check).message == "the index is being built, 40 %"


def test_hanging_check_runs_once_and_counts_as_unavailable(monkeypatch: pytest.MonkeyPatch):
    from threading import Event

    asked, go_on = [], Event()

    def hang() -> str:
        asked.append(1)
        go_on.wait(30)
        return "answers"

    monkeypatch.setattr(health, "_TIMEOUT_S", 0.05)
    monkeypatch.setattr(health, "_checks", lambda: [health._Check("slow", True, hang)])
    try:
        for _ in range(3):
            (finding,) = health.check_dependencies()
            assert (finding.ok, finding.message) == (False, "no answer")
        assert len(asked) == 1
    finally:
        go_on.set()


def test_failure_message_contains_no_address(monkeypatch: pytest.MonkeyPatch):
    def fail() -> str:
        raise ConnectionRefusedError("10.1.2.3:5432 refused")

    assert health.run_check(health._Check("database", True, fail)).message == "ConnectionRefusedError"


@pytest.fixture(scope="module")
def crashing():
    """An API with a path that fails, and the request ids that it saw."""
    api = make_api()
    seen: list[str] = []

    @api.get("/api/crash")
    def crash() -> None:
        seen.append(request_context.request_id())
        raise RuntimeError("secret detail")

    return api, seen


class TestRequestIds:
    """Request ids in responses and logs."""

    @pytest.fixture
    def numbered(self, db, crashing):
        api, seen = crashing
        seen.clear()
        with TestClient(request_context.RequestContext(api), raise_server_exceptions=False) as made:
            yield made, seen

    def test_each_response_has_its_own_id(self, numbered):
        client, _seen = numbered
        numbers = {client.get("/api/health/live").headers["x-request-id"] for _ in range(3)}
        assert len(numbers) == 3

    def test_error_response_contains_only_the_id(self, numbered):
        client, seen = numbered
        answer = client.get("/api/crash")
        assert answer.status_code == 500
        assert answer.json()["requestId"] == seen[0] == answer.headers["x-request-id"]
        assert "secret" not in answer.text

    def test_the_server_is_not_named(self, numbered):
        client, _seen = numbered
        for path in ("/api/health/live", "/api/nothing", "/api/crash"):
            assert client.get(path).headers.get_list("server") == [""]

    def test_client_can_not_set_the_id(self, numbered):
        client, _seen = numbered
        answer = client.get("/api/health/live", headers={"x-request-id": "chosen-by-me"})
        assert answer.headers["x-request-id"] != "chosen-by-me"

    def test_trusted_proxy_can_set_the_id(self, numbered, monkeypatch: pytest.MonkeyPatch):
        client, _seen = numbered
        monkeypatch.setattr(get_settings(), "trusted_proxy_hops", 1)
        assert client.get("/api/health/live", headers={"x-request-id": "proxy-1234"}).headers["x-request-id"] == (
            "proxy-1234"
        )
        odd = client.get("/api/health/live", headers={"x-request-id": "x" * 300}).headers["x-request-id"]
        assert odd != "x" * 300

    def test_crash_inside_middleware_returns_the_envelope(self):
        async def broken(scope, receive, send) -> None:
            raise RuntimeError("secret detail")

        others = Starlette()
        others.mount("", request_context.ErrorResponses(broken))
        answer = TestClient(request_context.RequestContext(others), raise_server_exceptions=False).get("/somewhere")
        assert answer.status_code == 500
        assert "Something went wrong" in answer.text
        assert answer.headers["x-request-id"] in answer.text

    def test_crash_outside_all_transports_returns_an_error_page(self):
        async def broken(scope, receive, send) -> None:
            raise RuntimeError("secret detail")

        answer = TestClient(request_context.RequestContext(broken), raise_server_exceptions=False).get("/somewhere")
        assert answer.status_code == 500
        assert answer.headers["x-request-id"] in answer.text
        assert "secret" not in answer.text


def test_slow_body_is_408(monkeypatch: pytest.MonkeyPatch, api_app):
    monkeypatch.setattr(get_settings(), "body_timeout_s", 0.05)
    sent = []
    scope = {
        "type": "http", "method": "POST", "path": "/api/user/login", "raw_path": b"/api/user/login",
        "query_string": b"", "root_path": "", "http_version": "1.1", "scheme": "http",
        "headers": [(b"content-type", b"application/json"), (b"content-length", b"100")],
        "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80),
    }  # fmt: skip
    first = [{"type": "http.request", "body": b"{", "more_body": True}]

    async def receive():
        if first:
            return first.pop()
        await asyncio.sleep(3600)
        return {}

    async def send(message):
        sent.append(message)

    asyncio.run(BodyLimitMiddleware(api_app)(scope, receive, send))
    assert sent[0]["status"] == 408
    assert json.loads(sent[1]["body"])["success"] is False
