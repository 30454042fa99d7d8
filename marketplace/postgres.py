"""Connections to PostgreSQL: how it plans, and how long anybody waits for it, above all where it goes without a word.

A machine that loses its power closes no connection: whoever asked over one would wait for ever. TCP notices where nobody
acknowledges any more; where something between the two still does, only a limit helps.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic
from typing import Any

import psycopg
from sqlalchemy import Connection, Engine, event

# Every statement is short, one among many at once, and its best plan depends on the words that are asked for: compiling
# it, starting helpers for it, or keeping one plan for all words takes longer than running it.
_SETTINGS = {
    "timezone": "UTC",
    "jit": "off",
    "max_parallel_workers_per_gather": "0",
    "plan_cache_mode": "force_custom_plan",
    # Of a disk without a moving head, and of what is in memory anyway.
    "random_page_cost": "1.1",
}
_CONNECTING: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives": 1,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    # Milliseconds, of what was sent and not acknowledged.
    "tcp_user_timeout": 20_000,
}
# For the question whether a connection still stands, and for those that open it.
GREETING_S = 3.0
# For a request's statement, with its waiting for locks; as long as one waits for SQLite's. Proxies and browsers wait longer.
REQUEST_S = 15.0
# PostgreSQL itself ends what takes too long; that word must have the time to arrive.
_MARGIN_S = 3.0
# Execution options of a statement that answers with many bytes: as they are, not each as two letters.
IN_BYTES = {"in_bytes": True}
_patience: ContextVar[tuple[float | None] | None] = ContextVar("patience", default=None)


class Answering(psycopg.Connection):
    """A connection that is given up where an answer does not come.

    Attributes:
        longest_s: for each exchange with the server; None for as long as it takes.
    """

    longest_s: float | None = GREETING_S

    def wait(self, gen: Any, *arguments: Any, **options: Any) -> Any:
        """Wait for the server's answer.

        Raises:
            psycopg.OperationalError: there was none in time; the connection is closed, for it might come yet.
        """
        longest, began = self.longest_s, monotonic()
        if longest is None:
            return super().wait(gen, *arguments, **options)
        try:
            return super().wait(gen, *arguments, **{"timeout": longest} | options)
        except psycopg.OperationalError as error:
            if monotonic() - began < longest:
                raise
            self.close()
            raise psycopg.OperationalError(f"no answer within {longest:g} seconds") from error


@contextmanager
def patience(longest_s: float | None = None) -> Iterator[None]:
    """Transactions that begin in here may have statements that take longer than a request's: migrations, loads, jobs.

    Args:
        longest_s: for one statement; None for as long as it takes.
    """
    token = _patience.set((longest_s,))
    try:
        yield
    finally:
        _patience.reset(token)


def connecting(longest_s: float | None) -> dict[str, Any]:
    """What the driver is told when it connects.

    Args:
        longest_s: for one statement outside of `patience`; None for as long as it takes.
    """
    settings = _SETTINGS | {"statement_timeout": _milliseconds(longest_s)}
    return _CONNECTING | {"options": " ".join(f"-c {name}={value}" for name, value in settings.items())}


def limit(engine: Engine, longest_s: float | None) -> None:
    """Let nobody wait for the engine's PostgreSQL for longer than it was told when connecting."""

    def connect(_dialect: object, _record: object, arguments: Any, options: dict[str, Any]) -> psycopg.Connection:
        return Answering.connect(*arguments, **options)

    def begin(connection: Connection) -> None:
        patience = _patience.get()
        longest = patience[0] if patience else longest_s
        own: Any = connection.connection.dbapi_connection
        own.longest_s = None if longest is None else longest + _MARGIN_S
        if longest != longest_s:
            connection.exec_driver_sql(f"SET LOCAL statement_timeout = {_milliseconds(longest)}")

    def put_back(connection: Any, _record: object) -> None:
        if connection is not None:
            connection.longest_s = GREETING_S

    def choose_format(
        _connection: object, cursor: Any, _statement: str, _parameters: object, context: Any, _many: bool
    ) -> None:
        if context is not None and context.execution_options.get("in_bytes"):
            cursor.format = psycopg.pq.Format.BINARY

    event.listen(engine, "before_cursor_execute", choose_format)
    event.listen(engine, "do_connect", connect)
    event.listen(engine, "begin", begin)
    event.listen(engine, "checkin", put_back)


def _milliseconds(longest_s: float | None) -> str:
    """As PostgreSQL's settings have it, where 0 is no limit."""
    return str(round(1000 * (longest_s or 0)))
