"""Where the time of a page goes that is not in the cache: py-spy's stacks, added up by layer and by function.

    pip install py-spy
    MARKETPLACE_DATA_DIR=/tmp/shop python -m benchmarks.flame --seconds 10

Loads and renders each page again and again in a process of its own, for an anonymous reader, with the data of the configured
database. The shares of a page add up to 100 %, so they say little about how fast it is, and they hardly depend on other load.
"""

import argparse
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from sqlmodel import select

from marketplace.db import database
from marketplace.models import AdType, Listing
from marketplace.ssr import pages
from marketplace.web.base.page_url import PageUrl

_RATE = 200
# Of a stack, the innermost frame in one of these counts.
_LAYERS = {
    "sending statements, reading rows": r"sqlalchemy/engine/default\.py|psycopg",
    "SQLAlchemy around statements": r"sqlalchemy|sqlmodel",
    "search index": r"integrations/search_index|tantivy",
    "domain": r"marketplace/domain",
    "transactions, tags, memoized reads": r"marketplace/db/",
    "values of pages (`load` of States)": r"marketplace/(web|i18n|core)/(?!reflex_ext)",
    "rendering (compiled components)": r"marketplace/web/reflex_ext",
    "head, structured data": r"marketplace/ssr/",
}
_FRAME = re.compile(r"^(?P<name>.*) \((?P<file>[^:()]*)(:\d+)?\)$")
_MOST_FUNCTIONS = 8
# Functions around nearly everything say nothing.
_LARGEST_SHARE = 0.6


def list_urls() -> dict[str, PageUrl]:
    """Return the measured pages, by what they are called in the result."""

    def find(ad_type: AdType) -> Listing:
        found = select(Listing).where(Listing.ad_type == ad_type).order_by(Listing.number)
        return db.exec(found).first() or sys.exit("There are no ads: run `python -m marketplace demo` first.")

    with database.read_only() as db:
        sold, rented = find(AdType.SELL), find(AdType.RENT)
        return {
            "home": PageUrl("/", ""),
            "list of a type": PageUrl("/products/sell", ""),
            "search by keyword": PageUrl("/products/search", "keyword=sofa"),
            "ad for sale": PageUrl(f"/products/{sold.ad_id}", ""),
            "ad for rent": PageUrl(f"/products/{rented.ad_id}", ""),
            "seller": PageUrl(f"/sellers/{sold.seller_id}", ""),
        }


def repeat(name: str, seconds: float) -> None:
    """Make a page again and again."""
    url = list_urls()[name]
    page = pages.find(url.path)
    assert page is not None
    # The first time, the page is compiled and the gazetteer read.
    _make(page, url)
    _make_until(time.monotonic() + seconds, page, url)


def _make_until(end: float, page: pages.Page, url: PageUrl) -> None:
    while time.monotonic() < end:
        _make(page, url)


def _make(page: pages.Page, url: PageUrl) -> None:
    loaded = pages.load(page, url, pages.Caller())
    assert loaded.status == 200
    pages.render(loaded)


def record(py_spy: str, name: str, seconds: float) -> Counter[tuple[str, ...]]:
    """Return how often each stack was seen, outermost frame first."""
    with tempfile.TemporaryDirectory() as folder:
        raw = Path(folder, "stacks")
        own = [sys.executable, "-m", "benchmarks.flame", "--repeat", name, "--seconds", str(seconds)]
        command = [py_spy, "record", "--function", "--full-filenames", "--rate", str(_RATE), "--format", "raw"]
        subprocess.run([*command, "--output", str(raw), "--", *own], check=True, capture_output=True)
        return parse(raw.read_text().splitlines())


def parse(lines: Iterable[str]) -> Counter[tuple[str, ...]]:
    """Parse stacks of the form `outer;inner 12`; those outside of the loop are left out."""
    stacks: Counter[tuple[str, ...]] = Counter()
    for line in lines:
        frames, _, count = line.rpartition(" ")
        stack = frames.split(";")
        inside = next((at for at, frame in enumerate(stack) if frame.startswith("_make_until ")), None)
        if inside is not None:
            stacks[tuple(stack[inside + 2 :])] += int(count)
    return stacks


def layer_of(stack: tuple[str, ...]) -> str:
    """Return the layer of a stack: that of its innermost frame that belongs to a layer."""
    for frame in reversed(stack):
        for layer, pattern in _LAYERS.items():
            if re.search(pattern, frame):
                return layer
    return "other"


def count_functions(stacks: Counter[tuple[str, ...]]) -> Counter[str]:
    """Return how many samples are in each function of the project, or in what it calls."""
    found: Counter[str] = Counter()
    for stack, count in stacks.items():
        frames = (_FRAME.match(frame) for frame in stack)
        own = {
            f"{each['file'].rpartition('marketplace/')[2]}: {each['name']}"
            for each in frames
            if each and "/marketplace/" in each["file"] and "site-packages" not in each["file"]
        }
        found.update(dict.fromkeys(own, count))
    return found


def main() -> None:
    """Record each page, and print both tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--py-spy", default="py-spy", help="path of py-spy")
    parser.add_argument("--seconds", type=float, default=10, help="for each page")
    parser.add_argument("--repeat", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.repeat:
        repeat(given.repeat, given.seconds)
        return
    recorded = {name: record(given.py_spy, name, given.seconds) for name in list_urls()}
    print("| % of the time | " + " | ".join(recorded) + " |\n" + "|---" * (len(recorded) + 1) + "|")
    layers = {name: Counter[str]() for name in recorded}
    for name, stacks in recorded.items():
        for stack, count in stacks.items():
            layers[name][layer_of(stack)] += count
    for layer in (*_LAYERS, "other"):
        shares = [f"{100 * found[layer] / (found.total() or 1):.0f}" for found in layers.values()]
        print(f"| {layer} | " + " | ".join(shares) + " |")
    for name, stacks in recorded.items():
        print(f"\n{name}, {stacks.total()} samples, with what they call:\n")
        functions = count_functions(stacks).most_common()
        inner = [(function, count) for function, count in functions if count < _LARGEST_SHARE * stacks.total()]
        for function, count in inner[:_MOST_FUNCTIONS]:
            print(f"- {100 * count / stacks.total():.0f} % `{function}`")


if __name__ == "__main__":
    main()
