"""One ad published among 100,000 saved searches: how long it takes to find those that it matches.

Telling their owners comes after it, some hundred at a time, in jobs.
"""

import random
from collections.abc import Callable
from dataclasses import replace

import sqlalchemy as sa
from sqlmodel import Session

from benchmarks.questions import CITIES
from benchmarks.town import Town
from marketplace import bulk, clock, database, ids
from marketplace.domain.search import alerts, rereading, watching
from marketplace.domain.search.params import parse_query
from marketplace.models import Cadence, metadata

SEARCHES = 100_000
_ADS = 40


def asked(town: Town) -> dict[str, list[Callable[[], object]]]:
    """What to call: each holds another of the newest ads against all searches."""
    engine = database.make_engine(town.url)
    searches = metadata.tables["saved_searches"]
    with engine.begin() as connection:
        if (connection.scalar(sa.select(sa.func.count()).select_from(searches)) or 0) < SEARCHES:
            _save(connection)
    listings = metadata.tables["listings"]
    newest = sa.select(listings.c.ad_id).order_by(listings.c.published_at.desc()).limit(_ADS)
    with engine.connect() as connection:
        ad_ids = list(connection.scalars(newest))
    return {"alerts: one ad among 100,000 saved searches": [_matching(engine, ad_id) for ad_id in ad_ids]}


def _matching(engine: sa.Engine, ad_id: str) -> Callable[[], object]:
    def match() -> int:
        with Session(engine) as db:
            ad = watching.WatchedAd(db.connection(), ad_id)
            # What the ad settles is kept, as it is where the match is.
            rereading.renew(db, ad)
            found = len(alerts.list_waiting(db, ad))
            db.commit()
            return found

    return match


def _save(connection: sa.Connection) -> None:
    """What people save: a thing or a model, mostly with a place, a price or a type."""
    chance = random.Random(1)
    accounts, listings, categories = (metadata.tables[name] for name in ("accounts", "listings", "categories"))
    owners = list(connection.scalars(sa.select(accounts.c.id).order_by(accounts.c.id)))
    names = list(connection.scalars(sa.select(listings.c.name).distinct().order_by(listings.c.name).limit(5_000)))
    shelves = list(connection.scalars(sa.select(categories.c.id).order_by(categories.c.id)))
    rows, keys, open_words = [], [], []
    known: dict[str, rereading.Read] = {}
    for _ in range(SEARCHES):
        words = chance.choice(names).replace(",", "").split()
        start = chance.randrange(max(1, len(words) - 1))
        params = {"keyword": " ".join(words[start : start + chance.choice((1, 2, 2, 3))])}
        if chance.random() < 0.1:
            params = {"categoryId": chance.choice(shelves)}
        if chance.random() < 0.7 or "keyword" not in params:
            params["city"] = chance.choice(CITIES)
        if chance.random() < 0.5:
            params["maxPrice"] = str(chance.choice((1_000, 5_000, 10_000, 50_000, 500_000)))
        if chance.random() < 0.4:
            params["producttype"] = chance.choice(("sell", "rent", "lease"))
        plan, doubts = _read(connection, params, known)
        row = {
            "id": ids.new_id(), "account_id": chance.choice(owners), "name": params.get("keyword", "All")[:120],
            "query": params, "watched": watching.stored(plan), "cadence": Cadence.DAILY, "last_mailed_at": None,
            "created_at": clock.now(),
        }  # fmt: skip
        rows.append(row)
        keys += [{"key": key, "search_id": row["id"]} for key in set(watching.keys_of(connection, plan))]
        open_words += [{"kind": kind, "word": word, "search_id": row["id"]} for kind, word in sorted(doubts)]
    bulk.insert(connection, metadata.tables["saved_searches"], rows)
    bulk.insert(connection, metadata.tables["saved_search_keys"], keys)
    bulk.insert(connection, metadata.tables["saved_search_doubts"], open_words)
    if connection.dialect.name == "postgresql":
        # A site does it by itself within a minute.
        connection.execute(
            sa.text("ANALYZE saved_searches, saved_search_keys, saved_search_doubts, saved_search_matches")
        )


def _read(connection: sa.Connection, params: dict[str, str], known: dict[str, rereading.Read]) -> rereading.Read:
    """What the search waits for; each keyword is looked up once, as most are saved with several filters."""
    words = params.get("keyword", "")
    if not words:
        return rereading.read(connection, params)
    if words not in known:
        known[words] = rereading.read(connection, {"keyword": words})
    own, said = parse_query(params), known[words].plan.query
    filters = {name: getattr(own, name) or getattr(said, name) for name in ("city", "max_price", "ad_type")}
    return rereading.Read(replace(known[words].plan, query=replace(said, **filters)), known[words].doubts)
