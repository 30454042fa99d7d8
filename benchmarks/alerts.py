"""Ads published among 100,000 saved searches: how long it takes to find the searches that match.

    python -m benchmarks.alerts

matches 2,000 ads in batches, compares the result with what searches find by themselves, and prints the times. Running all
searches by themselves takes an hour, so the compared ones are chosen at random, half of them among those that an ad matched.
Notifying the owners is not measured: jobs do it later, some hundred at a time.
"""

import random
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable

import sqlalchemy as sa
from sqlmodel import Session, select

from benchmarks.data_sets import DataSet, list_data_sets
from benchmarks.questions import CITIES
from marketplace.core import clock, ids
from marketplace.core.actor import ANONYMOUS
from marketplace.db import bulk, database
from marketplace.domain import search
from marketplace.domain.paging import EVERYTHING
from marketplace.domain.saved_searches import alerts
from marketplace.integrations import search_index
from marketplace.integrations.search_index import IndexFolder, SearchIndex
from marketplace.models import Cadence, SavedSearch, metadata

SEARCHES = 100_000
_ADS = 40
# Number of ads in the comparison, and how many are matched at once.
EXACT_ADS, BATCH = 2_000, 100
# Searches that are run by themselves.
COMPARED = 5_000


def asked(data_set: DataSet) -> dict[str, list[Callable[[], object]]]:
    """Return the calls to measure: each matches another one of the newest ads against all searches."""
    engine, index = _open(data_set)
    listings = metadata.tables["listings"]
    newest = sa.select(listings.c.ad_id).order_by(listings.c.published_at.desc()).limit(_ADS)
    with engine.connect() as connection:
        ad_ids = list(connection.scalars(newest))
    return {"alerts: one ad among 100,000 saved searches": [_matching(engine, index, ad_id) for ad_id in ad_ids]}


def _open(data_set: DataSet) -> tuple[sa.Engine, SearchIndex]:
    """Return the data set's database, with the saved searches in it, and its index."""
    engine = database.make_engine(data_set.url)
    searches = metadata.tables["saved_searches"]
    with engine.begin() as connection:
        if (connection.scalar(sa.select(sa.func.count()).select_from(searches)) or 0) < SEARCHES:
            _save(connection)
    return engine, SearchIndex(IndexFolder(data_set.folder / "search"))


def _matching(engine: sa.Engine, index: SearchIndex, ad_id: str) -> Callable[[], object]:
    def match() -> int:
        search_index.set_index(index)
        with Session(engine) as db:
            return len(alerts.find_candidates(db, [ad_id]).get(ad_id, ()))

    return match


def compare(data_set: DataSet) -> bool:
    """Match all ads of a data set in batches, and return whether a sample of the searches finds the same ads by itself."""
    engine, index = _open(data_set)
    search_index.set_index(index)
    matched: dict[str, set[str]] = defaultdict(set)
    with Session(engine) as db:
        ad_ids = list(db.connection().scalars(sa.select(metadata.tables["listings"].c.ad_id)))
        chance = random.Random(1)
        chance.shuffle(ad_ids)
        times = []
        for start in range(0, len(ad_ids), BATCH):
            began = time.perf_counter()
            for ad_id, search_ids in alerts.find_candidates(db, ad_ids[start : start + BATCH]).items():
                for search_id in search_ids:
                    matched[search_id].add(ad_id)
            times.append(time.perf_counter() - began)
        print(
            f"{len(ad_ids)} ads in batches of {BATCH}: the first {times[0]:.1f} s, then {statistics.median(times):.1f} s"
        )
        found: dict[frozenset[tuple[str, str]], set[str]] = {}
        differing = 0
        rows = db.exec(select(SavedSearch)).all()
        matching, others = ([row for row in rows if (row.id in matched) is has_ads] for has_ads in (True, False))
        began = time.perf_counter()
        for row in (*chance.sample(matching, COMPARED // 2), *chance.sample(others, COMPARED // 2)):
            key = frozenset(row.query.items())
            if key not in found:
                page = search.list_ads(db, ANONYMOUS, search.parse_query(row.query), EVERYTHING)
                found[key] = {card.id for card in page.items}
            if found[key] != matched[row.id]:
                differing += 1
                print("differs:", row.query, len(matched[row.id] - found[key]), len(found[key] - matched[row.id]))
    print(f"{SEARCHES} searches, {sum(map(len, matched.values()))} matches")
    print(
        f"{COMPARED} of them, chosen at random, run by themselves in {time.perf_counter() - began:.0f} s: {differing} differ"
    )
    return not differing


def _save(connection: sa.Connection) -> None:
    """Save searches like those of people: an item or a model, mostly with a place, a price or a type."""
    chance = random.Random(1)
    accounts, listings, categories = (metadata.tables[name] for name in ("accounts", "listings", "categories"))
    owners = list(connection.scalars(sa.select(accounts.c.id).order_by(accounts.c.id)))
    names = list(connection.scalars(sa.select(listings.c.name).distinct().order_by(listings.c.name).limit(5_000)))
    category_ids = list(connection.scalars(sa.select(categories.c.id).order_by(categories.c.id)))
    rows = []
    for _ in range(SEARCHES):
        words = chance.choice(names).replace(",", "").split()
        start = chance.randrange(max(1, len(words) - 1))
        params = {"keyword": " ".join(words[start : start + chance.choice((1, 2, 2, 3))])}
        if chance.random() < 0.1:
            params = {"categoryId": chance.choice(category_ids)}
        if chance.random() < 0.7 or "keyword" not in params:
            params["city"] = chance.choice(CITIES)
        if chance.random() < 0.5:
            params["maxPrice"] = str(chance.choice((1_000, 5_000, 10_000, 50_000, 500_000)))
        if chance.random() < 0.4:
            params["producttype"] = chance.choice(("sell", "rent", "lease"))
        row = {
            "id": ids.new_id(), "account_id": chance.choice(owners), "name": params.get("keyword", "All")[:120],
            "query": params, "wants_mail": True, "cadence": Cadence.DAILY, "last_mailed_at": None,
            "created_at": clock.now(),
        }  # fmt: skip
        rows.append(row)
    bulk.insert(connection, metadata.tables["saved_searches"], rows)


if __name__ == "__main__":
    sys.exit(not compare(list_data_sets([EXACT_ADS], "")[0]))
