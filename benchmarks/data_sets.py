"""The databases of the benchmarks ("data sets"): demo data of several sizes, loaded like `python -m marketplace demo --ads N`, and kept.

    python -m benchmarks.data_sets --ads 10000 100000
    python -m benchmarks.data_sets --ads 10000 --postgres postgresql+psycopg://postgres@127.0.0.1/postgres

A million ads take minutes to load, so create that data set before measuring.
"""

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa

from marketplace.db import database
from marketplace.integrations.search_index import VERSION

ROOT = Path(__file__).parent.parent
FOLDER = Path(os.environ.get("BENCH_FOLDER", "/tmp/marketplace-bench"))  # noqa: S108
# Prefix of database names on PostgreSQL, so that two checkouts can use one server.
PREFIX = os.environ.get("BENCH_PREFIX", "bench")
SIZES = (10_000, 100_000, 1_000_000)


@dataclass(frozen=True)
class DataSet:
    """A loaded database and its data folder.

    Attributes:
        kind: sqlite or postgresql.
    """

    kind: str
    ads: int
    folder: Path
    url: str

    @property
    def head(self) -> str:
        """The heading of its column in tables."""
        return f"{'SQLite' if self.kind == 'sqlite' else 'PostgreSQL'} {self.ads:,}"

    @property
    def environment(self) -> dict[str, str]:
        """Return the environment of a process that uses it."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("MARKETPLACE_")}
        return kept | {
            "MARKETPLACE_DATA_DIR": str(self.folder),
            "MARKETPLACE_DATABASE_URL": self.url,
            "MARKETPLACE_DEMO": "false",
            "MARKETPLACE_LOG_LEVEL": "WARNING",
        }


def list_data_sets(sizes: Sequence[int], postgres: str, folder: Path = FOLDER) -> list[DataSet]:
    """Return the data sets of these sizes, on SQLite, and on PostgreSQL if a server is given; missing ones are created."""
    found = [DataSet("sqlite", ads, _data(folder, "sqlite", ads), "") for ads in sizes]
    if postgres:
        server = postgres.rsplit("/", 1)[0]
        found += [
            DataSet("postgresql", ads, _data(folder, "postgresql", ads), f"{server}/{PREFIX}_{ads}") for ads in sizes
        ]
    made = []
    for data_set in found:
        url = data_set.url or f"sqlite:///{data_set.folder / 'marketplace.db'}"
        made.append(DataSet(data_set.kind, data_set.ads, data_set.folder, url))
        if not (data_set.folder / "ready").exists():
            _make(made[-1], folder, postgres)
        _run(made[-1], "migrate")
        if not (data_set.folder / "search" / f"v{VERSION}" / "position.json").exists():
            _run(made[-1], "reindex")
    return made


def _data(folder: Path, kind: str, ads: int) -> Path:
    return folder / f"{kind}-{ads}"


def _make(data_set: DataSet, folder: Path, postgres: str) -> None:
    shutil.rmtree(data_set.folder, ignore_errors=True)
    pictures = folder / "pictures"
    if pictures.exists():
        # Pictures are drawn once for all data sets. Links are safe, because the name of a picture is a digest of its content.
        shutil.copytree(pictures, data_set.folder, copy_function=os.link)
    data_set.folder.mkdir(parents=True, exist_ok=True)
    if data_set.kind == "postgresql":
        admin = database.make_engine(postgres, isolation_level="AUTOCOMMIT")
        with admin.connect() as connection:
            connection.execute(sa.text(f'DROP DATABASE IF EXISTS "{PREFIX}_{data_set.ads}"'))
            connection.execute(sa.text(f'CREATE DATABASE "{PREFIX}_{data_set.ads}"'))
        admin.dispose()
    started = time.perf_counter()
    _run(data_set, "demo", "--ads", str(data_set.ads))
    if data_set.kind == "postgresql":
        # The server's autovacuum may be off.
        loaded = database.make_engine(data_set.url, isolation_level="AUTOCOMMIT")
        with loaded.connect() as connection:
            connection.execute(sa.text("VACUUM ANALYZE"))
        loaded.dispose()
    print(f"{data_set.head} ads: loaded in {time.perf_counter() - started:.0f} s", flush=True)
    if not pictures.exists():
        shutil.copytree(data_set.folder / "media", pictures / "media", copy_function=os.link)
        shutil.copy(data_set.folder / "demo-pictures.json", pictures)
    (data_set.folder / "ready").touch()


def _run(data_set: DataSet, *arguments: str) -> None:
    command = [sys.executable, "-m", "marketplace", *arguments]
    subprocess.run(command, cwd=ROOT, env=data_set.environment | {"MARKETPLACE_DEMO": "true"}, check=True)


def arguments(description: str) -> argparse.ArgumentParser:
    """Return a parser with the options of all benchmarks."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ads", type=int, nargs="+", default=[10_000, 100_000], help="sizes of the data sets")
    parser.add_argument(
        "--postgres", default="", help="URL of a PostgreSQL server; without it, only SQLite is measured"
    )
    parser.add_argument("--folder", type=Path, default=FOLDER, help="folder for data sets and figures")
    return parser


def main() -> None:
    given = arguments(__doc__ or "").parse_args()
    for data_set in list_data_sets(given.ads, given.postgres, given.folder):
        print(f"{data_set.head} ads: {data_set.url}")


if __name__ == "__main__":
    main()
