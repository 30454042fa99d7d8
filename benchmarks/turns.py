"""Compares concurrent SQLite readers that take turns, as in `database.read_only`, with readers that all run at once.

    python -m benchmarks.turns --ads 10000 100000 --write

Several threads of one process run searches with all facets, each search in its own transaction. Measurements with and without
turns alternate. The result is the number of searches per second of all threads, and the ratio of the two.
"""

import threading
import time
from contextlib import contextmanager
from itertools import count
from unittest import mock

from sqlmodel import Session

from benchmarks.data_sets import ROOT, arguments, list_data_sets
from marketplace.core import garbage_collection
from marketplace.core.actor import ANONYMOUS
from marketplace.db import database
from marketplace.domain import search
from marketplace.domain.paging import Window

RESULT = ROOT / "benchmarks" / "results" / "turns.md"
READERS = (1, 2, 4, 16, 40)
_WORDS = ("sofa", "laptop", "bike", "flat", "camera", "phone")


def rate(readers: int, seconds: float) -> float:
    """Return the searches per second of this many threads together."""
    until = time.perf_counter() + seconds
    numbers, done = count(), count()

    def read() -> None:
        while time.perf_counter() < until:
            query = search.parse_query({"keyword": _WORDS[next(numbers) % len(_WORDS)]})
            with database.read_only() as db:
                search.list_ads(db, ANONYMOUS, query, Window(1, 12), facets=True)
            next(done)

    threads = [threading.Thread(target=read) for _ in range(readers)]
    started = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return next(done) / (time.perf_counter() - started)


@contextmanager
def _on(url: str):
    engine = database.make_engine(url)

    def new_session() -> Session:
        return Session(engine, expire_on_commit=False)

    with mock.patch.object(database, "new_session", new_session):
        yield
    engine.dispose()


def main() -> None:
    parser = arguments(__doc__ or "")
    parser.set_defaults(ads=[10_000])
    parser.add_argument("--seconds", type=float, default=2.0, help="for each measure")
    parser.add_argument("--rounds", type=int, default=3, help="rounds, of which the best counts")
    parser.add_argument("--write", action="store_true", help=f"write {RESULT.relative_to(ROOT)}")
    given = parser.parse_args()
    lines = ["| ads | readers at once | in turn, searches/s | all at once | ratio |", "|---|---|---|---|---|"]
    for data_set in list_data_sets(given.ads, "", given.folder):
        with _on(data_set.url):
            rate(1, 1)
            garbage_collection.freeze_startup_objects()
            for readers in READERS:
                in_turn, at_once = [], []
                for _ in range(given.rounds):
                    in_turn.append(rate(readers, given.seconds))
                    with mock.patch.object(database, "READER_WAIT_S", 0):
                        at_once.append(rate(readers, given.seconds))
                best, other = max(in_turn), max(at_once)
                lines.append(f"| {data_set.ads:,} | {readers} | {best:.0f} | {other:.0f} | {best / other:.2f} |")
                print(lines[-1], flush=True)
    if given.write:
        table = "\n".join(lines)
        RESULT.write_text(f"# Readers of SQLite in turn, measured\n\n{(__doc__ or '').strip()}\n\n{table}\n")


if __name__ == "__main__":
    main()
