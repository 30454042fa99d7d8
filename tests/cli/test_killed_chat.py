"""Test that killing the server loses no acknowledged message and duplicates none."""

import signal
from functools import partial
from pathlib import Path
from threading import Thread

import httpx
import pytest

from tests import servers
from tests.cli.commands import run

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("servers")]
_KILLS, _BURST = 4, 400


def _login(url: str, kind: str) -> tuple[str, dict[str, str]]:
    email = {"user": "buyer@example.com", "seller": "seller@example.com"}[kind]
    answer = httpx.post(f"{url}/api/{kind}/login", json={"email": email, "password": "demo1234"}, timeout=30).json()
    return answer["userId" if kind == "user" else "sellerId"], {"Authorization": f"Bearer {answer['token']}"}


class _Writer(Thread):
    """Sends messages with unique client ids until the server is killed."""

    def __init__(self, url: str, headers: dict[str, str], other: str, burst: int):
        super().__init__()
        self.url, self.headers, self.other, self.burst = url, headers, other, burst
        self.tried: list[str] = []
        self.acknowledged: list[str] = []

    def run(self) -> None:
        with httpx.Client(base_url=self.url, headers=self.headers, timeout=10) as client:
            for number in range(_BURST):
                mark = f"kill {self.burst} message {number}"
                self.tried.append(mark)
                body = {"receiverId": self.other, "message": mark, "clientId": mark.replace(" ", "-")}
                try:
                    answer = client.post("/api/messages", json=body)
                except httpx.HTTPError:
                    return
                if answer.status_code == 201:
                    self.acknowledged.append(mark)


def _has_said(writer: _Writer, count: int) -> bool:
    return len(writer.acknowledged) > count


def _all(url: str, headers: dict[str, str], user: str, seller: str) -> list[str]:
    texts: list[str] = []
    before = ""
    while True:
        query = {"limit": "100", "before": before}
        answer = httpx.get(f"{url}/api/messages/{user}/{seller}", params=query, headers=headers, timeout=30).json()
        texts = [message["message"] for message in answer["messages"]] + texts
        before = answer["next"]
        if not before:
            return texts


@pytest.mark.timeout(900)
def test_acknowledged_messages_survive_a_killed_server(tmp_path: Path):
    loaded = run("demo", data=tmp_path)
    assert loaded.returncode == 0, loaded.stderr
    settings = {"limit_messages": "100000 per minute", "port": servers.free_port()}
    expected: list[str] = []
    for burst in range(_KILLS):
        server = servers.start(tmp_path, **settings)
        try:
            server.wait()
            user, headers = _login(server.url, "user")
            seller, _ = _login(server.url, "seller")
            writer = _Writer(server.url, headers, seller, burst)
            writer.start()
            enough = 10 + 7 * burst
            servers.until(partial(_has_said, writer, enough))
            server.stop(signal.SIGKILL)
            writer.join(30)
            assert len(writer.acknowledged) < _BURST, "it was killed too late to show anything"

            server = servers.start(tmp_path, **settings)
            server.wait()
            kept = [text for text in _all(server.url, headers, user, seller) if text.startswith(f"kill {burst} ")]
            # Only the message in flight may or may not be stored.
            assert kept[: len(writer.acknowledged)] == writer.acknowledged
            assert kept in (writer.tried[: len(kept)], writer.acknowledged)
            # A browser sends unacknowledged messages again; none may be duplicated.
            for mark in writer.tried:
                body = {"receiverId": seller, "message": mark, "clientId": mark.replace(" ", "-")}
                httpx.post(f"{server.url}/api/messages", json=body, headers=headers, timeout=30).raise_for_status()
            expected += writer.tried
            kept = [text for text in _all(server.url, headers, user, seller) if text.startswith("kill ")]
            assert kept == expected
        finally:
            if server.process.poll() is None:
                server.stop(signal.SIGKILL)
