"""How fast search is: made-up ads in both databases, the same questions to each, 95th percentiles in milliseconds.

    python -m benchmarks.search --ads 10000 100000 --postgres postgresql+psycopg://postgres@127.0.0.1/postgres

Each size gets a database of its own, kept in --folder (and as `bench_search_<size>`) for the next run.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterator
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
from marketplace.domain.paging import Window
from marketplace.models import Account, AccountKind, AdStatus, AdType, Review, metadata

ROOT = Path(__file__).parent.parent
CITIES = (
    ("Pune", 18.52, 73.86), ("Mumbai", 19.08, 72.88), ("Delhi", 28.61, 77.21), ("Bengaluru", 12.97, 77.59),
    ("Chennai", 13.08, 80.27), ("Hyderabad", 17.39, 78.49), ("Kolkata", 22.57, 88.36), ("Jaipur", 26.91, 75.79),
    ("Lucknow", 26.85, 80.95), ("Nagpur", 21.15, 79.09), ("Indore", 22.72, 75.86), ("Bhopal", 23.26, 77.41),
    ("Surat", 21.17, 72.83), ("Kochi", 9.93, 76.27), ("Patna", 25.59, 85.14),
)  # fmt: skip
SHELVES = {
    "Furniture": "sofa bed table chair wardrobe mattress bookshelf desk",
    "Mobiles": "iphone galaxy redmi oneplus pixel nokia tablet charger",
    "Vehicles": "car bike scooter truck bicycle tractor auto van",
    "Property": "flat house plot office shop villa room warehouse",
    "Electronics": "television fridge laptop camera speaker microwave printer cooler",
    "Fashion": "saree kurta shoes watch handbag jacket lehenga sunglasses",
}
_QUALITIES = "teak red wooden samsung leather compact vintage sturdy royal modern black white large small branded"
_FILLER = "well kept by one careful owner bill available reason moving price slightly negotiable call before visit"
QUALITIES, FILLER = _QUALITIES.split(), _FILLER.split()
QUESTIONS: dict[str, dict[str, str]] = {
    "all, newest": {},
    "all, page 50": {"_page": "50"},
    "one type": {"producttype": "rent"},
    "one type, by price": {"producttype": "sell", "sort": "price_asc"},
    "city and type": {"city": "Pune", "producttype": "sell"},
    "keyword": {"keyword": "sofa"},
    "keyword, page 50": {"keyword": "sofa", "_page": "50"},
    "two words": {"keyword": "teak sofa"},
    "rare words": {"keyword": "vintage leather bookshelf"},
    "misspelt": {"keyword": "telivision samsng"},
    "understood": {"keyword": "laptop under 15k in pune"},
    "keyword, filtered": {"keyword": "sofa", "city": "Delhi", "producttype": "rent"},
    "keyword, by price": {"keyword": "sofa", "sort": "price_asc"},
    "keyword, newest": {"keyword": "sofa", "sort": "newest"},
    "keyword, facets": {"keyword": "sofa", "_facets": "1"},
    "filtered, facets": {"city": "Pune", "producttype": "sell", "_facets": "1"},
    "radius": {"lat": "18.52", "lng": "73.86", "radiusKm": "10"},
    "radius, nearest": {"lat": "18.52", "lng": "73.86", "radiusKm": "10", "sort": "distance"},
    "keyword in radius": {"keyword": "sofa", "lat": "18.52", "lng": "73.86", "radiusKm": "10"},
    "nothing": {"keyword": "sofa zzyzxq", "city": "Pune"},
}


def ads(count: int, categories: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Rows for `ads` and `ad_versions`, the same for the same count."""
    chance = random.Random(1)
    now = clock.now()
    for n in range(count):
        category = chance.choice(categories)
        thing = chance.choice(category["things"])
        first, second = chance.sample(QUALITIES, 2)
        city, lat, lng = chance.choice(CITIES)
        ad_id, version_id = ids.new_id(), ids.new_id()
        at = now - timedelta(seconds=60 * 86_400 * (count - n) / count)
        price = None if n % 50 == 0 else chance.randrange(100, 100_000) * 100
        yield (
            {
                "id": ad_id, "seller_id": "", "status": AdStatus.APPROVED, "live_version_id": version_id,
                "submitted_version_id": version_id, "versions": 1, "featured": n % 40 == 0, "review_resubmitted": False,
                "first_approved_at": at, "approved_at": at, "created_at": at, "updated_at": at,
            },
            {
                "id": version_id, "ad_id": ad_id, "number": 1, "name": f"{first} {thing} {chance.randrange(1000)}".title(),
                "title": f"{second} {thing} for you", "short_description": "",
                "description": " ".join(chance.choices([*FILLER, *QUALITIES], k=40)), "terms": "",
                "price_paise": price, "discount_basis_points": 0, "ad_type": chance.choice([*AdType, AdType.SELL]),
                "category_id": category["id"], "state": "", "city": city, "place": "", "review": Review.APPROVED,
                "latitude": lat + chance.uniform(-0.2, 0.2), "longitude": lng + chance.uniform(-0.2, 0.2),
                "reason_code": "", "note": "", "created_at": at,
            },
        )  # fmt: skip


def fill(engine: sa.Engine, count: int) -> None:
    """Migrate, insert and index."""
    tables = metadata.tables
    config = Config(str(ROOT / "alembic.ini"))
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        connection.commit()
    now = clock.now()
    seller = ids.new_id()
    categories = [
        {"id": ids.new_id(), "name": name, "position": at, "created_at": now, "things": things.split()}
        for at, (name, things) in enumerate(SHELVES.items())
    ]
    with engine.begin() as connection:
        account = Account(
            id=seller, kind=AccountKind.SELLER, email="s@example.org", username="s", username_key="s", password_hash="",
            name="S",
        )  # fmt: skip
        connection.execute(sa.insert(tables["accounts"]), [account.model_dump()])
        plain = [{key: value for key, value in row.items() if key != "things"} for row in categories]
        connection.execute(sa.insert(tables["categories"]), plain)
        some: list[tuple[dict[str, Any], dict[str, Any]]] = []
        for pair in ads(count, categories):
            pair[0]["seller_id"] = seller
            some.append(pair)
            if len(some) == 5_000:
                _insert(connection, some)
        _insert(connection, some)
    started = time.perf_counter()
    with Session(engine) as db:
        if engine.dialect.name == "sqlite":
            db.connection(execution_options={"marketplace_begin": "BEGIN IMMEDIATE"})
        search.rebuild(db)
        db.commit()
    with engine.connect() as connection:
        connection.execution_options(isolation_level="AUTOCOMMIT").execute(sa.text("ANALYZE"))
    print(f"  indexed {count:,} ads in {time.perf_counter() - started:.0f} s", flush=True)


def _insert(connection: sa.Connection, some: list[tuple[dict[str, Any], dict[str, Any]]]) -> None:
    if some:
        connection.execute(sa.insert(metadata.tables["ads"]), [ad for ad, _ in some])
        connection.execute(sa.insert(metadata.tables["ad_versions"]), [version for _, version in some])
        some.clear()


def prepared(url: str, count: int, folder: Path) -> sa.Engine:
    """The filled database of this size, made on the first run."""
    if url.startswith("sqlite"):
        path = folder / f"search_{count}.db"
        engine = database.make_engine(f"sqlite:///{path}")
        if not path.exists():
            fill(engine, count)
        return engine
    name = f"bench_search_{count}"
    admin = database.make_engine(url, isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        there = connection.scalar(sa.text("SELECT 1 FROM pg_database WHERE datname = :name"), {"name": name})
        if not there:
            connection.execute(sa.text(f'CREATE DATABASE "{name}"'))
    engine = database.make_engine(url.rsplit("/", 1)[0] + "/" + name)
    if not there:
        fill(engine, count)
    return engine


def measure(ask: Callable[[], Any], repeats: int) -> float:
    """The 95th percentile in milliseconds, after two rounds that warm up."""
    ask()
    ask()
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        ask()
        times.append((time.perf_counter() - started) * 1000)
    return statistics.quantiles(times, n=20)[-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ads", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--postgres", default="", help="address of a PostgreSQL server; left out, SQLite alone")
    parser.add_argument("--folder", type=Path, default=Path("/tmp"), help="where the SQLite databases are kept")  # noqa: S108
    parser.add_argument("--repeats", type=int, default=40)
    parser.add_argument("--only", default="", help="questions whose names contain this")
    given = parser.parse_args()
    table: dict[str, list[float]] = {}
    heads = []
    for url in filter(None, ("sqlite", given.postgres)):
        for count in given.ads:
            heads.append(f"{url.split(':')[0].split('+')[0]} {count:,}")
            engine = prepared(url, count, given.folder)
            for name, params in QUESTIONS.items():
                if given.only in name:
                    table.setdefault(name, []).append(measure(_asker(engine, params), given.repeats))
            engine.dispose()
    print("| p95, ms | " + " | ".join(heads) + " |")
    print("|---" * (len(heads) + 1) + "|")
    for name, times in table.items():
        print(f"| {name} | " + " | ".join(f"{ms:.1f}" for ms in times) + " |")


def _asker(engine: sa.Engine, params: dict[str, str]) -> Callable[[], Any]:
    query = search.parse_query({name: value for name, value in params.items() if name[0] != "_"})
    window = Window(int(params.get("_page", 1)), 12)

    def ask() -> Any:
        with Session(engine) as db:
            return search.list_ads(db, ANONYMOUS, query, window, facets="_facets" in params)

    return ask


if __name__ == "__main__":
    main()
