"""The serving process: metrics of all workers on a port of their own, and an end that finishes what was begun."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread

import httpx
import pytest

from tests import servers
from tests.cli.test_faults import refused, run
from tests.services import answers

pytestmark = pytest.mark.xdist_group("servers")


def test_metrics_are_on_a_port_of_their_own(tmp_path: Path):
    port = servers.free_port()
    with servers.serving(tmp_path, metrics_port=port) as server:
        assert httpx.get(f"{server.url}/metrics").status_code == 404
        for _ in range(3):
            httpx.get(f"{server.url}/api/product/sell")
        text = httpx.get(f"http://127.0.0.1:{port}/metrics").text
    counted = re.search(
        r'marketplace_requests_total\{door="api",method="GET",route="[^"]*/product/sell".*\} (\d+)', text
    )
    assert counted
    assert float(counted[1]) == 3
    assert "marketplace_database_up 1.0" in text
    assert "marketplace_mails_waiting 0.0" in text


def test_a_taken_port_for_metrics_is_one_sentence(tmp_path: Path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = taken.getsockname()[1]
        server = servers.start(tmp_path, metrics_port=number)
        assert server.process.wait(60) == 1
        assert f"Port {number} can't be used for metrics" in server.log.read_text()


def test_metrics_only_where_there_is_a_port(tmp_path: Path):
    assert "METRICS_PORT" in refused(run("migrate", data=tmp_path, metrics_port="all"))


def test_workers_end_when_what_started_them_is_killed(tmp_path: Path):
    with servers.serving(tmp_path) as server:
        port = int(server.url.rsplit(":", 1)[1])
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait(10)
        # Else the port would be taken for ever, and whoever starts it again would be told so.
        try:
            servers.until(lambda: not answers(port), 20)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(server.process.pid, signal.SIGKILL)


@pytest.mark.slow
def test_who_connects_and_says_nothing_is_cut_off(tmp_path: Path):
    with servers.serving(tmp_path) as server:
        host, port = server.url.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), 45) as silent:
            assert silent.recv(1) == b""


def test_an_ipv6_address_can_be_served(tmp_path: Path):
    if not socket.has_ipv6:
        pytest.skip("no IPv6 on this machine")
    port = servers.free_port()
    environment = servers.environment(tmp_path, port=port) | {"MARKETPLACE_HOST": "::1"}
    check = "from marketplace.cli import start; start.check_settings(); start.check_port()"
    done = subprocess.run(
        [sys.executable, "-c", check], cwd=servers.ROOT, env=environment, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_stopping_answers_what_was_asked_before(tmp_path: Path):
    with servers.serving(tmp_path) as server:
        host, port = server.url.removeprefix("http://").split(":")
        body = b'{"email":"nobody@example.org","password":"not this one"}'
        head = f"POST /api/user/login HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n"
        with socket.create_connection((host, int(port)), 30) as connection:
            connection.sendall(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body[:10])
            # The request is in hand: its head was read, its body is on the way.
            time.sleep(0.5)
            ended: list[int] = []
            waiting = Thread(target=lambda: ended.append(server.stop(signal.SIGTERM)))
            waiting.start()
            time.sleep(0.5)
            connection.sendall(body[10:])
            answer = connection.recv(65_536).decode()
        waiting.join(40)
    assert answer.startswith("HTTP/1.1 401")
    assert ended == [0]
    assert '"level": "error"' not in server.log.read_text()
