"""`reindex`: rebuilds this machine's search index, on several CPU cores."""

import multiprocessing
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from threading import Thread

from marketplace.cli.progress import progress_bar
from marketplace.core.errors import Conflict
from marketplace.db import database, postgres
from marketplace.domain.search import projection
from marketplace.i18n.texts import t
from marketplace.integrations.search_index import IndexLocked
from marketplace.jobs.indexer import index_folder

# With more processes, the single writer is the bottleneck.
_MAX_PROCESSES = 4


def run() -> None:
    """Rebuild the index, with a progress bar.

    Raises:
        Conflict: another process on this machine is the indexer.
    """
    folder = index_folder()
    try:
        with folder.lock(), postgres.statement_timeout(), database.read_only() as db, analysis_pool() as pool:
            with progress_bar(t("Indexing"), projection.count_listings(db.connection())) as progress:
                count = projection.build(db.connection(), folder, progress=progress, pool=pool)
    except IndexLocked:
        raise Conflict(t("The site is running and updates the index itself. Stop it first.")) from None
    print(t("The search index has {count} ads.", count=f"{count:,}"))


def analysis_pool() -> ProcessPoolExecutor:
    """Return a pool of processes that analyse texts; they start on first use.

    They are spawned, because forked ones would inherit the index lock and the database connection.
    """
    processes = min(os.cpu_count() or 1, _MAX_PROCESSES)
    return ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), initializer=_init_process)


def _init_process() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    # If the command is killed, the process would wait for the pool's queue forever.
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
