"""Loads the demo: draws the pictures, then writes everything in one unit of work."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from random import Random

from sqlmodel import Session, col, select
from tqdm import tqdm

from marketplace import bulk, clock, postgres
from marketplace.database import get_engine, reading, unit_of_work
from marketplace.demo.adverts import Advertiser
from marketplace.demo.members import BUYER, SELLER, settle
from marketplace.demo.pictures import pool
from marketplace.demo.seeded import SEED, Rows
from marketplace.demo.stock import put_up
from marketplace.demo.talk import Gossip, praise
from marketplace.demo.uploads import Uploads
from marketplace.domain import search
from marketplace.errors import ConfigurationError, Conflict
from marketplace.models import Account, Category
from marketplace.settings import get_settings
from marketplace.texts import t

DEFAULT_ADS = 360
# From so many on it pays to build the indexes whole; below, others may go on reading.
MANY = 50_000
_INDEXED = (
    "ads",
    "ad_versions",
    "ad_version_images",
    "ad_version_values",
    "uploads",
    "listings",
    "listing_values",
    "search_index",
)
Progress = Callable[[int], None]


@postgres.patience()
def load(ads: int = DEFAULT_ADS, *, seed: str = SEED, quiet: bool = False) -> int:
    """Fill the database with a town's marketplace; killed half-way, it leaves the database as it was.

    Args:
        ads: how many.
        seed: the same seed gives the same people, ads and words.
        quiet: show no progress bars.

    Returns:
        How many ads are live.

    Raises:
        ConfigurationError: the site is public, and demo data is not asked for.
        Conflict: demo data is there already, or the catalogue is in use.
    """
    settings = get_settings()
    if not settings.is_loopback and not settings.demo:
        raise ConfigurationError(t("This site is public: demo data is loaded only where MARKETPLACE_DEMO=true."))
    with reading() as db:
        _check(db)
    with _bar(t("Drawing pictures"), pool.count(), quiet) as progress:
        pictures = pool.load_pool(progress)
    with ExitStack() as large:
        if ads >= MANY:
            large.enter_context(bulk.straight(get_engine()))
        with unit_of_work() as db:
            # Looked at again, because only now nobody else can be loading.
            _check(db)
            return _write(db, pictures, ads, seed, quiet)


def _write(db: Session, pictures: pool.Pool, ads: int, seed: str, quiet: bool) -> int:
    now = clock.now().replace(microsecond=0)
    with_admin = get_settings().is_loopback
    rows = Rows(db)
    uploads = Uploads(rows, Random(f"{seed} uploads"))
    with ExitStack() as large:
        if ads >= MANY:
            built = large.enter_context(
                _bar(t("Building indexes"), bulk.count_indexes(db.connection(), *_INDEXED), quiet)
            )
            large.enter_context(bulk.without_indexes(db.connection(), *_INDEXED, progress=built))
        town = settle(rows, uploads, pictures, now, ads=ads, seed=seed, with_admin=with_admin)
        keeper = town.admin_id or town.sellers[0].id
        stock = put_up(rows, uploads, pictures, keeper, now, seed=seed)
        praise(rows, uploads, pictures, keeper, now, seed=seed)
        with _bar(t("Writing ads"), ads, quiet) as progress:
            adverts = Advertiser(rows, uploads, pictures, stock, town, now, seed=seed).advertise(ads, progress)
        Gossip(rows, adverts, town, now, seed=seed).write()
        rows.flush()
        with _bar(t("Indexing"), ads, quiet) as progress:
            return search.rebuild(db, progress=progress)


def _check(db: Session) -> None:
    if db.exec(select(Account.id).where(col(Account.email).in_((BUYER, SELLER)))).first():
        raise Conflict(t("Demo data is already there."))
    if db.exec(select(Category.id)).first():
        raise Conflict(t("Demo data needs a database without categories of its own."))


@contextmanager
def _bar(label: str, total: int, quiet: bool) -> Iterator[Progress]:
    # Work that is done within a second shows no bar at all.
    with tqdm(desc=label, total=total, delay=1, unit_scale=True, disable=quiet or None, leave=False) as bar:

        def progress(done: int) -> None:
            bar.update(done)

        yield progress
