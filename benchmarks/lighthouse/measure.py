"""Lighthouse's mobile preset on the production build with demo data: `make lighthouse`.

    python -m benchmarks.lighthouse.measure --runs 3 --url http://localhost:3000 --write

Prints the median of the runs for each page. Without `--url` the site is served from an empty data folder with its demo.
`--write` keeps the table in `benchmarks/results/lighthouse.md`.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from tqdm import tqdm

from marketplace.core import clock
from tests import browser
from tests.e2e.conftest import serving

HERE = Path(__file__).parent
RESULTS = HERE.parent / "results" / "lighthouse.md"
_CATEGORIES = {"performance": 97, "accessibility": 100, "best-practices": 100, "seo": 100}
_TIMEOUT_S = 180


@dataclass(frozen=True)
class Row:
    """The medians of one page: scores of 100, milliseconds, shift, and kilobytes (1,000 bytes) on the wire."""

    page: str
    scores: Mapping[str, float]
    fcp_ms: float
    lcp_ms: float
    tbt_ms: float
    shift: float
    script_kb: float
    style_kb: float

    @property
    def misses(self) -> list[str]:
        """What is worse than wanted."""
        found = [name for name, least in _CATEGORIES.items() if self.scores[name] < least]
        limits = {"LCP": (self.lcp_ms, 1_800), "CLS": (self.shift, 0.01), "script": (self.script_kb, 190)}
        return found + [name for name, (value, most) in limits.items() if value > most]


def pages(url: str) -> dict[str, str]:
    """A page of each kind that people arrive at."""
    ad = httpx.get(f"{url}/api/product/sell", params={"limit": "1"}).json()["products"][0]
    return {
        "home": "/",
        "listing": "/products/sell",
        "search": "/products/search?keyword=sofa",
        "ad": f"/products/{ad['_id']}",
    }


def look(address: str, tries: int = 3) -> dict[str, Any]:
    """One run of Lighthouse, begun again where the browser failed to record it."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        node = Path(sys.executable).parent / "node"
        command = [node, HERE / "node_modules" / "lighthouse" / "cli" / "index.js", address]
        command += ["--output=json", f"--output-path={report}", "--quiet", "--max-wait-for-load=60000"]
        command += [f"--chrome-flags=--headless=new {' '.join(browser.FLAGS)}"]
        done = subprocess.run(
            [str(part) for part in command],
            env={**os.environ, "CHROME_PATH": browser.find()},
            capture_output=True,
            text=True,
            timeout=_TIMEOUT_S,
            check=False,
        )
        if done.returncode != 0 and tries > 1:
            return look(address, tries - 1)
        if done.returncode != 0:
            raise SystemExit(f"error: Lighthouse failed on {address}:\n{done.stderr[-2000:]}")
        return json.loads(report.read_text())


def summarise(page: str, reports: list[dict[str, Any]]) -> Row:
    """The medians of some runs."""

    def middle(name: str) -> float:
        return statistics.median(report["audits"][name]["numericValue"] for report in reports)

    def weight(kind: str) -> float:
        return statistics.median(
            sum(
                item["transferSize"]
                for item in report["audits"]["network-requests"]["details"]["items"]
                if item.get("resourceType") == kind
            )
            / 1000
            for report in reports
        )

    scores = {
        name: statistics.median(round(report["categories"][name]["score"] * 100) for report in reports)
        for name in _CATEGORIES
    }
    return Row(
        page,
        scores,
        middle("first-contentful-paint"),
        middle("largest-contentful-paint"),
        middle("total-blocking-time"),
        middle("cumulative-layout-shift"),
        weight("Script"),
        weight("Stylesheet"),
    )


def complaints(reports: list[dict[str, Any]]) -> list[str]:
    """Audits of the scored categories, performance apart, that any run failed."""
    found = set()
    for report in reports:
        for name in list(_CATEGORIES)[1:]:
            for ref in report["categories"][name]["auditRefs"]:
                audit = report["audits"][ref["id"]]
                if ref["weight"] and audit["score"] is not None and audit["score"] < 1:
                    found.add(f"{name}: {audit['title']}")
    return sorted(found)


def table(rows: list[Row]) -> str:
    """In Markdown."""
    head = ["page", "performance", "accessibility", "best practices", "SEO", "FCP ms", "LCP ms", "TBT ms", "CLS"]
    head += ["script KB", "CSS KB"]
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    for row in rows:
        values = [row.page, *(f"{row.scores[name]:.0f}" for name in _CATEGORIES)]
        values += [f"{row.fcp_ms:,.0f}", f"{row.lcp_ms:,.0f}", f"{row.tbt_ms:,.0f}", f"{row.shift:.3f}"]
        lines.append(f"| {' | '.join([*values, f'{row.script_kb:.0f}', f'{row.style_kb:.0f}'])} |")
    return "\n".join(lines)


def main() -> int:
    """Measure, print, and say what is worse than wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3, metavar="N")
    parser.add_argument("--url", default="", help="of a site that is served already")
    parser.add_argument("--write", action="store_true", help="keep the table")
    chosen = parser.parse_args()
    if not browser.find():
        raise SystemExit("error: no Chromium was found; `make browser` installs one.")
    rows, failed = [], []
    with ExitStack() as stack:
        url = chosen.url
        if not url:
            data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            url = stack.enter_context(serving(data)).url
        wanted = pages(url)
        with tqdm(total=len(wanted) * chosen.runs, unit=" runs", disable=not sys.stderr.isatty()) as bar:
            for name, path in wanted.items():
                reports = []
                for _ in range(chosen.runs):
                    reports.append(look(url + path))
                    bar.update()
                rows.append(summarise(name, reports))
                print(table(rows).splitlines()[-1], file=sys.stderr, flush=True)
                failed += [f"{name}: {text}" for text in complaints(reports)]
    text = table(rows)
    print(text)
    misses = [f"{row.page}: {', '.join(row.misses)}" for row in rows if row.misses] + failed
    print("\n".join(["", *(f"worse than wanted: {miss}" for miss in misses)]) if misses else "\nAll as wanted.")
    if chosen.write:
        RESULTS.parent.mkdir(exist_ok=True)
        version = json.loads((HERE / "package.json").read_text())["dependencies"]["lighthouse"]
        cpu = f"{os.cpu_count()} cores, {platform.machine()}"
        intro = (
            f"# Lighthouse\n\nLighthouse {version}, mobile preset (slow 4G, 4x slower CPU, simulated), production build with "
            f"demo data, median of {chosen.runs} runs, {clock.now():%Y-%m-%d}, {cpu}. Repeat with `make lighthouse`.\n"
        )
        RESULTS.write_text(f"{intro}\n{text}\n")
    return 1 if misses else 0


if __name__ == "__main__":
    sys.exit(main())
