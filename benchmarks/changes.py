"""How much the response cache helps while ads change: pages of random ads, with and without the cache.

    python -m benchmarks.changes --ads 100000 --cache-mb 0 64 256

Needs wrk. Visitors without cookies open pages of ads, drawn from a Zipf distribution (exponent 1) over all ads, as fast as one worker
sends them. At the same time, another process renews random ads, each in a transaction of its own, as their sellers would. The
server is new for each size of the cache, and a warm-up is not counted.
"""

import argparse
import json
import multiprocessing
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Event
from pathlib import Path

from sqlmodel import Session, select

from benchmarks.data_sets import ROOT, DataSet, arguments, list_data_sets
from benchmarks.serving import Running, free_port
from marketplace.core.actor import Actor
from marketplace.db import database
from marketplace.domain import ads
from marketplace.models import AccountKind, Listing

CONNECTIONS = 16
_SEED = 7
_SCRIPT = """
local paths = {}
for line in io.lines(os.getenv("PATHS")) do paths[#paths + 1] = line end
local at = 0
request = function()
  at = at % #paths + 1
  return wrk.format(nil, paths[at], {["Accept-Encoding"] = "gzip"})
end
hits, failed = 0, 0
response = function(status, headers)
  if headers["cache-status"] then hits = hits + 1 end
  if status ~= 200 then failed = failed + 1 end
end
local thread
setup = function(each) thread = each end
done = function(summary, latency)
  io.write(string.format('{"rate": %f, "p50": %f, "p95": %f, "hits": %f, "failed": %d}\\n',
    summary.requests / summary.duration * 1e6, latency:percentile(50) / 1000, latency:percentile(95) / 1000,
    thread:get("hits") / summary.requests, thread:get("failed")))
end
"""


def draw(ids: list[str], count: int) -> list[str]:
    """Draw pages of ads; the ad of rank r is asked for 1/r as often as the first."""
    chosen = random.Random(_SEED)
    ranked = chosen.sample(ids, len(ids))
    weights = list(accumulate(1 / rank for rank in range(1, len(ranked) + 1)))
    return [f"/products/{ad_id}" for ad_id in chosen.choices(ranked, cum_weights=weights, k=count)]


def list_ads(data_set: DataSet) -> list[tuple[str, str]]:
    """Return the id and the seller of each live ad."""
    engine = database.make_engine(data_set.url)
    with Session(engine) as db:
        found = list(db.exec(select(Listing.ad_id, Listing.seller_id)))
    engine.dispose()
    return found


def change(
    environment: dict[str, str], found: list[tuple[str, str]], rate: float, stop: Event, changed: Synchronized
) -> None:
    """Renew random ads until told to stop."""
    os.environ.update(environment)
    chosen = random.Random(_SEED)
    due = time.monotonic()
    while not stop.is_set():
        ad_id, seller_id = chosen.choice(found)
        with database.unit_of_work() as db:
            ads.renew(db, Actor(account_id=seller_id, kind=AccountKind.SELLER), ad_id)
        changed.value += 1
        due += 1 / rate
        time.sleep(max(0.0, due - time.monotonic()))


@contextmanager
def changing(data_set: DataSet, found: list[tuple[str, str]], rate: float) -> Iterator[Synchronized]:
    """Change ads during the block; yields the number of changes."""
    context = multiprocessing.get_context("spawn")
    stop, changed = context.Event(), context.Value("i", 0)
    process = context.Process(target=change, args=(data_set.environment, found, rate, stop, changed))
    process.start()
    try:
        yield changed
    finally:
        stop.set()
        process.join(30)


def ask(url: str, paths: Path, seconds: int) -> dict[str, float]:
    """Load the pages with wrk."""
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write(_SCRIPT)
        script.flush()
        command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "--timeout", "30s", "-s", script.name, url]
        shown = subprocess.run(
            command, env={**os.environ, "PATHS": str(paths)}, capture_output=True, text=True, check=True
        ).stdout
    return json.loads(next(line for line in shown.splitlines() if line.startswith("{")))


def measure(data_set: DataSet, cache_mb: int, given: argparse.Namespace) -> dict[str, float]:
    """Measure one size of the cache."""
    found = list_ads(data_set)
    port = free_port()
    environment = data_set.environment | {
        "MARKETPLACE_PORT": str(port),
        "MARKETPLACE_WORKERS": "1",
        "MARKETPLACE_RESPONSE_CACHE_MB": str(cache_mb),
    }
    site = Running([sys.executable, "-m", "marketplace", "serve"], port, ROOT, environment)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as paths:
        paths.write("\n".join(draw([ad_id for ad_id, _ in found], given.draws)) + "\n")
        paths.flush()
        try:
            site.wait("/api/health")
            with changing(data_set, found, given.rate) as changed:
                ask(site.url, Path(paths.name), given.warm_up)
                before, started = changed.value, time.monotonic()
                figures = ask(site.url, Path(paths.name), given.seconds)
                figures["changes"] = (changed.value - before) / (time.monotonic() - started)
            return figures | {"memory": site.megabytes()}
        finally:
            site.stop()


def main() -> None:
    parser = arguments(__doc__ or "")
    parser.set_defaults(ads=[100_000])
    parser.add_argument("--cache-mb", type=int, nargs="+", default=[0, 64, 256], help="sizes of the cache")
    parser.add_argument("--rate", type=float, default=20, help="changed ads a second")
    parser.add_argument("--warm-up", type=int, default=60, help="seconds that are not counted")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--draws", type=int, default=400_000, help="pages drawn; after these, the same come again")
    given = parser.parse_args()
    if not shutil.which("wrk"):
        raise SystemExit("wrk is missing; on Debian: apt-get install wrk")
    print("| data set | cache, MB | pages/s | from the cache | p50 / p95 ms | changes/s | failed | memory, MB |")
    print("|---" * 8 + "|")
    for data_set in list_data_sets(given.ads, given.postgres, given.folder):
        for cache_mb in given.cache_mb:
            row = measure(data_set, cache_mb, given)
            print(
                f"| {data_set.head} | {cache_mb} | {row['rate']:,.0f} | {row['hits']:.1%} | {row['p50']:.1f} / {row['p95']:.1f} "
                f"| {row['changes']:.0f} | {row['failed']:.0f} | {row['memory']:.0f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
