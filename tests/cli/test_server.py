"""Tests of the server process: metrics of all workers, and graceful shutdown."""

import asyncio
import contextlib
import io
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from threading import Event, Thread

import httpx
import pytest
from PIL import Image
from sqlmodel import Session, select

from marketplace.models import OutboxMail
from tests import servers, services
from tests.cli.commands import refused, run
from tests.cli.conftest import Running
from tests.faults import traffic
from tests.services import answers

# Uploaded files are closed in a thread after the response; a file that is still open must not block the exit.
_SLOW_TO_CLOSE = """
import time
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
async def close(self):
    await run_in_threadpool(time.sleep, 0.25)
    print("the file is closed", flush=True)
UploadFile.close = close
"""

pytestmark = pytest.mark.xdist_group("servers")


def count_of(name: str, text: str) -> float:
    """Return a metric, by the regular expression of its name and labels; 0 if it is missing."""
    found = re.search(rf"^{name} (\S+)$", text, re.MULTILINE)
    return float(found[1]) if found else 0


def in_flight(port: int) -> float:
    """Return how many requests the server with its metrics on this port is handling."""
    return count_of(
        "marketplace_requests_in_flight",
        httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=30, verify=servers.TLS).text,
    )


def test_metrics_have_a_separate_port(running: Running):
    sells = r'marketplace_requests_total\{method="GET",route="[^"]*/product/sell".*transport="api"\}'
    before = running.metrics()
    assert httpx.get(f"{running.url}/metrics").status_code == 404
    for _ in range(3):
        httpx.get(f"{running.url}/api/product/sell")
    text = running.metrics()
    assert count_of(sells, text) == count_of(sells, before) + 3
    assert "marketplace_database_up 1.0" in text
    assert "marketplace_mails_waiting 0.0" in text


def test_metrics_port_in_use_is_one_sentence(tmp_path: Path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = taken.getsockname()[1]
        server = servers.start(tmp_path, metrics_port=number)
        assert server.process.wait(60) == 1
        assert f"Port {number} can't be used for metrics" in server.log.read_text()


def test_no_metrics_without_a_port(tmp_path: Path):
    assert "METRICS_PORT" in refused(run("migrate", data=tmp_path, metrics_port="all"))


def test_workers_end_when_the_server_is_killed(tmp_path: Path):
    with servers.serving(tmp_path) as server:
        port = int(server.url.rsplit(":", 1)[1])
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait(10)
        # Otherwise the port would stay in use.
        try:
            servers.until(lambda: not answers(port), 20)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(server.process.pid, signal.SIGKILL)


@pytest.mark.slow
def test_silent_connection_is_closed(tmp_path: Path):
    with servers.serving(tmp_path) as server:
        host, port = server.url.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), 45) as silent:
            assert silent.recv(1) == b""


@pytest.mark.parametrize("path", ["/api/upload", "/api/report", "/sell"])
def test_early_response_does_not_break_the_upload(running: Running, path: str):
    host, port = running.url.removeprefix("http://").split(":")
    head = f"POST {path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: text/plain\r\ncontent-length: {60 * 1024 * 1024}\r\n\r\n"
    with socket.create_connection((host, int(port)), 30) as connection:
        connection.sendall(head.encode())
        assert connection.recv(12).startswith(b"HTTP/1.1 4")
        # A proxy would mark the server as failed if the connection were closed here.
        for _ in range(20):
            connection.sendall(b"x" * 1024 * 1024)


def test_listens_on_ipv6(tmp_path: Path):
    if not socket.has_ipv6:
        pytest.skip("no IPv6 on this machine")
    port = servers.free_port()
    environment = servers.environment(tmp_path, port=port) | {"MARKETPLACE_HOST": "::1"}
    check = "from marketplace.cli import listening, start; start.check_settings(); listening.check(listening.site())"
    done = subprocess.run(
        [sys.executable, "-c", check], cwd=servers.ROOT, env=environment, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_shutdown_completes_requests_uploads_and_background_tasks(tmp_path: Path):
    people = traffic.create_people(traffic.engine_at("", tmp_path))
    file = io.BytesIO()
    Image.effect_noise((2400, 1800), 80).convert("RGB").save(file, "JPEG")
    photos = [("images", (f"{number}.jpg", file.getvalue() + bytes([number]), "image/jpeg")) for number in range(4)]
    body = b'{"email":"nobody@example.org","password":"not this one"}'
    uploaded: list[int] = []
    ended: list[int] = []
    metrics = servers.free_port()
    with servers.serving(tmp_path, before=_SLOW_TO_CLOSE, metrics_port=metrics, **traffic.SETTINGS) as server:
        host, port = server.url.removeprefix("http://").split(":")
        head = f"POST /api/user/login HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n"

        def upload() -> None:
            url = f"{server.url}/api/upload-multiple"
            uploaded.append(httpx.post(url, headers=people.seller, files=photos, timeout=60).status_code)

        with socket.create_connection((host, int(port)), 30) as connection:
            connection.sendall(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body[:10])
            # The server has read the head of the request and waits for the body.
            servers.until(lambda: in_flight(metrics) == 1)
            uploading = Thread(target=upload)
            uploading.start()
            servers.until(lambda: in_flight(metrics) == 2 or bool(uploaded))
            stopping = Thread(target=lambda: ended.append(server.stop(signal.SIGTERM, timeout_s=100)))
            stopping.start()
            time.sleep(0.5)
            connection.sendall(body[10:])
            answer = connection.recv(65_536).decode()
        stopping.join(100)
        uploading.join(60)
    assert answer.startswith("HTTP/1.1 401")
    assert uploaded == [201]
    assert ended == [0]
    log = server.log.read_text()
    assert log.count("the file is closed") == len(photos)
    for problem in ('"level": "error"', "Killing worker", "shutdown_forced"):
        assert problem not in log


@pytest.mark.slow
def test_incomplete_request_does_not_block_shutdown(tmp_path: Path):
    with servers.serving(tmp_path) as server:
        host, port = server.url.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), 60) as connection:
            head = f"POST /api/user/login HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n"
            connection.sendall(f"{head}content-length: 50\r\n\r\n{{".encode())
            time.sleep(0.5)
            assert server.stop(signal.SIGTERM, timeout_s=100) == 0
    assert "Killing worker" not in server.log.read_text()


@pytest.mark.slow
def test_shutdown_completes_the_current_mail(tmp_path: Path):
    engine = traffic.engine_at("", tmp_path)
    people, begun = traffic.create_people(engine), Event()

    async def think(_server: object, _session: object, envelope: object) -> str:
        begun.set()
        # Longer than the deadline of requests.
        await asyncio.sleep(24)
        mailbox.taken.append((envelope.rcpt_tos[0], envelope.content))  # pyright: ignore
        return "250 taken"

    with services.smtp() as mailbox:
        mailbox.handle_DATA = think
        with servers.serving(tmp_path, **traffic.SETTINGS, smtp_url=f"smtp://127.0.0.1:{mailbox.port}") as server:
            assert traffic.Caller(server.url, people, traffic.Ledger()).ask_for_code("new@example.org")
            assert begun.wait(30)
            assert server.stop(signal.SIGTERM, timeout_s=100) == 0
    assert len(mailbox.taken) == 1
    with Session(engine) as db:
        mail = db.exec(select(OutboxMail)).one()
    assert (mail.attempts, mail.sent_at is not None, mail.locked_until) == (1, True, None)
    assert "Killing worker" not in server.log.read_text()
