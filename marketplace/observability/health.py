"""Health checks of the services that the site depends on."""

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

from marketplace.db import database, replicas
from marketplace.integrations.mail import SmtpMailer, get_mailer
from marketplace.integrations.storage import get_store
from marketplace.jobs import indexer
from marketplace.settings import get_settings

_TIMEOUT_S = 2.0
# /api/health is public, so a result is reused for this long instead of checking for every request.
_MAX_AGE_S = 1.0
_MAIL_MAX_AGE_S = 30.0
_LOW_DISK_BYTES = 200 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of checking one dependency.

    Attributes:
        name: name of the dependency.
        ok: it works.
        needed: the site can't serve without it.
        message: description without addresses.
        ms: milliseconds that the check took.
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
    run: Callable[[], str]
    max_age_s: float = _MAX_AGE_S


def _database() -> str:
    with database.get_engine().connect() as connection:
        connection.execute(text("SELECT 1"))
    return "answers"


def _replicas() -> str:
    with database.get_engine().connect() as connection:
        problems = replicas.find_problems(connection)
    message = f"{sum(not problem for problem in problems.values())} of {len(problems)} can be used"
    if any(problems.values()):
        raise OSError(message)
    return message


@lru_cache
def _redis_at(url: str) -> Redis:
    return Redis.from_url(url, socket_timeout=_TIMEOUT_S, socket_connect_timeout=_TIMEOUT_S)


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


def _search() -> str:
    behind, percent = indexer.lag(), indexer.index_folder().percent_built
    if behind is None:
        raise OSError(f"the index is being built, {percent or 0} %")
    return f"{behind} changes behind" + (f", a new index is {percent} % built" if percent is not None else "")


def _disk() -> str:
    free = shutil.disk_usage(get_settings().data_dir).free
    if free < _LOW_DISK_BYTES:
        raise OSError(f"{free // 1024**2} MB are free")
    return f"{free // 1024**2} MB are free"


def _checks() -> list[_Check]:
    replicated = [_Check("replicas", False, _replicas)] if get_settings().database_replica_url else []
    redis = [_Check("redis", True, _redis)] if get_settings().redis_url else []
    return [
        _Check("database", True, _database),
        *replicated,
        *redis,
        _Check("media", False, _media),
        _Check("mail", False, _mail, _MAIL_MAX_AGE_S),
        _Check("search", False, _search),
        _Check("disk", False, _disk),
    ]


class _Runner:
    """Runs checks in threads and reuses recent results. A check that hangs is never started a second time."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._running: dict[str, Future[CheckResult]] = {}
        self._results: dict[str, tuple[float, CheckResult]] = {}
        self._pool = ThreadPoolExecutor(5, thread_name_prefix="health")

    def start(self, check: _Check) -> Future[CheckResult]:
        with self._lock:
            last = self._results.get(check.name)
            if last and time.monotonic() - last[0] < check.max_age_s:
                recent: Future[CheckResult] = Future()
                recent.set_result(last[1])
                return recent
            running = self._running.get(check.name)
            if running is None or running.done():
                running = self._running[check.name] = self._pool.submit(self._run, check)
            return running

    def _run(self, check: _Check) -> CheckResult:
        result = run_check(check)
        with self._lock:
            self._results[check.name] = (time.monotonic(), result)
        return result


def run_check(check: _Check) -> CheckResult:
    """Check one dependency, without a timeout."""
    started = time.perf_counter()
    try:
        ok, message = True, check.run()
    except Exception as error:
        # Only the type is public: the text may contain addresses and names, which are for the log and `doctor`.
        ok, message = False, str(error) if type(error) is OSError else type(error).__name__
    return CheckResult(check.name, ok, check.needed, message, round((time.perf_counter() - started) * 1000, 1))


@lru_cache
def _runner() -> _Runner:
    return _Runner()


def check_dependencies() -> list[CheckResult]:
    """Check all dependencies in parallel. One that does not answer within two seconds counts as failed."""
    checks = _checks()
    runner = _runner()
    pending = [runner.start(check) for check in checks]
    deadline = time.monotonic() + _TIMEOUT_S
    results = []
    for check, future in zip(checks, pending, strict=True):
        try:
            results.append(future.result(max(0.0, deadline - time.monotonic())))
        except LateError:
            results.append(CheckResult(check.name, False, check.needed, "no answer", _TIMEOUT_S * 1000))
    return results
