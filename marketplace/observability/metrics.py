"""Prometheus metrics of all workers together.

The workers share their counts through files in PROMETHEUS_MULTIPROC_DIR, a folder that `serve` creates. Without it, as in
tests, a process has only its own counts. The variable must be set before this module is imported.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from marketplace.db import replicas
from marketplace.db.database import read_only
from marketplace.domain import jobs, outbox

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
CONTENT_TYPE = CONTENT_TYPE_LATEST
_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

REQUESTS = Counter(
    "marketplace_requests",
    "HTTP requests that got a response",
    ["transport", "route", "method", "status"],
    registry=REGISTRY,
)
DURATION = Histogram(
    "marketplace_request_seconds",
    "Seconds from the request to the end of its response",
    ["transport", "route"],
    buckets=_BUCKETS,
)
IN_FLIGHT = Gauge(
    "marketplace_requests_in_flight",
    "HTTP requests in flight, without those answered from the response cache",
    multiprocess_mode="livesum",
)
WEBSOCKETS = Gauge("marketplace_websockets", "Open websockets", multiprocess_mode="livesum")
EVENTS = Counter("marketplace_events", "Page events that were handled")
REFUSED_SOCKETS = Counter(
    "marketplace_websockets_refused", "Websockets refused because their address had too many open"
)
REFUSED_EVENTS = Counter("marketplace_events_refused", "Socket.IO packets refused as invalid or too large")
FAILED_EVENTS = Counter("marketplace_events_failed", "Page events that failed unexpectedly")


def _database_metrics() -> Iterator[Metric]:
    try:
        with read_only() as db:
            counts = {"mails": outbox.count_open(db), "jobs": jobs.count_open(db)}
            problems = replicas.find_problems(db.connection())
    except Exception:
        # Without the database, the metrics of the processes are still available.
        yield GaugeMetricFamily("marketplace_database_up", "Whether the database answers", 0)
        return
    yield GaugeMetricFamily("marketplace_database_up", "Whether the database answers", 1)
    if problems:
        up = GaugeMetricFamily("marketplace_replica_up", "Whether the replica can be used", labels=["replica"])
        for name, problem in problems.items():
            up.add_metric([name], not problem)
        yield up
    for name, (waiting, given_up) in counts.items():
        yield GaugeMetricFamily(f"marketplace_{name}_waiting", f"{name.capitalize()} that are not done yet", waiting)
        yield GaugeMetricFamily(
            f"marketplace_{name}_given_up",
            f"{name.capitalize()} that failed permanently",
            given_up,
        )


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def _remove_dead_workers(folder: str) -> None:
    """Delete the gauge files of workers that have ended; they would still be added up."""
    pids = {path.stem.rsplit("_", 1)[-1] for path in Path(folder).glob("gauge_live*.db")}
    for pid in pids:
        if not _is_alive(int(pid)):
            # A concurrent request may have deleted it.
            with suppress(FileNotFoundError):
                mark_process_dead(int(pid), folder)


class AllWorkersRegistry(CollectorRegistry):
    """Registry that collects the metrics of all workers and the database for each scrape."""

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics of all workers, then those that are read from the database."""
        if folder := os.environ.get(FOLDER):
            _remove_dead_workers(folder)
            yield from MultiProcessCollector(None, path=folder).collect()
        else:
            yield from REGISTRY.collect()
        yield from _database_metrics()


def render() -> bytes:
    """Return the response body of /metrics."""
    return generate_latest(AllWorkersRegistry())
