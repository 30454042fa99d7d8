"""What Prometheus reads, while workers end and others ask too."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from marketplace import metrics


def test_gauges_of_an_ended_worker_may_be_forgotten_by_two_who_ask_at_once(tmp_path: Path, monkeypatch):
    together = threading.Barrier(2)
    gone = 4_194_304  # more than the highest number of a process on Linux
    (tmp_path / f"gauge_livesum_{gone}.db").touch()
    forget = metrics.mark_process_dead

    def both_at_once(pid: int, folder: str) -> None:
        together.wait(timeout=10)
        forget(pid, folder)

    monkeypatch.setattr(metrics, "mark_process_dead", both_at_once)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda _: metrics._forget_the_dead(str(tmp_path)), range(2)))
    assert not list(tmp_path.iterdir())
