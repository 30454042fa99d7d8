"""Real services of a test's own, on ports of its own, that may be stopped, killed and started again."""

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest
from aiosmtpd.controller import Controller

from tests.conftest import REQUIRE_SERVICES
from tests.servers import free_port

_START_S = 60
AWS = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test"}
BUCKET = "market"


def find_program(name: str, *folders: str) -> str:
    """Where a program lies; the test is skipped with a reason where there is none, and fails in CI."""
    found = shutil.which(name) or next(
        (str(Path(folder, name)) for folder in folders if Path(folder, name).exists()), ""
    )
    if not found:
        if REQUIRE_SERVICES:
            pytest.fail(f"{name} is not installed")
        pytest.skip(f"{name} is not installed")
    return found


def answers(port: int) -> bool:
    """Whether somebody listens there."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


def wait_for(met: Callable[[], bool], what: str) -> None:
    """Until a service is there."""
    deadline = time.monotonic() + _START_S
    while not met():
        assert time.monotonic() < deadline, f"{what} did not start"
        time.sleep(0.05)


class Process:
    """A service that is a child process."""

    def __init__(self, name: str, command: list[str], port: int, log: Path):
        self.name, self.port = name, port
        self._command, self._log = command, log
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it listens."""
        with self._log.open("ab") as output:
            self._process = subprocess.Popen(self._command, stdout=output, stderr=output, start_new_session=True)
        wait_for(lambda: answers(self.port), self.name)

    def stop(self, number: int = signal.SIGKILL) -> None:
        """End it, at once if nothing else is said."""
        if self._process and self._process.poll() is None:
            os.killpg(self._process.pid, number)
            self._process.wait(30)


@contextmanager
def redis(folder: Path) -> Iterator[Process]:
    """A Redis server that keeps nothing."""
    program, port = find_program("redis-server"), free_port()
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    made = Process("redis", command, port, folder / "redis.log")
    made.start()
    try:
        yield made
    finally:
        made.stop()


class Cluster:
    """A PostgreSQL server with a data folder of its own."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1:]
        self.port = free_port()

    @property
    def url(self) -> str:
        """The address of its first database."""
        return f"postgresql+psycopg://postgres@127.0.0.1:{self.port}/postgres"

    def create(self) -> None:
        """Make the data folder."""
        folder = str(self._folder / "data")
        self._run("initdb", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--no-sync", "-D", folder)

    def start(self) -> None:
        """Start it; what a crash left is mended first."""
        # What is committed must outlast the server, not the machine.
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off"
        self._control("start", "-w", "-t", str(_START_S), "-o", options, "-l", str(self._folder / "log"))

    def stop(self, mode: str = "immediate") -> None:
        """End it, by default as a crash does."""
        self._control("stop", "-w", "-m", mode)

    def _control(self, *arguments: str) -> None:
        self._run("pg_ctl", "-D", str(self._folder / "data"), *arguments)

    def _run(self, program: str, *arguments: str) -> None:
        path = find_program(program, *map(str, self._programs))
        # It refuses to be run by root.
        user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        done = subprocess.run(
            [*user, path, *arguments], cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False
        )
        assert done.returncode == 0, f"{program}: {done.stderr.decode()}"


@contextmanager
def postgres() -> Iterator[Cluster]:
    """A running PostgreSQL server of our own."""
    find_program("initdb", *map(str, sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1:]))
    folder = Path(tempfile.mkdtemp(prefix="marketplace-postgres-"))
    if os.geteuid() == 0:
        try:
            user = pwd.getpwnam("postgres")
        except KeyError:
            pytest.skip("PostgreSQL can't be run by root, and there is no user postgres")
        os.chown(folder, user.pw_uid, user.pw_gid)
    made = Cluster(folder)
    made.create()
    made.start()
    try:
        yield made
    finally:
        with contextlib.suppress(AssertionError):
            made.stop()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def s3(folder: Path) -> Iterator[str]:
    """The address of an S3 server with an empty bucket."""
    import boto3

    port = free_port()
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    made = Process("s3", command, port, folder / "s3.log")
    made.start()
    url = f"http://127.0.0.1:{made.port}"
    try:
        client = boto3.client(
            "s3", endpoint_url=url, region_name="us-east-1", aws_access_key_id="test", aws_secret_access_key="test"
        )
        client.create_bucket(Bucket=BUCKET)
        yield url
    finally:
        made.stop()


class Mailbox:
    """An SMTP server that keeps what it is given, over its stops too."""

    def __init__(self) -> None:
        self.port = free_port()
        self.taken: list[tuple[str, bytes]] = []
        self._controller: Controller | None = None

    async def handle_DATA(self, _server: object, _session: object, envelope: object) -> str:
        """Take a mail."""
        self.taken.append((envelope.rcpt_tos[0], envelope.content))  # pyright: ignore
        return "250 taken"

    def start(self) -> None:
        """Listen."""
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self._controller.start()

    def stop(self) -> None:
        """Listen no more."""
        if self._controller:
            self._controller.stop()
            self._controller = None


@contextmanager
def smtp() -> Iterator[Mailbox]:
    """A listening SMTP server."""
    made = Mailbox()
    made.start()
    try:
        yield made
    finally:
        made.stop()


class Gate:
    """A way to a port that can be shut: connections are cut, and new ones refused. It can fall silent too: what is sent over
    connections that stand is taken, and never arrives.
    """

    def __init__(self, target: int):
        self.port = free_port()
        self._target = target
        self._listener: socket.socket | None = None
        self._open: set[socket.socket] = set()
        self._silent: set[socket.socket] = set()
        self._deaf = False
        self.count = 0

    def start(self) -> None:
        """Let through."""
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", self.port))
        listener.listen(64)
        self._listener = listener
        Thread(target=self._accept, args=(listener,), daemon=True).start()

    def stop(self) -> None:
        """Shut."""
        if self._listener:
            # Only a shutdown wakes the thread that waits for connections.
            with contextlib.suppress(OSError):
                self._listener.shutdown(socket.SHUT_RDWR)
            self._listener.close()
            self._listener = None
        for each in list(self._open):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def fall_silent(self, *, for_good: bool = False) -> None:
        """Pass on nothing more between those that are connected.

        Args:
            for_good: nor for those that connect from now on, until `hear_again`.
        """
        self._deaf = for_good
        self._silent |= self._open

    def hear_again(self) -> None:
        """Pass on what those that connect from now on say."""
        self._deaf = False

    def _accept(self, listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                here, _ = listener.accept()
                self.count += 1
                there = socket.create_connection(("127.0.0.1", self._target))
                self._open |= {here, there}
                if self._deaf:
                    self._silent |= {here, there}
                for one, other in ((here, there), (there, here)):
                    Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65_536):
                if one not in self._silent:
                    other.sendall(data)
        for each in (one, other):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            self._open.discard(each)
            each.close()


@contextmanager
def gate(target: int) -> Iterator[Gate]:
    """An open gate before a port of this machine."""
    made = Gate(target)
    made.start()
    try:
        yield made
    finally:
        made.stop()
