"""Time of a search in milliseconds: the same queries in data sets of several sizes, on both databases.

    python -m benchmarks.search --ads 10000 100000 1000000 --postgres postgresql+psycopg://postgres@127.0.0.1/postgres
    python -m benchmarks.search --ads 100000 --only misspelt

It measures the domain function with its own session, as a transport calls it. Queries alternate between the sizes, so that
other load on the machine slows all of them alike. Figures are stored in --folder; --write puts all of them into
benchmarks/results/search.md.
"""

import json
import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session

from benchmarks import alerts, questions
from benchmarks.data_sets import ROOT, DataSet, arguments, list_data_sets
from marketplace.core import garbage_collection
from marketplace.core.actor import ANONYMOUS, Actor
from marketplace.db import database
from marketplace.domain import places, search
from marketplace.domain.paging import Window
from marketplace.integrations import search_index
from marketplace.integrations.search_index import IndexFolder, SearchIndex

LIMIT = 12
RESULT = ROOT / "benchmarks" / "results" / "search.md"
# Goals in milliseconds. TIMES: with a hundred times as many ads, a query may take at most this many times as long.
GOAL, GOOD, TIMES, GOAL_TYPING, GOAL_BAD = 60, 30, 2, 50, 100
Ask = Callable[[], object]
Figures = dict[str, dict[str, tuple[float, float]]]


class Asked:
    """The queries in one data set."""

    def __init__(self, data_set: DataSet):
        self.data_set = data_set
        self.engine = database.make_engine(data_set.url)
        self.index = SearchIndex(IndexFolder(data_set.folder / "search"))

    def all(self) -> dict[str, list[Ask]]:
        """Return the calls to measure, by name; those of one name are run in turn."""
        with self.engine.connect() as connection:
            found = questions.questions(*_crowded(connection))
        asked = {name: [self._listed(params) for params in some] for name, some in found.items()}
        asked["suggestions while typing"] = [self._suggested(text) for text in questions.TYPED]
        for name, text in questions.BAD.items():
            asked[f"bad input: {name}"] = [self._listed({"keyword": text}), self._suggested(text)]
        return asked

    def _listed(self, params: dict[str, str]) -> Ask:
        query = search.parse_query({name: value for name, value in params.items() if name[0] != "_"})
        query = replace(query, home=places.find_home(Actor(city=params.get("_home", ""))))
        window = Window(int(params.get("_page", 1)), LIMIT)

        def ask() -> object:
            search_index.set_index(self.index)
            with Session(self.engine) as db:
                return search.list_ads(db, ANONYMOUS, query, window, facets="_facets" in params)

        return ask

    def _suggested(self, text: str) -> Ask:
        def ask() -> object:
            search_index.set_index(self.index)
            with Session(self.engine) as db:
                return search.suggest(db, ANONYMOUS, text)

        return ask


def _crowded(connection: sa.Connection) -> tuple[str, str, str, str]:
    """Return a category with many ads, its largest subcategory, a select field of it and a frequent value."""
    largest = "SELECT category_id, subcategory_id FROM listings GROUP BY 1, 2 ORDER BY count(*) DESC, 2 LIMIT 1"
    category, subcategory = connection.execute(sa.text(largest)).one()
    field = connection.execute(
        sa.text(
            "SELECT id, options FROM field_definitions WHERE subcategory_id = :id AND input_type = 'select' LIMIT 1"
        ),
        {"id": subcategory},
    ).one()
    options = field.options if isinstance(field.options, list) else json.loads(field.options)
    return category, subcategory, field.id, options[0]


def measure(asked: Sequence[list[Ask]], seconds: float, now: Callable[[], float]) -> list[tuple[float, float]]:
    """Return the median and the 95th percentile in milliseconds for each data set; queries to the data sets alternate."""
    turns = [cycle(some) for some in asked]
    for some in asked:
        for ask in some:
            ask()
    times: list[list[float]] = [[] for _ in asked]
    until = time.perf_counter() + seconds * len(asked)
    while time.perf_counter() < until or len(times[-1]) < 2 * max(map(len, asked)):
        for turn, own in zip(turns, times, strict=True):
            ask = next(turn)
            started = now()
            ask()
            own.append((now() - started) * 1000)
    return [(statistics.median(own), statistics.quantiles(own, n=20)[-1]) for own in times]


def kept(folder: Path) -> Figures:
    """Return the figures of earlier runs, by query and data set."""
    path = folder / "search.json"
    return json.loads(path.read_text()) if path.exists() else {}


def table(figures: Figures) -> str:
    """Return all figures as Markdown; those that miss their goal are marked."""
    heads = list(dict.fromkeys(head for row in figures.values() for head in row))
    heads.sort(key=lambda head: (head.split()[0] != "SQLite", int(head.split()[1].replace(",", ""))))
    lines = ["| median / p95, ms | " + " | ".join(heads) + " |", "|---" * (len(heads) + 1) + "|"]
    for name, row in figures.items():
        lines.append(f"| {name} | " + " | ".join(_cell(name, row, head) for head in heads) + " |")
    return "\n".join(lines)


def _cell(name: str, row: dict[str, tuple[float, float]], head: str) -> str:
    if head not in row:
        return ""
    median, p95 = row[head]
    return f"{median:.1f} / {p95:.1f}" + (" ✗" if is_missed(name, row, head) else "")


def is_missed(name: str, row: dict[str, tuple[float, float]], head: str) -> bool:
    """Whether the query misses its goal."""
    p95 = row[head][1]
    if name.startswith("bad input"):
        return p95 > GOAL_BAD
    if name.startswith(("suggestions", "alerts")):
        return p95 > GOAL_TYPING
    smallest = row.get(head.split()[0] + " 10,000", (0, 0))[1]
    return p95 > GOAL or (p95 > GOOD and p95 > TIMES * smallest > 0)


def main() -> None:
    parser = arguments(__doc__ or "")
    parser.add_argument("--only", default="", help="queries whose names contain this")
    parser.add_argument(
        "--no-alerts",
        action="store_true",
        help="skip the alerts, for which 100,000 saved searches are created in each data set",
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="for each query and data set")
    parser.add_argument(
        "--cpu", action="store_true", help="measure processor time on SQLite, if other programs use the machine"
    )
    parser.add_argument("--write", action="store_true", help=f"write {RESULT.relative_to(ROOT)}")
    given = parser.parse_args()
    random.seed(1)
    now = time.thread_time if given.cpu else time.perf_counter
    figures = kept(given.folder)
    found = list_data_sets(given.ads, given.postgres, given.folder)
    for kind in dict.fromkeys(data_set.kind for data_set in found):
        some = [data_set for data_set in found if data_set.kind == kind]
        asked = [Asked(data_set).all() | ({} if given.no_alerts else alerts.asked(data_set)) for data_set in some]
        garbage_collection.freeze_startup_objects()
        for name in (name for name in asked[0] if given.only in name):
            for data_set, figure in zip(some, measure([each[name] for each in asked], given.seconds, now), strict=True):
                figures.setdefault(name, {})[data_set.head] = figure
            shown: Any = {data_set.head: figures[name][data_set.head] for data_set in some}
            (given.folder / "search.json").write_text(json.dumps(figures))
            print(f"{name}: " + "; ".join(f"{head} {a:.1f} / {b:.1f}" for head, (a, b) in shown.items()), flush=True)
    print(table(figures))
    if given.write:
        RESULT.write_text(_document(table(figures), by_cpu=given.cpu))


def _document(tables: str, *, by_cpu: bool) -> str:
    shared = "Figures of SQLite are processor time (`--cpu`): its work is all done in the asking thread, and others shared the machine."
    said = shared if by_cpu else "By the clock, on a machine with two cores that did nothing else meanwhile."
    return f"""# Search, measured

Demo data sets of the sizes that the columns name; the domain's `search.list_ads` and `search.suggest`, called as a transport calls
them, each with a session of its own, one at a time. Each question is asked in several wordings in turn, between data sets of
different size alternately. Page 1 unless it says page 50, twelve ads a page. Rows `alerts`, where measured, publish one ad
among 100,000 saved searches.

✗ marks what is slower than it may be: at a million ads p95 may be at most {TIMES} times that at ten thousand or under
{GOOD} ms, and under {GOAL} ms in any case; suggestions and alerts under {GOAL_TYPING} ms, bad input under {GOAL_BAD} ms.

Totals are exact at any size. PostgreSQL 15 with `shared_buffers = 4GB`, vacuumed and analysed after loading as its autovacuum does in time,
everything else as it comes.

{tables}

{said}

Repeat: `make bench-search`, or in pieces, `python -m benchmarks.data_sets --ads 1000000 --postgres URL` and
`python -m benchmarks.search --ads 10000 100000 1000000 --only misspelt --postgres URL --write`.
"""


if __name__ == "__main__":
    main()
