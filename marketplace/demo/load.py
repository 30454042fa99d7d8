"""Loads the demo: draws the pictures, then writes everything in one unit of work."""

from contextlib import ExitStack
from random import Random

from sqlmodel import Session, col, select

from marketplace.cli.progress import progress_bar
from marketplace.core import clock
from marketplace.core.errors import ConfigurationError, Conflict
from marketplace.db import bulk, postgres
from marketplace.db.database import get_engine, read_only, unit_of_work
from marketplace.demo.ads import AdWriter
from marketplace.demo.catalog import write_catalog
from marketplace.demo.interactions import Interactions, write_testimonials
from marketplace.demo.members import BUYER, SELLER, write_members
from marketplace.demo.pictures import pool
from marketplace.demo.rentals import Rentals
from marketplace.demo.reviews import Trades
from marketplace.demo.rows import SEED, Rows
from marketplace.demo.uploads import Uploads
from marketplace.demo.wanted import write_wanted
from marketplace.domain import listings, media
from marketplace.i18n.texts import t
from marketplace.models import Account, Category
from marketplace.settings import get_settings

DEFAULT_ADS = 360
# From this number of ads on, indexes are dropped and rebuilt. Smaller loads keep them, so that readers stay fast.
MANY = 50_000
_INDEXED = (
    "ads",
    "ad_versions",
    "ad_version_images",
    "ad_version_values",
    "uploads",
    "listings",
)


@postgres.statement_timeout()
def load(ads: int = DEFAULT_ADS, *, seed: str = SEED) -> int:
    """Fill the database with demo data in one transaction.

    Args:
        ads: number of ads; from DEFAULT_ADS on, those that people search for most come on top.
        seed: the same seed gives the same people, ads and words.

    Returns:
        Number of live ads.

    Raises:
        ConfigurationError: the site is public and MARKETPLACE_DEMO is not set.
        Conflict: there is demo data or a catalogue already.
    """
    settings = get_settings()
    if not settings.is_loopback and not settings.demo:
        raise ConfigurationError(t("This site is public: demo data is loaded only where MARKETPLACE_DEMO=true."))
    with read_only() as db:
        _check(db)
    with progress_bar(t("Drawing pictures"), pool.count()) as progress:
        pictures = pool.load_pool(progress)
    with ExitStack() as large:
        if ads >= MANY:
            large.enter_context(bulk.without_wal(get_engine()))
        with unit_of_work() as db:
            # Checked again inside the write transaction, because another process may have loaded meanwhile.
            _check(db)
            return _write(db, pictures, ads, seed)


def _write(db: Session, pictures: pool.Pool, ads: int, seed: str) -> int:
    now = clock.now().replace(microsecond=0)
    with_admin = get_settings().is_loopback
    rows = Rows(db)
    uploads = Uploads(rows, Random(f"{seed} uploads"))
    with ExitStack() as large:
        if ads >= MANY:
            built = large.enter_context(
                progress_bar(t("Building indexes"), bulk.count_indexes(db.connection(), *_INDEXED))
            )
            large.enter_context(bulk.without_indexes(db.connection(), *_INDEXED, progress=built))
        members = write_members(rows, uploads, pictures, now, ads=ads, seed=seed, with_admin=with_admin)
        owner_id = members.admin_id or members.sellers[0].id
        catalog = write_catalog(rows, uploads, pictures, owner_id, now, seed=seed)
        write_testimonials(rows, uploads, pictures, owner_id, now, seed=seed)
        with progress_bar(t("Writing ads"), ads) as progress:
            writer = AdWriter(rows, uploads, pictures, catalog, members, now, seed=seed)
            written = writer.write(ads, progress)
            if ads >= DEFAULT_ADS:
                writer.write_searched(ads, lambda _: None)
        Interactions(rows, written, members, now, seed=seed).write()
        rentals = Rentals(rows, uploads, pictures, written, members, now, seed=seed)
        rentals.write()
        Trades(rows, written, members, now, seed=seed).write(rentals.returned)
        write_wanted(rows, catalog, members, now, seed=seed)
        rows.flush()
        media.hide(db, rentals.photo_ids)
        return listings.rebuild(db)


def _check(db: Session) -> None:
    if db.exec(select(Account.id).where(col(Account.email).in_((BUYER, SELLER)))).first():
        raise Conflict(t("Demo data is already there."))
    if db.exec(select(Category.id)).first():
        raise Conflict(t("Demo data needs a database without categories of its own."))
