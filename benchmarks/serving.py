"""Pages and API responses per second, compared with constant responses of the same server and with django-classified.

    python -m benchmarks.serving --ads 10000 100000 1000000 --workers 1 2 --redis redis://127.0.0.1:6379/9 --rounds 3
    python -m benchmarks.serving --ads 100000 --postgres postgresql+psycopg://postgres@127.0.0.1/postgres --write

Needs wrk, which accepts gzip as browsers do; django-classified does not compress. Each page is measured twice: `ready` requests the
same URL repeatedly, so that responses come from the cache; `made` requests a new URL each time, so that every response is made from the
database. In turn with them, the same server sends as many constant bytes (`limit`), and django-classified, under gunicorn with as many
workers, serves its page of the same kind. A warm-up of one second per page is not counted. `made` and django-classified count by their
best round, since connections are new in each round and several workers may get unequal shares of them. `ready` and `limit` count by
the mean of all rounds, since their rates vary within seconds, and they use more connections, so that each worker gets its share.
"""

import argparse
import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import httpx

from benchmarks import rival
from benchmarks.data_sets import ROOT, DataSet, arguments, list_data_sets

RESULT = ROOT / "benchmarks" / "results" / "serving.md"
CONNECTIONS = 4
_MANY_CONNECTIONS = 16
# Seconds for cached and constant responses; there are about ten thousand of them in this time.
_SHORT_S = 1
_BY_MEAN = ("ready", "limit")
# `made` adds a number to the query of the path, so that no cached response matches.
_SCRIPT = """
local made = os.getenv("MADE")
local run, count = os.time(), 0
wrk.headers["Accept-Encoding"] = "gzip"
request = function()
  count = count + 1
  local path = wrk.path
  if made then path = path .. (path:find("?") and "&" or "?") .. "n=" .. run .. "-" .. count end
  return wrk.format(nil, path)
end
done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format('{"rate": %f, "p50": %f, "p95": %f, "p99": %f, "failed": %d}\\n',
    summary.requests / summary.duration * 1e6, latency:percentile(50) / 1000, latency:percentile(95) / 1000,
    latency:percentile(99) / 1000, errors.status + errors.timeout + errors.read + errors.connect))
end
"""
_SERVE = """
from marketplace.cli import frontend, server, start
if not frontend.is_built():
    frontend.build()
raise SystemExit(server.run())
"""
_LIMIT = """
import sys
from granian.constants import Interfaces
from granian.server import Server
Server("benchmarks.constant:app", address="127.0.0.1", port=int(sys.argv[1]), workers=int(sys.argv[2]),
       interface=Interfaces.ASGI, log_access=False).serve()
"""


class Running:
    """A server in a separate process group."""

    def __init__(self, command: list[str], port: int, cwd: Path, environment: dict[str, str] | None = None):
        self.url = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(
            command, cwd=cwd, env=environment, start_new_session=True, stdout=subprocess.DEVNULL
        )

    def wait(self, path: str) -> None:
        """Wait until it answers."""
        deadline = time.monotonic() + 240
        while time.monotonic() < deadline and self.process.poll() is None:
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(self.url + path, timeout=30).status_code == 200:
                    return
            time.sleep(0.2)
        raise SystemExit(f"{self.process.args} did not start")

    def megabytes(self) -> float:
        """Return the memory of its processes in MB; shared pages are divided among them."""
        found = subprocess.run(["pgrep", "-s", str(self.process.pid)], capture_output=True, text=True, check=False)
        kilobytes = 0
        for number in found.stdout.split():
            with contextlib.suppress(OSError):
                rollup = Path(f"/proc/{number}/smaps_rollup").read_text()
                kilobytes += int(next(line for line in rollup.splitlines() if line.startswith("Pss:")).split()[1])
        return kilobytes / 1024

    def stop(self) -> None:
        """Stop the process group."""
        for sign in (signal.SIGTERM, signal.SIGKILL):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, sign)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(15)


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def servers(
    data_set: DataSet, workers: int, given: argparse.Namespace
) -> Iterator[tuple[Running, Running, Running | None]]:
    """Run the site, the constant app and the rival during the block; no rival in data sets that are too large for it."""
    ports = [free_port() for _ in range(3)]
    site = data_set.environment | {"MARKETPLACE_PORT": str(ports[0]), "MARKETPLACE_WORKERS": str(workers)}
    if workers > 1:
        site["MARKETPLACE_REDIS_URL"] = given.redis
    python = sys.executable
    running = [
        Running([python, "-c", _SERVE], ports[0], ROOT, site),
        Running([python, "-c", _LIMIT, str(ports[1]), str(workers)], ports[1], ROOT),
    ]
    if data_set.ads <= given.rival_most:
        project = rival.made(data_set, given.folder)
        running.append(Running(rival.command(given.folder, ports[2], workers), ports[2], project))
    try:
        for one, path in zip(running, ("/api/health", "/100", "/"), strict=False):
            one.wait(path)
        yield running[0], running[1], running[2] if len(running) > 2 else None
    finally:
        for one in running:
            one.stop()


def pages(site: str) -> dict[str, tuple[str, str, str]]:
    """Return the paths of the page, of the API response and of the rival's page, by name."""
    found = httpx.get(site + "/api/product/sell?limit=1", timeout=60).json()
    ad = json.dumps(found).split('"_id": "')[1].split('"')[0]
    return {
        "home": ("/", "/api/category", "/"),
        "listing, page 1": ("/products/sell", "/api/product/sell?page=1&limit=12", "/search/"),
        "listing, page 50": ("/products/sell?page=50", "/api/product/sell?page=50&limit=12", "/search/?page=50"),
        "ad": (f"/products/{ad}", f"/api/product/{ad}", "/77-ad-77/"),
        "search": (
            "/products/search?keyword=sofa",
            "/api/product/search?keyword=sofa&limit=12",
            "/search/?q=sofa",
        ),
    }


def ask(url: str, seconds: int, *, made: bool = False, connections: int = CONNECTIONS) -> dict[str, float]:
    """Load a URL with wrk for this many seconds."""
    environment = {**os.environ, **({"MADE": "1"} if made else {})}
    # A file, because each thread of wrk reads it.
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write(_SCRIPT)
        script.flush()
        command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "30s", "-s", script.name, url]
        shown = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    return json.loads(next(line for line in shown.splitlines() if line.startswith("{")))


def measure(data_set: DataSet, workers: int, given: argparse.Namespace) -> list[dict[str, object]]:
    """Measure all pages of one data set, alternating between the three servers."""
    rows: list[dict[str, object]] = []
    with servers(data_set, workers, given) as (site, limit, other):
        found = pages(site.url)
        for path in (path for page, answer, _ in found.values() for path in (page, answer)):
            # Warm up, because what each process loads once is not part of a page's time.
            ask(site.url + path, 1, made=True)
        for name, (page, answer, theirs) in found.items():
            asked = [("HTML", site.url + page), ("API", site.url + answer)]
            for kind, url in asked:
                first = httpx.get(url, timeout=60)
                if first.status_code != 200:
                    raise SystemExit(f"{url}: {first.status_code}")
                sent = first.num_bytes_downloaded
                rounds = [
                    {
                        "made": ask(url, given.seconds, made=True),
                        "ready": ask(url, _SHORT_S, connections=_MANY_CONNECTIONS),
                        "limit": ask(f"{limit.url}/{sent}", _SHORT_S, connections=_MANY_CONNECTIONS),
                    }
                    for _ in range(given.rounds)
                ]
                figures = {which: _told(which, [each[which] for each in rounds]) for which in rounds[0]}
                rows.append({"page": f"{name}, {kind}", "bytes": len(first.content), "sent": sent, **figures})
            if other and httpx.get(other.url + theirs, timeout=120).status_code == 200:
                asked_of = [ask(other.url + theirs, given.seconds) for _ in range(given.rounds)]
                rows[-2]["rival"] = rows[-1]["rival"] = _told("rival", asked_of)
            for row in rows[-2:]:
                print(data_set.head, f"{workers} worker(s)", json.dumps(row), flush=True)
        memory = {"site": site.megabytes(), "rival": other.megabytes() if other else 0}
    return [{**row, "data_set": data_set.head, "workers": workers, "memory": memory} for row in rows]


def _told(which: str, rounds: list[dict[str, float]]) -> dict[str, float]:
    """Return the round with the highest rate, or the mean of all rounds, with the number of all failures."""
    figures = max(rounds, key=lambda each: each["rate"])
    if which in _BY_MEAN:
        figures = {name: sum(each[name] for each in rounds) / len(rounds) for name in figures}
    return {**figures, "failed": sum(each["failed"] for each in rounds)}


def table(rows: list[dict]) -> str:
    """Return all figures as Markdown, by page; the growth from the smallest to the largest data set; memory."""
    pages = dict.fromkeys(row["page"] for row in rows)
    lines = [_line(row) for page in pages for row in rows if row["page"] == page]
    return "\n\n".join((_HEAD + "".join(f"\n{line}" for line in lines), _growth(rows, pages), _memory(rows)))


_HEAD = (
    "| page | ads, workers | KB, sent | made/s | p50 / p95 / p99 ms | ready/s | p50 / p95 / p99 ms | limit/s | ready : limit "
    "| django-classified/s | p95 ms | made : it | ready : it |\n" + "|---" * 13 + "|"
)


def _line(row: dict) -> str:
    made, ready, limit, theirs = row["made"], row["ready"], row["limit"], row.get("rival")
    sizes = f"{row['bytes'] / 1024:.1f}, {row['sent'] / 1024:.1f}"
    cells = [row["page"], f"{row['data_set']}, {row['workers']}", sizes, f"{made['rate']:,.0f}",
             _times(made), f"{ready['rate']:,.0f}", _times(ready), f"{limit['rate']:,.0f}",
             f"{ready['rate'] / limit['rate']:.2f}"]  # fmt: skip
    if theirs and theirs["rate"]:
        ratios = (made["rate"] / theirs["rate"], ready["rate"] / theirs["rate"])
        cells += [f"{theirs['rate']:,.1f}", f"{theirs['p95']:,.0f}", *(f"{ratio:,.1f}" for ratio in ratios)]
    else:
        cells += ["not asked", "", "", ""]
    return "| " + " | ".join(cells) + " |"


def _growth(rows: list[dict], pages: Iterable[str]) -> str:
    """Return the 95th percentile in the largest and the smallest data set, for each database and number of workers."""
    lines = []
    for kind, workers in dict.fromkeys((row["data_set"].split()[0], row["workers"]) for row in rows):
        for page in pages:
            same = [
                row
                for row in rows
                if (row["data_set"].split()[0], row["workers"], row["page"]) == (kind, workers, page)
            ]
            same.sort(key=_size)
            if len(same) > 1:
                ends = [(end["made"]["p95"], end["ready"]["p95"]) for end in (same[0], same[-1])]
                said = " | ".join(f"{small:.1f} → {large:.1f}" for small, large in zip(*ends, strict=True))
                data_sets = f"{_size(same[0]):,} → {_size(same[-1]):,}"
                lines.append(f"| {page} | {kind}, {workers} | {data_sets} | {said} |")
    head = "| 95th percentile, ms | database, workers | ads | made | ready |\n" + "|---" * 5 + "|"
    return "\n".join((head, *lines))


def _memory(rows: list[dict]) -> str:
    lines = []
    for (data_set, workers), memory in {(row["data_set"], row["workers"]): row["memory"] for row in rows}.items():
        beside = f"{memory['rival']:.0f}" if memory["rival"] else ""
        lines.append(f"| {data_set}, {workers} | {memory['site']:.0f} | {beside} |")
    return "\n".join(("| MB | the site | django-classified |\n" + "|---" * 3 + "|", *lines))


def _size(row: dict) -> int:
    return int(row["data_set"].split()[1].replace(",", ""))


def _times(figures: dict[str, float]) -> str:
    return " / ".join(f"{figures[name]:.1f}" for name in ("p50", "p95", "p99"))


def main() -> None:
    parser = arguments(__doc__ or "")
    parser.add_argument("--workers", type=int, nargs="+", default=[1])
    parser.add_argument("--redis", default="redis://127.0.0.1:6379/9", help="Redis for several workers")
    parser.add_argument(
        "--seconds", type=int, default=2, help="whole seconds for each measurement of `made` and of the rival"
    )
    parser.add_argument("--rounds", type=int, default=1, help="rounds for each page")
    parser.add_argument(
        "--rival-most", type=int, default=100_000, help="number of ads up to which the rival is measured"
    )
    parser.add_argument("--only", choices=("sqlite", "postgresql"), help="data sets on this database")
    parser.add_argument("--write", action="store_true", help=f"write {RESULT.relative_to(ROOT)}")
    given = parser.parse_args()
    if not shutil.which("wrk"):
        raise SystemExit("wrk is missing; on Debian: apt-get install wrk")
    path = given.folder / "serving.json"
    rows: list[dict] = json.loads(path.read_text()) if path.exists() else []
    for data_set in list_data_sets(given.ads, given.postgres, given.folder):
        for workers in given.workers if given.only in (None, data_set.kind) else ():
            rows = [row for row in rows if (row["data_set"], row["workers"]) != (data_set.head, workers)]
            rows += measure(data_set, workers, given)
            path.write_text(json.dumps(rows))
    rows.sort(key=lambda row: (row["data_set"].split()[0] != "SQLite", _size(row), row["workers"]))
    print(table(rows))
    if given.write:
        RESULT.write_text(f"# Served pages and answers, measured\n\n{(__doc__ or '').strip()}\n\n{table(rows)}\n")


if __name__ == "__main__":
    main()
