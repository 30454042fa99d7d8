"""Tests of the metrics of several workers."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from marketplace.observability import metrics


def test_concurrent_scrapes_remove_gauges_of_dead_workers(tmp_path: Path, monkeypatch):
    together = threading.Barrier(2)
    gone = 4_194_304  # more than the highest number of a process on Linux
    (tmp_path / f"gauge_livesum_{gone}.db").touch()
    forget = metrics.mark_process_dead

    def both_at_once(pid: int, folder: str) -> None:
        together.wait(timeout=10)
        forget(pid, folder)

    monkeypatch.setattr(metrics, "mark_process_dead", both_at_once)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda _: metrics._remove_dead_workers(str(tmp_path)), range(2)))
    assert not list(tmp_path.iterdir())
