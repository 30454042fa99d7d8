"""What is counted, and how Prometheus reads it: from all workers together, through files that they share.

The files lie in a folder that the serving command makes (PROMETHEUS_MULTIPROC_DIR); without it, as in tests, one
process counts for itself. The folder must be named before this module is imported.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from marketplace.database import reading
from marketplace.domain import jobs, outbox

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
CONTENT_TYPE = CONTENT_TYPE_LATEST
_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

REQUESTS = Counter(
    "marketplace_requests", "HTTP requests answered", ["door", "route", "method", "status"], registry=REGISTRY
)
SECONDS = Histogram(
    "marketplace_request_seconds", "From request to the end of its answer", ["door", "route"], buckets=_BUCKETS
)
IN_HAND = Gauge(
    "marketplace_requests_in_hand",
    "HTTP requests being answered, unless from memory",
    multiprocess_mode="livesum",
)
WEBSOCKETS = Gauge("marketplace_websockets", "Open websockets", multiprocess_mode="livesum")
EVENTS = Counter("marketplace_events", "Events of the pages that were handled")
FAILED_EVENTS = Counter("marketplace_events_failed", "Events of the pages that failed unexpectedly")


def _waiting() -> Iterator[Metric]:
    try:
        with reading() as db:
            counts = {"mails": outbox.count_open(db), "jobs": jobs.count_open(db)}
    except Exception:
        # Without its database the process still tells what it has counted itself.
        yield GaugeMetricFamily("marketplace_database_up", "Whether the database answers", 0)
        return
    yield GaugeMetricFamily("marketplace_database_up", "Whether the database answers", 1)
    for name, (waiting, given_up) in counts.items():
        yield GaugeMetricFamily(f"marketplace_{name}_waiting", f"{name.capitalize()} not done yet", waiting)
        yield GaugeMetricFamily(f"marketplace_{name}_given_up", f"{name.capitalize()} that need a person", given_up)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def _forget_the_dead(folder: str) -> None:
    """Gauges of workers that ended would be added up for ever."""
    pids = {path.stem.rsplit("_", 1)[-1] for path in Path(folder).glob("gauge_live*.db")}
    for pid in pids:
        if not _is_alive(int(pid)):
            # Whoever else asks at this moment removes it as well.
            with suppress(FileNotFoundError):
                mark_process_dead(int(pid), folder)


class Everything(CollectorRegistry):
    """All there is to read, of all workers, gathered anew each time somebody asks."""

    def collect(self) -> Iterator[Metric]:
        """The counts of all workers, then what waits in the database."""
        if folder := os.environ.get(FOLDER):
            _forget_the_dead(folder)
            yield from MultiProcessCollector(None, path=folder).collect()
        else:
            yield from REGISTRY.collect()
        yield from _waiting()


def render() -> bytes:
    """The answer to whoever asks at /metrics."""
    return generate_latest(Everything())
