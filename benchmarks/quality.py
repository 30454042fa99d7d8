"""How well search finds: judged queries over a fixed set of ads, nDCG@10 and recall of each kind.

    python -m benchmarks.quality --worst 10

`judged/ads.jsonl` holds the ads. The search is developed with `judged/dev.jsonl`, written beside it, and `judged/buyers.jsonl`,
written later by people who did not know it. `judged/test.jsonl` and `judged/strangers.jsonl` are only measured; the difference
between them and the other two says how far the search is fitted to the queries that it is developed with. Each query names the
ads that answer it by grade: 3 what was asked for, 2 the same kind of thing with a detail off, 1 of some use.
"""

import argparse
import json
import math
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlmodel import Session

from marketplace.core import clock, ids
from marketplace.core.actor import ANONYMOUS
from marketplace.db import database
from marketplace.domain import listings, search
from marketplace.domain.paging import EVERYTHING
from marketplace.domain.price_units import default_unit
from marketplace.domain.search import projection
from marketplace.integrations import search_index
from marketplace.models import Account, AccountKind, AdStatus, AdType, InputType, PriceUnit, Review, metadata

FOLDER = Path(__file__).parent / "judged"
ROOT = FOLDER.parent.parent
DEPTH = 10
LEAST_NDCG, LEAST_RECALL = 0.96, 0.98
LEAST_TEST_NDCG, MOST_EMPTY, MOST_GAP = 0.90, 0.02, 0.08
# The nDCG that the sets have reached; a lower one is a regression.
TEST_FLOOR, BUYERS_FLOOR = 0.92, 0.88
DEVELOPED_WITH = ("dev", "buyers")
MEASURED = ("test", "strangers")
SETS = (*DEVELOPED_WITH, *MEASURED)
# A relevant ad is what was asked for or the same kind of thing.
_RELEVANT = 2
_READ = 50
# Categories whose ads for rent ask a price a month; the others ask one a day.
_BY_MONTH = ("Homes", "Offices, Shops & Land", "Services")


@dataclass(frozen=True)
class Judged:
    """A query and the grades of the ads that answer it, by the ads' numbers."""

    kind: str
    query: str
    params: Mapping[str, str]
    grades: Mapping[int, int]


@dataclass(frozen=True)
class Outcome:
    """The result of a judged query: the ads found in order, with nDCG and recall from 0 to 1."""

    judged: Judged
    found: tuple[int, ...]
    ndcg: float
    recall: float


def queries(name: str = "dev") -> list[Judged]:
    """The queries of one of the sets that some ad answers."""
    made = []
    for row in _lines(f"{name}.jsonl"):
        grades = {ad: int(grade) for grade, ads in row["grades"].items() for ad in ads}
        if grades:
            made.append(Judged(row["kind"], row["query"], row["params"], grades))
    return made


def ads() -> list[dict[str, Any]]:
    """The fixed ads."""
    return list(_lines("ads.jsonl"))


def _lines(name: str) -> Iterator[dict[str, Any]]:
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def fill(db: Session) -> dict[str, int]:
    """Store the fixed ads in an empty, migrated database and index them; returns their numbers by ad id."""
    now = clock.now()
    seller = Account(
        kind=AccountKind.SELLER, email="judged@example.org", username="judged", username_key="judged", password_hash="!",  # noqa: S106
        name="Judged", phone="9800000000",
    )  # fmt: skip
    rows: dict[str, list[dict[str, Any]]] = defaultdict(list)
    rows["accounts"].append(seller.model_dump())
    made_ids: dict[tuple[str, ...], str] = {}

    def row_id(table: str, key: tuple[str, ...], **values: Any) -> str:
        if key not in made_ids:
            made_ids[key] = ids.new_id()
            rows[table].append({"id": made_ids[key], "position": len(made_ids), "created_at": now, **values})
        return made_ids[key]

    numbers: dict[str, int] = {}
    for ad in ads():
        category = row_id("categories", (ad["category"],), name=ad["category"])
        subcategory = row_id("subcategories", (ad["category"], ad["shelf"]), category_id=category, name=ad["shelf"])
        ad_id, version_id = ids.new_id(), ids.new_id()
        numbers[ad_id] = ad["ad"]
        at = now - timedelta(days=ad["days"])
        rows["ads"].append({
            "id": ad_id, "seller_id": seller.id, "status": AdStatus.APPROVED, "live_version_id": version_id,
            "submitted_version_id": version_id, "versions": 1, "featured": ad["featured"], "review_resubmitted": False,
            "first_approved_at": at, "approved_at": at, "created_at": at, "updated_at": at,
        })  # fmt: skip
        rows["ad_versions"].append({
            "id": version_id, "ad_id": ad_id, "number": 1, "name": ad["name"], "title": ad["title"],
            "short_description": "", "description": ad["text"], "terms": "", "discount_basis_points": 0,
            "price_paise": None if ad["price"] is None else round(ad["price"] * 100), "ad_type": AdType(ad["type"]),
            "price_unit": default_unit(AdType(ad["type"]), PriceUnit.MONTH if ad["category"] in _BY_MONTH else PriceUnit.DAY),
            "category_id": category, "subcategory_id": subcategory, "state": ad["state"], "city": ad["city"],
            "place": ad["place"], "latitude": ad["lat"], "longitude": ad["lng"], "review": Review.APPROVED,
            "reason_code": "", "note": "", "created_at": at,
        })  # fmt: skip
        for position, (label, kind, text) in enumerate(ad["values"]):
            field = row_id(
                "field_definitions", (ad["category"], ad["shelf"], label), subcategory_id=subcategory, label=label,
                input_type=InputType(kind), required=False, options=[],
            )  # fmt: skip
            rows["ad_version_values"].append({
                "version_id": version_id, "field_id": field, "position": position, "label": label, "input_type": kind,
                "text": text, "number": float(text) if kind == "number" else None,
            })  # fmt: skip
    connection = db.connection()
    for table, many in rows.items():
        connection.execute(sa.insert(metadata.tables[table]), many)
    listings.rebuild(db)
    search_index.set_index(_index_in_memory(connection))
    return numbers


def _index_in_memory(connection: sa.Connection) -> search_index.SearchIndex:
    index = search_index.SearchIndex()
    writer = index.writer()
    for entries in projection.all_entries(connection):
        writer.add(entries)
    writer.commit()
    writer.close()
    index.reload()
    return index


def ask(db: Session, numbers: Mapping[str, int], judged: Judged) -> Outcome:
    """Search as the page does, and compare the results with the judgement."""
    query = search.parse_query({"keyword": judged.query, **judged.params})
    page = search.list_ads(db, ANONYMOUS, query, EVERYTHING)
    found = tuple(numbers[card.id] for card in (*page.items, *page.similar))
    wanted = {ad for ad, grade in judged.grades.items() if grade >= _RELEVANT}
    return Outcome(judged, found, ndcg(judged.grades, found), len(wanted & set(found)) / len(wanted))


def ndcg(grades: Mapping[int, int], found: Iterable[int]) -> float:
    """Return the nDCG of the first ten results; 1 is the best possible order."""

    def gained(order: Iterable[int]) -> float:
        return sum((2**grade - 1) / math.log2(at + 2) for at, grade in enumerate(list(order)[:DEPTH]))

    return gained(grades.get(ad, 0) for ad in found) / gained(sorted(grades.values(), reverse=True))


def by_kind(outcomes: Iterable[Outcome]) -> dict[str, tuple[int, float, float]]:
    """Return the number of queries of each kind, and their mean nDCG and recall; the key `all` has those of all kinds."""
    kinds: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        kinds[outcome.judged.kind].append(outcome)
        kinds["all"].append(outcome)
    return {
        kind: (len(own), sum(it.ndcg for it in own) / len(own), sum(it.recall for it in own) / len(own))
        for kind, own in sorted(kinds.items(), key=lambda item: (item[0] == "all", item[0]))
    }


def _migrated(engine: sa.Engine) -> sa.Engine:
    config = Config(str(ROOT / "alembic.ini"))
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        connection.commit()
    return engine


def gap(outcomes: Mapping[str, list[Outcome]], measured: str = "test") -> float:
    """Return by how much the nDCG of the queries used in development exceeds that of a measured set."""
    known = [it for name in DEVELOPED_WITH for it in outcomes[name]]
    return by_kind(known)["all"][1] - by_kind(outcomes[measured])["all"][1]


def is_good(outcomes: Mapping[str, list[Outcome]]) -> bool:
    """Whether all sets reach their goals, and the gap between them is small enough."""
    table = by_kind(outcomes["dev"])
    test = outcomes["test"]
    return (
        table["all"][1] >= LEAST_NDCG
        and table["misspelt"][2] >= LEAST_RECALL
        and by_kind(test)["all"][1] >= LEAST_TEST_NDCG
        and empty_share(test) <= MOST_EMPTY
        and gap(outcomes) <= MOST_GAP
    )


def empty_share(outcomes: list[Outcome]) -> float:
    """The share of queries that find nothing at all."""
    return sum(not it.found for it in outcomes) / len(outcomes)


def _report(name: str, outcomes: list[Outcome], worst: int) -> None:
    print(f"\n{name}: nothing found for {empty_share(outcomes):.1%}\n")
    print(f"| kind | queries | nDCG@{DEPTH} | recall |\n|---|---|---|---|")
    for kind, (count, mean, recall) in by_kind(outcomes).items():
        print(f"| {kind} | {count} | {mean:.3f} | {recall:.3f} |")
    known = {ad["ad"]: ad["name"] for ad in ads()} if worst else {}
    for it in sorted(outcomes, key=lambda it: it.ndcg + it.recall)[:worst]:
        shown = ", ".join(f"{known[ad]} ({it.judged.grades.get(ad, 0)})" for ad in it.found[:DEPTH])
        missing = [known[ad] for ad, grade in it.judged.grades.items() if grade >= _RELEVANT and ad not in it.found]
        print(
            f"\n{it.judged.query}: nDCG {it.ndcg:.2f}, recall {it.recall:.2f}\n  found {shown}\n  missing {missing[:8]}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--worst", type=int, default=0, help="also show this many of the worst queries, except for the measured sets"
    )
    parser.add_argument("--check", action="store_true", help="fail if a goal is missed")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        engine = _migrated(database.make_engine(f"sqlite:///{folder}/judged.db"))
        with Session(engine) as db:
            db.connection(execution_options={"marketplace_begin": "BEGIN IMMEDIATE"})
            numbers = fill(db)
            db.commit()
            outcomes = {name: [ask(db, numbers, judged) for judged in queries(name)] for name in SETS}
    for name in SETS:
        # Failures of the measured sets are not shown, so that nobody fits the search to them.
        _report(name, outcomes[name], given.worst if name in DEVELOPED_WITH else 0)
    for name in MEASURED:
        print(f"\ngap between known queries and {name}: {gap(outcomes, name):.3f} (goal: at most {MOST_GAP})")
    sys.exit(given.check and not is_good(outcomes))


if __name__ == "__main__":
    main()
