"""Serves the backend on its own port, without a front end; the tests send the events."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx

from marketplace.settings import Settings, get_settings
from tests import servers, shared

ROOT = Path(__file__).parent.parent.parent.parent
_START_SECONDS = 240
_SERVE = """
from reflex.constants import Env
from reflex.environment import environment

environment.REFLEX_ENV_MODE.set(Env.PROD)
environment.REFLEX_SKIP_COMPILE.set(True)

# No test of this server asks for a page, and compiling them all takes longer than the rest of the start.
from marketplace.ssr import pages

pages.compile_public_pages = lambda: None

from granian.constants import Interfaces
from granian.server import Server

from marketplace.core import garbage_collection
from marketplace.settings import get_settings

garbage_collection.disable_while_workers_load()
Server(
    target="marketplace.marketplace:app",
    factory=True,
    address="127.0.0.1",
    port=get_settings().port,
    interface=Interfaces.ASGI,
    websockets=True,
    log_access=False,
).serve()
"""


@dataclass(frozen=True)
class Served:
    """A running backend."""

    port: int
    log: Path


def _port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _environment(data: Path, port: int, settings: dict[str, object]) -> dict[str, str]:
    # Reflex behaves differently if it detects a test runner.
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("MARKETPLACE_", "PYTEST_"))}
    ours: dict[str, object] = {
        "data_dir": data,
        "port": port,
        # Codes and hashes are derived from it, and the tests create some.
        "secret_key": get_settings().secret,
        "log_level": "WARNING",
        # Background workers write too, but each write must belong to the event.
        "jobs_in_app": "false",
        "last_seen_s": 10**6,
        "login_prompt_ms": 0,
        "chat_autosend_ms": 0,
        "reset_return_ms": 0,
    }
    ours |= {name: "100000 per minute" for name in Settings.model_fields if name.startswith("limit_")}
    ours |= settings
    named = {f"MARKETPLACE_{name.upper()}": str(value) for name, value in ours.items()}
    return kept | shared.CHEAP_HASHES | named | {"REFLEX_WEB_WORKDIR": str(data / "web"), "PYTHONPATH": str(ROOT)}


@contextlib.contextmanager
def serving(data: Path, **settings: object) -> Iterator[Served]:
    """Serve the data folder until the block ends.

    Args:
        data: folder with a migrated `marketplace.db`.
        settings: settings by name, in addition to those that all tests share.
    """
    port, log = _port(), data / "server.log"
    # As after a build: none of the pages has a State of its own, so the server need not evaluate them.
    (data / "web" / "backend").mkdir(parents=True)
    (data / "web" / "backend" / "stateful_pages.json").write_text("[]")
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-c", _SERVE],
            cwd=ROOT,
            env=_environment(data, port, settings),
            stdout=output,
            stderr=output,
        )
    try:
        _wait(process, port, log)
        yield Served(port, log)
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()


def _wait(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise AssertionError(f"the server stopped:\n{log.read_text()[-4000:]}")
        with contextlib.suppress(httpx.HTTPError):
            if httpx.get(f"http://127.0.0.1:{port}/api/category", timeout=5, verify=servers.TLS).status_code == 200:
                return
        time.sleep(0.1)
    raise AssertionError(f"the server did not start:\n{log.read_text()[-4000:]}")
