"""Connections to PostgreSQL: planner settings and timeouts, also for a server that stops answering.

A machine that loses power closes no connection, so a client would wait forever. TCP keepalive detects a server that no longer
acknowledges packets. If a proxy in between still acknowledges them, only a timeout on the client helps.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic
from typing import Any

import psycopg
from sqlalchemy import Connection, Engine, event

# All statements are short, and the best plan depends on the parameters: JIT compilation, parallel workers and generic plans
# cost more time than they save.
_SETTINGS = {
    "timezone": "UTC",
    "jit": "off",
    "max_parallel_workers_per_gather": "0",
    "plan_cache_mode": "force_custom_plan",
    # Random reads from SSDs and from memory cost about as much as sequential ones.
    "random_page_cost": "1.1",
}
_CONNECT_ARGUMENTS: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives": 1,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    # Milliseconds until unacknowledged data closes the connection.
    "tcp_user_timeout": 20_000,
}
# For opening a connection and for checking a pooled one.
CONNECT_TIMEOUT_S = 3.0
# For a statement of a request, waiting for locks included; as long as the busy timeout of SQLite. Timeouts of proxies and
# browsers are longer.
REQUEST_TIMEOUT_S = 15.0
# PostgreSQL cancels a statement that takes too long. The client waits this much longer for the server's error.
_MARGIN_S = 3.0
_timeout: ContextVar[tuple[float | None] | None] = ContextVar("statement_timeout", default=None)


class TimeoutConnection(psycopg.Connection):
    """A connection that is closed if the server does not answer within `timeout_s`; None for no timeout."""

    timeout_s: float | None = CONNECT_TIMEOUT_S

    def wait(self, gen: Any, *arguments: Any, **options: Any) -> Any:
        """Wait for the server's answer.

        Raises:
            psycopg.OperationalError: no answer in time. The connection is closed, because the answer may still arrive.
        """
        timeout_s, started = self.timeout_s, monotonic()
        if timeout_s is None:
            return super().wait(gen, *arguments, **options)
        try:
            return super().wait(gen, *arguments, **{"timeout": timeout_s} | options)
        except psycopg.OperationalError as error:
            if monotonic() - started < timeout_s:
                raise
            self.close()
            raise psycopg.OperationalError(f"no answer within {timeout_s:g} seconds") from error


@contextmanager
def statement_timeout(timeout_s: float | None = None) -> Iterator[None]:
    """Set another statement timeout in seconds, or None, for transactions that start in this block: migrations, bulk loads, jobs."""
    token = _timeout.set((timeout_s,))
    try:
        yield
    finally:
        _timeout.reset(token)


def connect_arguments(timeout_s: float | None) -> dict[str, Any]:
    """Return the arguments for `psycopg.connect`, with the statement timeout outside of `statement_timeout`; None for no timeout."""
    settings = _SETTINGS | {"statement_timeout": _milliseconds(timeout_s)}
    return _CONNECT_ARGUMENTS | {"options": " ".join(f"-c {name}={value}" for name, value in settings.items())}


def enforce_timeouts(engine: Engine, timeout_s: float | None) -> None:
    """Make the engine use `TimeoutConnection`, with the timeout given to `connect_arguments` or that of the surrounding
    `statement_timeout`.
    """

    def connect(_dialect: object, _record: object, arguments: Any, options: dict[str, Any]) -> psycopg.Connection:
        return TimeoutConnection.connect(*arguments, **options)

    def begin(connection: Connection) -> None:
        override = _timeout.get()
        in_force = override[0] if override else timeout_s
        driver: Any = connection.connection.dbapi_connection
        driver.timeout_s = None if in_force is None else in_force + _MARGIN_S
        if in_force != timeout_s:
            connection.exec_driver_sql(f"SET LOCAL statement_timeout = {_milliseconds(in_force)}")

    def reset(connection: Any, _record: object) -> None:
        if connection is not None:
            connection.timeout_s = CONNECT_TIMEOUT_S

    event.listen(engine, "do_connect", connect)
    event.listen(engine, "begin", begin)
    event.listen(engine, "checkin", reset)


def _milliseconds(timeout_s: float | None) -> str:
    """Return a timeout as a PostgreSQL setting, where 0 means none."""
    return str(round(1000 * (timeout_s or 0)))
