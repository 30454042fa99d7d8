"""The marketplace as a server process that tests can stop, kill and watch."""

import contextlib
import os
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx

from tests import shared

ROOT = Path(__file__).parent.parent
_START_S = 240
# Passed as `verify`, because a client that loads the certificates itself takes longer for it than for the request.
TLS = ssl.create_default_context()
# Like `serve`, but with an existing front end even if it is outdated: these tests check the server only.
_SERVE = """
from marketplace.cli import frontend, server, start
start.check_settings()
start.prepare_database()
if not frontend.is_built():
    frontend.build()
server.run()
"""


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def environment(data: Path, **settings: object) -> dict[str, str]:
    """Return the environment of a server process. Settings are named without the prefix."""
    # Reflex behaves differently when it detects pytest.
    made = {name: value for name, value in os.environ.items() if not name.startswith(("MARKETPLACE_", "PYTEST_"))}
    made |= {"MARKETPLACE_DATA_DIR": str(data), "MARKETPLACE_HOST": "127.0.0.1", **shared.CHEAP_HASHES}
    return made | {f"MARKETPLACE_{name.upper()}": str(value) for name, value in settings.items()}


@dataclass
class Server:
    """A running marketplace."""

    url: str
    log: Path
    process: subprocess.Popen[bytes]

    def is_up(self) -> bool:
        """Return whether the server is ready."""
        with contextlib.suppress(httpx.HTTPError):
            return httpx.get(f"{self.url}/api/health", timeout=5, verify=TLS).status_code == 200
        return False

    def wait(self, timeout_s: float = _START_S) -> None:
        """Wait until the server is ready."""
        deadline = time.monotonic() + timeout_s
        while not self.is_up():
            assert self.process.poll() is None, self.log.read_text()[-4000:]
            assert time.monotonic() < deadline, self.log.read_text()[-4000:]
            time.sleep(0.1)

    def stop(self, number: int = signal.SIGTERM, timeout_s: float = 30) -> int:
        """Send a signal (SIGKILL to the whole process group), wait for the end and return the exit code."""
        with contextlib.suppress(ProcessLookupError):
            if number == signal.SIGKILL:
                os.killpg(self.process.pid, number)
            else:
                self.process.send_signal(number)
        return self.process.wait(timeout_s)


def start(data: Path, *, serve: bool = False, before: str = "", **settings: object) -> Server:
    """Start a server without waiting until it is ready.

    Args:
        serve: run `python -m marketplace serve`, with demo data and a current front end.
        before: Python code that the process runs first, for example to replace a function.
    """
    data.mkdir(parents=True, exist_ok=True)
    port = int(str(settings.pop("port", 0))) or free_port()
    log = data / f"server-{port}.log"
    with log.open("ab") as output:
        process = subprocess.Popen(
            [sys.executable, *(["-m", "marketplace", "serve"] if serve else ["-c", before + _SERVE])],
            cwd=ROOT,
            env=environment(data, port=port, **settings),
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    return Server(f"http://127.0.0.1:{port}", log, process)


@contextlib.contextmanager
def serving(data: Path, *, before: str = "", **settings: object) -> Iterator[Server]:
    """Run a server: ready at the start of the block, stopped at its end."""
    made = start(data, before=before, **settings)
    try:
        made.wait()
        yield made
    finally:
        if made.process.poll() is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                made.stop()
        if made.process.poll() is None:
            made.stop(signal.SIGKILL)


def until(met: Callable[[], bool], timeout_s: float = 60) -> None:
    """Wait until the condition is met."""
    deadline = time.monotonic() + timeout_s
    while not met():
        assert time.monotonic() < deadline, "the condition was not met in time"
        time.sleep(0.1)
