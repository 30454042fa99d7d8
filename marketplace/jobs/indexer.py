"""The thread that keeps this machine's search index up to date."""

import shutil
import time
from contextlib import ExitStack

import structlog
from sqlmodel import Session

from marketplace.db import change_log, database, postgres
from marketplace.domain.listings import changes
from marketplace.domain.search import projection
from marketplace.integrations import search_index
from marketplace.integrations.search_index import (
    IndexFolder,
    IndexLocked,
    Writer,
    open_index,
    read_position,
    write_position,
)
from marketplace.jobs.background import BackgroundThread
from marketplace.settings import get_settings

log = structlog.get_logger()
_LOG_EVERY_S = 5.0


class _Stopped(Exception):
    """The thread was asked to stop while it was building an index."""


def index_folder() -> IndexFolder:
    """Return the folder of this machine's search index."""
    return IndexFolder(get_settings().data_dir / "search")


class Indexer(BackgroundThread):
    """Applies the log of changed listings to the search index on this machine's disk.

    Several processes may run one. Only the one that holds the folder's lock works; the others retry the lock at each poll.
    """

    name = "indexer"
    topic = "public"

    def __init__(self) -> None:
        super().__init__()
        self._folder = index_folder()
        self._lock_stack = ExitStack()
        self._has_lock = False
        self._writer: Writer | None = None
        self._last_logged = 0.0
        # The generation whose changes are in the index.
        self._generation = 0

    @property
    def poll_s(self) -> float:
        """SEARCH_POLL_S."""
        return get_settings().search_poll_s

    def run_once(self) -> None:
        """Apply all pending changes. Build the index if there is no usable one."""
        if not self._acquire_lock():
            return
        with postgres.statement_timeout():
            try:
                self._catch_up()
            except _Stopped:
                log.info("search_index_build_stopped")
            except Exception:
                # The next run opens the writer again, in case its files are damaged.
                self._close_writer()
                raise

    def stop(self, timeout_s: float | None = None) -> None:
        """Stop after the current batch, and release the lock."""
        super().stop(timeout_s)
        self._close_writer()
        self._lock_stack.close()
        self._has_lock = False

    def _acquire_lock(self) -> bool:
        if not self._has_lock:
            try:
                self._lock_stack.enter_context(self._folder.lock())
            except IndexLocked:
                return False
            self._has_lock = True
        return True

    def _catch_up(self) -> None:
        with database.read_only() as db:
            generation = change_log.read_number(db.connection())
        position = before = self._folder.position
        if position is None or not self._open_writer():
            position = self._build()
        try:
            position = self._apply_all(position)
        finally:
            if self._folder.position != before:
                self._expire_cached_searches()
            self._generation = generation

    def _apply_all(self, position: int) -> int:
        while self.should_continue():
            assert self._writer is not None
            with database.read_only() as db:
                reached = projection.apply_changes(db.connection(), self._writer, position)
            if reached == position:
                break
            if reached is None:
                position = self._build()
                continue
            write_position(self._folder.path, reached)
            position = reached
        return position

    def _expire_cached_searches(self) -> None:
        # Search results cached since the changes were committed may not contain them.
        with database.unit_of_work() as db:
            change_log.repeat(db.connection(), self._generation)

    def _build(self) -> int:
        """Build the whole index and return its position."""
        self._close_writer()
        self._last_logged = time.monotonic()
        with database.read_only() as db:
            count = projection.build(db.connection(), self._folder, progress=self._note_progress)
        log.info("search_index_built", listings=count)
        if not self._open_writer():
            raise RuntimeError("The newly built search index can't be opened.")
        return self._folder.position or 0

    def _note_progress(self, _: int) -> None:
        if not self.should_continue():
            raise _Stopped
        if time.monotonic() - self._last_logged >= _LOG_EVERY_S:
            self._last_logged = time.monotonic()
            log.info("search_index_building", percent=self._folder.percent_built)

    def _open_writer(self) -> bool:
        """Open the index for writing. Return False if its files are damaged."""
        if self._writer is None:
            try:
                self._writer = Writer(open_index(self._folder.path))
            except (ValueError, OSError) as error:
                log.warning("search_index_damaged", error=str(error))
                shutil.rmtree(self._folder.path, ignore_errors=True)
                return False
        return True

    def _close_writer(self) -> None:
        writer, self._writer = self._writer, None
        if writer is not None:
            try:
                writer.close()
            except ValueError as error:
                log.warning("search_index_close_failed", error=str(error))


def lag(session: Session | None = None) -> int | None:
    """Return how many committed changes are missing from the index that this machine searches; None without an index.

    Args:
        session: to read the database with; it is closed.
    """
    path = index_folder().served
    position = read_position(path) if path else None
    if position is None or search_index.get_index().searcher() is None:
        return None
    with database.read_only(session) as db:
        return max(0, changes.last_position(db.connection()) - position)
