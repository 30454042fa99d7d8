"""Whether the process can do its work, and each thing it depends on."""

import os
import shutil
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as LateError
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

from redis import Redis
from sqlalchemy import text

from marketplace import database
from marketplace.integrations.mail import SmtpMailer, get_mailer
from marketplace.integrations.storage import get_store
from marketplace.settings import get_settings

_PATIENCE_S = 2.0
# Anyone may ask, so the dependencies are asked at most this often, whoever asks how often.
_FRESH_S = 1.0
_MAIL_FRESH_S = 30.0
_LOW_DISK_BYTES = 200 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Finding:
    """How one dependency is.

    Attributes:
        needed: whether the site can't serve without it; the others only make it wait.
        message: for people; names no address.
        ms: how long it took to answer.
    """

    name: str
    ok: bool
    needed: bool
    message: str
    ms: float


@dataclass(frozen=True, slots=True)
class _Check:
    name: str
    needed: bool
    ask: Callable[[], str]
    fresh_s: float = _FRESH_S


def _database() -> str:
    with database.get_engine().connect() as connection:
        connection.execute(text("SELECT 1"))
    return "answers"


@lru_cache
def _redis_at(url: str) -> Redis:
    return Redis.from_url(url, socket_timeout=_PATIENCE_S, socket_connect_timeout=_PATIENCE_S)


def _redis() -> str:
    _redis_at(get_settings().redis_url).ping()
    return "answers"


def _media() -> str:
    if get_settings().media_url:
        get_store().modified_at("health-probe")
        return "answers"
    folder = get_settings().data_dir / "media"
    if folder.exists() and not os.access(folder, os.W_OK):
        raise OSError("can't be written")
    return "can be written"


def _mail() -> str:
    mailer = get_mailer()
    if isinstance(mailer, SmtpMailer):
        mailer.probe()
        return "answers"
    return "mails are written to files"


def _disk() -> str:
    free = shutil.disk_usage(get_settings().data_dir).free
    if free < _LOW_DISK_BYTES:
        raise OSError(f"{free // 1024**2} MB are free")
    return f"{free // 1024**2} MB are free"


def _checks() -> list[_Check]:
    redis = [_Check("redis", True, _redis)] if get_settings().redis_url else []
    return [
        _Check("database", True, _database),
        *redis,
        _Check("media", False, _media),
        _Check("mail", False, _mail, _MAIL_FRESH_S),
        _Check("disk", False, _disk),
    ]


class _Asked:
    """The last answers, and who is being asked right now: of one that hangs there is never a second question."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._running: dict[str, Future[Finding]] = {}
        self._done: dict[str, tuple[float, Finding]] = {}
        self._pool = ThreadPoolExecutor(5, thread_name_prefix="health")

    def begin(self, check: _Check) -> Future[Finding]:
        with self._lock:
            last = self._done.get(check.name)
            if last and time.monotonic() - last[0] < check.fresh_s:
                settled: Future[Finding] = Future()
                settled.set_result(last[1])
                return settled
            running = self._running.get(check.name)
            if running is None or running.done():
                running = self._running[check.name] = self._pool.submit(self._ask, check)
            return running

    def _ask(self, check: _Check) -> Finding:
        finding = ask(check)
        with self._lock:
            self._done[check.name] = (time.monotonic(), finding)
        return finding


def ask(check: _Check) -> Finding:
    """Ask one dependency, however long it takes."""
    began = time.perf_counter()
    try:
        ok, message = True, check.ask()
    except Exception as error:
        # The type says enough for anyone; addresses and names in the text are for the log and `doctor`.
        ok, message = False, str(error) if type(error) is OSError else type(error).__name__
    return Finding(check.name, ok, check.needed, message, round((time.perf_counter() - began) * 1000, 1))


@lru_cache
def _asked() -> _Asked:
    return _Asked()


def find_out() -> list[Finding]:
    """How each dependency is; one that does not answer within two seconds counts as away."""
    checks = _checks()
    asked = _asked()
    pending = [asked.begin(check) for check in checks]
    deadline = time.monotonic() + _PATIENCE_S
    findings = []
    for check, future in zip(checks, pending, strict=True):
        try:
            findings.append(future.result(max(0.0, deadline - time.monotonic())))
        except LateError:
            findings.append(Finding(check.name, False, check.needed, "no answer", _PATIENCE_S * 1000))
    return findings
