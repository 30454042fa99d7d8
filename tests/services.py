"""Services for tests (Redis, PostgreSQL, S3, SMTP) on free ports, which a test may stop, kill and start again."""

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
    """Return the path of a program. Without the program the test is skipped, and in CI it fails."""
    found = shutil.which(name) or next(
        (str(Path(folder, name)) for folder in folders if Path(folder, name).exists()), ""
    )
    if not found:
        if REQUIRE_SERVICES:
            pytest.fail(f"{name} is not installed")
        pytest.skip(f"{name} is not installed")
    return found


def answers(port: int) -> bool:
    """Return whether the port accepts connections."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


def wait_for(met: Callable[[], bool], what: str) -> None:
    """Wait until the condition is met; fail after a minute."""
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
        """Start the process and wait until it accepts connections."""
        with self._log.open("ab") as output:
            self._process = subprocess.Popen(self._command, stdout=output, stderr=output, start_new_session=True)
        wait_for(lambda: answers(self.port), self.name)

    def stop(self, number: int = signal.SIGKILL) -> None:
        """Send a signal to the process group and wait for its end."""
        if self._process and self._process.poll() is None:
            os.killpg(self._process.pid, number)
            self._process.wait(30)


@contextmanager
def redis(folder: Path) -> Iterator[Process]:
    """Run a Redis server without persistence."""
    program, port = find_program("redis-server"), free_port()
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    made = Process("redis", command, port, folder / "redis.log")
    made.start()
    try:
        yield made
    finally:
        made.stop()


class Cluster:
    """A PostgreSQL server with a separate data folder."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1:]
        self.port = free_port()

    @property
    def url(self) -> str:
        """The SQLAlchemy URL of the default database."""
        return f"postgresql+psycopg://postgres@127.0.0.1:{self.port}/postgres"

    def create(self, primary: "Cluster | None" = None) -> None:
        """Create the data folder, as a streaming replica if a primary is given."""
        folder = str(self._folder / "data")
        if primary is None:
            self._run("initdb", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--no-sync", "-D", folder)
        else:
            source = ("--host=127.0.0.1", f"--port={primary.port}", "--username=postgres")
            self._run("pg_basebackup", *source, "--write-recovery-conf", "--checkpoint=fast", "--no-sync", "-D", folder)

    def start(self) -> None:
        """Start the server; it first recovers from a crash, if there was one."""
        # Commits must survive a crash of the server, not of the machine. Keep log for replicas that are away.
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off -c wal_keep_size=256MB"
        self._control("start", "-w", "-t", str(_START_S), "-o", options, "-l", str(self._folder / "log"))

    def stop(self, mode: str = "immediate") -> None:
        """Stop the server; the default mode leaves the data as a crash does."""
        self._control("stop", "-w", "-m", mode)

    def promote(self) -> None:
        """Make a replica a primary of its own."""
        self._control("promote", "-w")

    def _control(self, *arguments: str) -> None:
        self._run("pg_ctl", "-D", str(self._folder / "data"), *arguments)

    def _run(self, program: str, *arguments: str) -> None:
        path = find_program(program, *map(str, self._programs))
        # PostgreSQL refuses to run as root.
        user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        done = subprocess.run(
            [*user, path, *arguments], cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False
        )
        assert done.returncode == 0, f"{program}: {done.stderr.decode()}"


@contextmanager
def postgres(primary: Cluster | None = None) -> Iterator[Cluster]:
    """Run a PostgreSQL server in a temporary folder, as a streaming replica if a primary is given."""
    find_program("initdb", *map(str, sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1:]))
    folder = Path(tempfile.mkdtemp(prefix="marketplace-postgres-"))
    if os.geteuid() == 0:
        try:
            user = pwd.getpwnam("postgres")
        except KeyError:
            pytest.skip("PostgreSQL can't be run by root, and there is no user postgres")
        os.chown(folder, user.pw_uid, user.pw_gid)
    made = Cluster(folder)
    made.create(primary)
    made.start()
    try:
        yield made
    finally:
        with contextlib.suppress(AssertionError):
            made.stop()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def s3(folder: Path) -> Iterator[str]:
    """Run an S3 server with an empty bucket and yield its URL."""
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
    """An SMTP server that keeps all received mails, also while it is stopped."""

    def __init__(self) -> None:
        self.port = free_port()
        self.taken: list[tuple[str, bytes]] = []
        self._controller: Controller | None = None

    async def handle_DATA(self, _server: object, _session: object, envelope: object) -> str:
        """Store a received mail."""
        self.taken.append((envelope.rcpt_tos[0], envelope.content))  # pyright: ignore
        return "250 taken"

    def start(self) -> None:
        """Start to accept connections."""
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self._controller.start()

    def stop(self) -> None:
        """Stop accepting connections."""
        if self._controller:
            self._controller.stop()
            self._controller = None


@contextmanager
def smtp() -> Iterator[Mailbox]:
    """Run an SMTP server."""
    made = Mailbox()
    made.start()
    try:
        yield made
    finally:
        made.stop()


class Gate:
    """A TCP proxy in front of a port. It can close (cut connections and refuse new ones) or fall silent (accept data on open
    connections and never forward it).
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
        """Accept and forward connections."""
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", self.port))
        listener.listen(64)
        self._listener = listener
        Thread(target=self._accept, args=(listener,), daemon=True).start()

    def stop(self) -> None:
        """Cut all connections and refuse new ones."""
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
        """Stop forwarding data on the open connections, without closing them.

        Args:
            for_good: also on new connections, until `hear_again`.
        """
        self._deaf = for_good
        self._silent |= self._open

    def hear_again(self) -> None:
        """Forward data on new connections again."""
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
    """Run a TCP proxy in front of a local port."""
    made = Gate(target)
    made.start()
    try:
        yield made
    finally:
        made.stop()
