"""How well search finds: judged queries over a fixed set of ads, nDCG@10 of each kind and recall of misspelt ones.

    python -m benchmarks.quality --postgres postgresql+psycopg://postgres@127.0.0.1/postgres --worst 10

`judged/ads.jsonl` holds the ads, `judged/queries.jsonl` each query with the ads that answer it by grade: 3 what was asked
for, 2 the same kind of thing with a detail off, 1 of some use. What is not named is of none.
"""

import argparse
import json
import math
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlmodel import Session

from marketplace import clock, database, ids
from marketplace.actor import ANONYMOUS
from marketplace.domain import search
from marketplace.domain.paging import EVERYTHING
from marketplace.models import Account, AccountKind, AdStatus, AdType, InputType, Review, metadata

FOLDER = Path(__file__).parent / "judged"
ROOT = FOLDER.parent.parent
DEPTH = 10
LEAST_NDCG, LEAST_RECALL = 0.90, 0.95
# A relevant ad is what was asked for or the same kind of thing.
_RELEVANT = 2
_READ = 50


@dataclass(frozen=True)
class Judged:
    """A query and the grades of the ads that answer it, by the ads' numbers."""

    kind: str
    query: str
    params: Mapping[str, str]
    grades: Mapping[int, int]


@dataclass(frozen=True)
class Outcome:
    """What became of a judged query: found ads in order, and how good that is, each from 0 to 1."""

    judged: Judged
    found: tuple[int, ...]
    ndcg: float
    recall: float


def queries() -> list[Judged]:
    """All judged queries."""
    made = []
    for row in _lines("queries.jsonl"):
        grades = {ad: int(grade) for grade, ads in row["grades"].items() for ad in ads}
        made.append(Judged(row["kind"], row["query"], row["params"], grades))
    return made


def ads() -> list[dict[str, Any]]:
    """The fixed ads."""
    return list(_lines("ads.jsonl"))


def _lines(name: str) -> Iterator[dict[str, Any]]:
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def fill(db: Session) -> dict[str, int]:
    """Put the fixed ads into an empty, migrated database and index them; their numbers by ad id."""
    now = clock.now()
    seller = Account(
        kind=AccountKind.SELLER, email="judged@example.org", username="judged", username_key="judged", password_hash="!",  # noqa: S106
        name="Judged", phone="9800000000",
    )  # fmt: skip
    rows: dict[str, list[dict[str, Any]]] = defaultdict(list)
    rows["accounts"].append(seller.model_dump())
    shelves: dict[tuple[str, ...], str] = {}

    def shelf(table: str, key: tuple[str, ...], **values: Any) -> str:
        if key not in shelves:
            shelves[key] = ids.new_id()
            rows[table].append({"id": shelves[key], "position": len(shelves), "created_at": now, **values})
        return shelves[key]

    numbers: dict[str, int] = {}
    for ad in ads():
        category = shelf("categories", (ad["category"],), name=ad["category"])
        subcategory = shelf("subcategories", (ad["category"], ad["shelf"]), category_id=category, name=ad["shelf"])
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
            "category_id": category, "subcategory_id": subcategory, "state": ad["state"], "city": ad["city"],
            "place": ad["place"], "latitude": ad["lat"], "longitude": ad["lng"], "review": Review.APPROVED,
            "reason_code": "", "note": "", "created_at": at,
        })  # fmt: skip
        for position, (label, kind, text) in enumerate(ad["values"]):
            field = shelf(
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
    search.rebuild(db)
    return numbers


def ask(db: Session, numbers: Mapping[str, int], judged: Judged) -> Outcome:
    """Search as the page does, and hold what comes against the judgement."""
    query = search.parse_query({"keyword": judged.query, **judged.params})
    page = search.list_ads(db, ANONYMOUS, query, EVERYTHING)
    found = tuple(numbers[card.id] for card in page.items)
    wanted = {ad for ad, grade in judged.grades.items() if grade >= _RELEVANT}
    return Outcome(judged, found, ndcg(judged.grades, found), len(wanted & set(found)) / len(wanted))


def ndcg(grades: Mapping[int, int], found: Iterable[int]) -> float:
    """How good the order of the first ten is: 1 is the best that could be."""

    def gained(order: Iterable[int]) -> float:
        return sum((2**grade - 1) / math.log2(at + 2) for at, grade in enumerate(list(order)[:DEPTH]))

    return gained(grades.get(ad, 0) for ad in found) / gained(sorted(grades.values(), reverse=True))


def by_kind(outcomes: Iterable[Outcome]) -> dict[str, tuple[int, float, float]]:
    """How many queries of each kind there are, and the means of their nDCG and recall; `all` stands for all."""
    kinds: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        kinds[outcome.judged.kind].append(outcome)
        kinds["all"].append(outcome)
    return {
        kind: (len(own), sum(it.ndcg for it in own) / len(own), sum(it.recall for it in own) / len(own))
        for kind, own in sorted(kinds.items(), key=lambda item: (item[0] == "all", item[0]))
    }


@contextmanager
def _database(url: str) -> Iterator[sa.Engine]:
    if url.startswith("sqlite"):
        with tempfile.TemporaryDirectory() as folder:
            yield _migrated(database.make_engine(f"sqlite:///{folder}/judged.db"))
        return
    name = "bench_judged"
    server = database.make_engine(url, isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.execute(sa.text(f'DROP DATABASE IF EXISTS "{name}"'))
        connection.execute(sa.text(f'CREATE DATABASE "{name}"'))
    engine = _migrated(database.make_engine(url.rsplit("/", 1)[0] + "/" + name))
    yield engine
    engine.dispose()
    with server.connect() as connection:
        connection.execute(sa.text(f'DROP DATABASE "{name}"'))


def _migrated(engine: sa.Engine) -> sa.Engine:
    config = Config(str(ROOT / "alembic.ini"))
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        connection.commit()
    return engine


def _report(name: str, outcomes: list[Outcome], worst: int) -> bool:
    table = by_kind(outcomes)
    print(f"\n{name}\n\n| kind | queries | nDCG@{DEPTH} | recall |\n|---|---|---|---|")
    for kind, (count, mean, recall) in table.items():
        print(f"| {kind} | {count} | {mean:.3f} | {recall:.3f} |")
    known = {ad["ad"]: ad["name"] for ad in ads()} if worst else {}
    for it in sorted(outcomes, key=lambda it: it.ndcg + it.recall)[:worst]:
        shown = ", ".join(f"{known[ad]} ({it.judged.grades.get(ad, 0)})" for ad in it.found[:DEPTH])
        missing = [known[ad] for ad, grade in it.judged.grades.items() if grade >= _RELEVANT and ad not in it.found]
        print(
            f"\n{it.judged.query}: nDCG {it.ndcg:.2f}, recall {it.recall:.2f}\n  found {shown}\n  missing {missing[:8]}"
        )
    return table["all"][1] >= LEAST_NDCG and table["misspelt"][2] >= LEAST_RECALL


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--postgres", default="", help="address of a PostgreSQL server; left out, SQLite alone")
    parser.add_argument("--worst", type=int, default=0, help="also show so many of the worst queries")
    given = parser.parse_args()
    good = True
    for url in filter(None, ("sqlite", given.postgres)):
        with _database(url) as engine, Session(engine) as db:
            if engine.dialect.name == "sqlite":
                db.connection(execution_options={"marketplace_begin": "BEGIN IMMEDIATE"})
            numbers = fill(db)
            db.commit()
            outcomes = [ask(db, numbers, judged) for judged in queries()]
            good = _report(url.split(":")[0].split("+")[0], outcomes, given.worst) and good
    sys.exit(not good)


if __name__ == "__main__":
    main()
