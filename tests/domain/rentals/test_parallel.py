"""Many accepts at once, on real databases: never two bookings that overlap."""

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from sqlalchemy import text
from sqlmodel import Session, select

from marketplace.core.errors import Conflict
from marketplace.db import database
from marketplace.domain import rentals
from marketplace.models import AdType, Booking, Enquiry, EnquiryStatus
from tests import factories
from tests.conftest import REQUIRE_SERVICES, TEST_DATABASE_URL, migrate

PARALLEL = 50
POSTGRES = TEST_DATABASE_URL or "postgresql+psycopg://postgres@127.0.0.1:5432/postgres"
START = datetime(2030, 1, 1, tzinfo=UTC)


def _postgres():
    admin = database.make_engine(POSTGRES, isolation_level="AUTOCOMMIT")
    name = f"marketplace_parallel_{os.getpid()}"
    try:
        with admin.connect() as connection:
            connection.execute(text(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'))
            connection.execute(text(f'CREATE DATABASE "{name}"'))
    except Exception as error:
        if REQUIRE_SERVICES:
            raise
        pytest.skip(f"no PostgreSQL to test with: {type(error).__name__}")
    made = database.make_engine(POSTGRES.rsplit("/", 1)[0] + "/" + name)
    yield made
    made.dispose()
    with admin.connect() as connection:
        connection.execute(text(f'DROP DATABASE "{name}" WITH (FORCE)'))
    admin.dispose()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def shared(request, tmp_path, monkeypatch):
    """A database of its own that every thread has its own connection to."""
    if request.param == "postgres":
        source = _postgres()
        engine = next(source)
    else:
        source = iter(())
        engine = database.make_engine(f"sqlite:///{tmp_path / 'parallel.db'}")
    migrate(engine)
    monkeypatch.setattr(database, "new_session", lambda: Session(engine, expire_on_commit=False))
    yield engine
    next(source, None)
    engine.dispose()


def _accept(seller, enquiry_id, barrier):
    barrier.wait()
    try:
        with database.unit_of_work() as db:
            rentals.accept(db, seller, enquiry_id)
    except Conflict:
        return False
    return True


def _check_rounds(rounds):
    with database.new_session() as db:
        seller = factories.seller(db)
        buyers = [factories.buyer(db) for _ in range(PARALLEL)]
        category = factories.category(db)
    actor, barrier = factories.actor(seller), threading.Barrier(PARALLEL)
    with ThreadPoolExecutor(PARALLEL) as pool:
        for number in range(rounds):
            with database.new_session() as db:
                ad = factories.ad(db, seller, category, ad_type=AdType.RENT)
                # Ten days of which each enquiry wants three: all sorts of overlaps, several can win.
                rows = [
                    Enquiry(
                        ad_id=ad.id,
                        buyer_id=buyer.id,
                        seller_id=seller.id,
                        pickup_at=START + timedelta(hours=(n * 7 + number) % 240),
                        drop_at=START + timedelta(hours=(n * 7 + number) % 240 + 72),
                    )
                    for n, buyer in enumerate(buyers)
                ]
                factories.save(db, *rows)
            won = list(pool.map(lambda row: _accept(actor, row.id, barrier), rows))
            with database.new_session() as db:
                _check_one(db, ad.id, won.count(True))


def _check_one(db, ad_id, won):
    booked = db.exec(select(Booking).where(Booking.ad_id == ad_id).order_by(Booking.starts_at)).all()
    assert all(left.ends_at <= right.starts_at for left, right in pairwise(booked))
    statuses = db.exec(select(Enquiry.status).where(Enquiry.ad_id == ad_id)).all()
    assert statuses.count(EnquiryStatus.ACCEPTED) == len(booked) == won >= 1
    assert statuses.count(EnquiryStatus.DECLINED) == PARALLEL - won


def test_fifty_accepts_at_once(shared):
    _check_rounds(3)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_fifty_accepts_at_once_two_hundred_times(shared):
    _check_rounds(200)
