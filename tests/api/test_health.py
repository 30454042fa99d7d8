"""/api/health: live, ready, and each dependency; numbers that answers and logs share; bodies that dribble in."""

import asyncio
import json

import pytest
from fastapi.testclient import TestClient
from starlette.applications import Starlette

from marketplace import health, requests
from marketplace.api.app import make_api
from marketplace.api.limits import BodyLimit
from marketplace.health import Finding
from marketplace.settings import get_settings


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[Finding]:
    """What the dependencies are said to be."""
    findings: list[Finding] = []
    monkeypatch.setattr(health, "find_out", lambda: findings)
    return findings


def test_live_asks_nothing(client: TestClient, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(health, "find_out", lambda: 1 / 0)
    assert client.get("/api/health/live").json() == {"success": True, "live": True}


def test_ready_while_only_what_can_wait_is_away(client: TestClient, found: list[Finding]):
    found += [Finding("database", True, True, "answers", 0.5), Finding("mail", False, False, "no answer", 2000.0)]
    answer = client.get("/api/health")
    assert answer.status_code == 200
    assert answer.json()["ready"] is True
    assert answer.json()["dependencies"]["mail"] == {"ok": False, "needed": False, "message": "no answer", "ms": 2000.0}


def test_not_ready_without_what_is_needed(client: TestClient, found: list[Finding]):
    found.append(Finding("database", False, True, "OperationalError", 3.0))
    answer = client.get("/api/health")
    assert answer.status_code == 503
    assert answer.headers["retry-after"]
    body = answer.json()
    assert (body["success"], body["live"], body["ready"]) == (False, True, False)
    assert body["message"] == "Not ready: database can't be reached."


def test_the_real_dependencies(client: TestClient, db):
    names = {found.name: found.ok for found in health.find_out()}
    # Redis is one where this run has it.
    expected = {"database", "media", "mail", "disk"} | ({"redis"} if get_settings().redis_url else set())
    assert names == dict.fromkeys(expected, True)


def test_one_that_hangs_is_asked_once_and_counts_as_away(monkeypatch: pytest.MonkeyPatch):
    from threading import Event

    asked, go_on = [], Event()

    def hang() -> str:
        asked.append(1)
        go_on.wait(30)
        return "answers"

    monkeypatch.setattr(health, "_PATIENCE_S", 0.05)
    monkeypatch.setattr(health, "_checks", lambda: [health._Check("slow", True, hang)])
    try:
        for _ in range(3):
            (finding,) = health.find_out()
            assert (finding.ok, finding.message) == (False, "no answer")
        assert len(asked) == 1
    finally:
        go_on.set()


def test_what_a_failure_says_names_no_address(monkeypatch: pytest.MonkeyPatch):
    def fail() -> str:
        raise ConnectionRefusedError("10.1.2.3:5432 refused")

    assert health.ask(health._Check("database", True, fail)).message == "ConnectionRefusedError"


class TestNumbers:
    """The number of a request, in its answer and in the log."""

    @pytest.fixture
    def numbered(self, db, monkeypatch: pytest.MonkeyPatch):
        api = make_api()
        seen: list[str] = []

        @api.get("/api/crash")
        def crash() -> None:
            seen.append(requests.current())
            raise RuntimeError("secret detail")

        with TestClient(requests.Requests(api), raise_server_exceptions=False) as made:
            yield made, seen

    def test_each_answer_has_its_own(self, numbered):
        client, _seen = numbered
        numbers = {client.get("/api/health/live").headers["x-request-id"] for _ in range(3)}
        assert len(numbers) == 3

    def test_a_crash_tells_it_and_nothing_else(self, numbered):
        client, seen = numbered
        answer = client.get("/api/crash")
        assert answer.status_code == 500
        assert answer.json()["requestId"] == seen[0] == answer.headers["x-request-id"]
        assert "secret" not in answer.text

    def test_a_stranger_can_not_choose_it(self, numbered):
        client, _seen = numbered
        answer = client.get("/api/health/live", headers={"x-request-id": "chosen-by-me"})
        assert answer.headers["x-request-id"] != "chosen-by-me"

    def test_a_trusted_proxy_can(self, numbered, monkeypatch: pytest.MonkeyPatch):
        client, _seen = numbered
        monkeypatch.setattr(get_settings(), "trusted_proxy_hops", 1)
        assert client.get("/api/health/live", headers={"x-request-id": "proxy-1234"}).headers["x-request-id"] == (
            "proxy-1234"
        )
        odd = client.get("/api/health/live", headers={"x-request-id": "x" * 300}).headers["x-request-id"]
        assert odd != "x" * 300

    def test_a_crash_inside_of_other_layers_is_told_in_our_words(self):
        async def broken(scope, receive, send) -> None:
            raise RuntimeError("secret detail")

        others = Starlette()
        others.mount("", requests.Apologies(broken))
        answer = TestClient(requests.Requests(others), raise_server_exceptions=False).get("/somewhere")
        assert answer.status_code == 500
        assert "Something went wrong" in answer.text
        assert answer.headers["x-request-id"] in answer.text

    def test_a_crash_outside_of_every_door_is_told_too(self):
        async def broken(scope, receive, send) -> None:
            raise RuntimeError("secret detail")

        answer = TestClient(requests.Requests(broken), raise_server_exceptions=False).get("/somewhere")
        assert answer.status_code == 500
        assert answer.headers["x-request-id"] in answer.text
        assert "secret" not in answer.text


def test_a_body_that_dribbles_in_is_cut_off(monkeypatch: pytest.MonkeyPatch, api_app):
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

    asyncio.run(BodyLimit(api_app)(scope, receive, send))
    assert sent[0]["status"] == 408
    assert json.loads(sent[1]["body"])["success"] is False
