"""Servers of our own for tests: the marketplace in processes that can be stopped, killed and watched."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx

ROOT = Path(__file__).parent.parent
_START_S = 240
# As `serve` does, but with whatever front end there is: these tests look at the server only.
_SERVE = """
from marketplace.cli import frontend, server, start
start.check_settings()
start.prepare_database()
if not (frontend.STATIC / "index.html").exists():
    frontend.build()
raise SystemExit(server.run())
"""


def free_port() -> int:
    """A port nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def environment(data: Path, **settings: object) -> dict[str, str]:
    """The environment of a process of ours; settings without the prefix."""
    # Reflex behaves otherwise where it believes that a test runner is around.
    made = {name: value for name, value in os.environ.items() if not name.startswith(("MARKETPLACE_", "PYTEST_"))}
    made |= {"MARKETPLACE_DATA_DIR": str(data), "MARKETPLACE_HOST": "127.0.0.1"}
    return made | {f"MARKETPLACE_{name.upper()}": str(value) for name, value in settings.items()}


@dataclass
class Server:
    """A running marketplace."""

    url: str
    log: Path
    process: subprocess.Popen[bytes]

    def is_up(self) -> bool:
        """Whether it is ready."""
        with contextlib.suppress(httpx.HTTPError):
            return httpx.get(f"{self.url}/api/health", timeout=5).status_code == 200
        return False

    def wait(self, timeout_s: float = _START_S) -> None:
        """Until it is ready."""
        deadline = time.monotonic() + timeout_s
        while not self.is_up():
            assert self.process.poll() is None, self.log.read_text()[-4000:]
            assert time.monotonic() < deadline, self.log.read_text()[-4000:]
            time.sleep(0.1)

    def stop(self, number: int = signal.SIGTERM, timeout_s: float = 30) -> int:
        """Send the signal to the whole group and wait for the end; the exit code."""
        with contextlib.suppress(ProcessLookupError):
            if number == signal.SIGKILL:
                os.killpg(self.process.pid, number)
            else:
                self.process.send_signal(number)
        return self.process.wait(timeout_s)


def start(data: Path, *, serve: bool = False, before: str = "", **settings: object) -> Server:
    """Start one, without waiting for it.

    Args:
        serve: as people do, with demo data and a front end that is up to date.
        before: Python that the process runs first, to change the world it lives in.
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
    """One that is ready, and gone at the end."""
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
    """Wait for something that another process does."""
    deadline = time.monotonic() + timeout_s
    while not met():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.1)
