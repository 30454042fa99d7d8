"""Transactions that run at once take their locks in one order, so that none waits for another that waits for it."""

import ast
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, func
from sqlmodel import Session, col, select, update

import marketplace
from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from marketplace.db import database
from marketplace.domain import accounts, ads, deals, rentals
from marketplace.domain.personal_data import erasing
from marketplace.integrations import limits
from marketplace.models import Account, AccountSession, Ad, AdStatus, AdType, Deal, Enquiry, Meetup, Offer, QuietStage
from tests import factories
from tests.domain.rentals.test_parallel import shared

__all__ = ["shared"]
ADS = 3
LOCKING = re.compile(r"FROM ads\s+WHERE ads\.id (= |IN ).* FOR UPDATE", re.DOTALL)
# Each has one row, for which all commits wait.
COUNTERS = re.compile(r"UPDATE (editions|listing_change_counter) ")
AFTER_COUNTERS = re.compile(
    r"(UPDATE|INSERT INTO|DELETE FROM) (editions|listing_change_counter|cache_changes|listing_changes) "
)


class Scene:
    """A seller with ads, of which the last one is always due first, and a buyer."""

    def __init__(self, db: Session, ad_type: AdType = AdType.SELL) -> None:
        limits.reset_all()
        seller, buyer = factories.seller(db), factories.buyer(db)
        category = factories.category(db)
        self.ad_ids = [
            factories.ad(db, seller, category, ad_type=ad_type, price_paise=10_000_00).id for _ in range(ADS)
        ]
        self.seller, self.buyer = factories.actor(seller), factories.actor(buyer)

    def past(self, number: int) -> Any:
        return clock.now() - timedelta(days=30 + number)

    def change(self, db: Session, **values: Callable[[int], Any] | Any) -> None:
        """Set columns of the ads; a function gets the number of the ad."""
        for number, ad_id in enumerate(self.ad_ids):
            row = db.get_one(Ad, ad_id)
            for name, value in values.items():
                setattr(row, name, value(number) if callable(value) else value)
            db.add(row)
        db.flush()

    def offer(self, db: Session) -> list[str]:
        return [deals.make_offer(db, self.buyer, ad_id, 8000).id for ad_id in self.ad_ids[::-1]]

    def agree(self, db: Session) -> None:
        for offer_id in self.offer(db):
            deals.accept_offer(db, self.seller, offer_id)

    def quiet(self, db: Session) -> None:
        self.change(db, quiet_since=self.past, asked_at=self.past, quiet_stage=QuietStage.ASKED)
        for stage, ad_id in zip((QuietStage.DIMMED, QuietStage.LOWERED), self.ad_ids[::-1], strict=False):
            db.exec(update(Ad).where(col(Ad.id) == ad_id).values(quiet_stage=stage))

    def meet(self, db: Session) -> None:
        self.agree(db)
        for number, deal in enumerate(db.exec(select(Deal).order_by(col(Deal.ad_id)))):
            now = clock.now()
            soon = now + timedelta(minutes=60 - number)
            db.add(Meetup(deal_id=deal.id, place="Here", at=soon, proposed_by="buyer", confirmed_at=now))
            deal.status = "meeting"
        db.flush()

    def account(self, db: Session, actor: Actor) -> Account:
        return db.get_one(Account, actor.account_id)


def _nothing(_scene: Scene, _db: Session) -> None:
    pass


def _late(table: Any, column: str) -> Callable[[Session], Any]:
    return lambda db: db.exec(update(table).values({column: clock.now() - timedelta(days=1)}))


def _ended_deals(scene: Scene, db: Session) -> None:
    scene.agree(db)
    _late(Deal, "reserved_until")(db)


def _ended_offers(scene: Scene, db: Session) -> None:
    scene.offer(db)
    _late(Offer, "expires_at")(db)


def _enquired(scene: Scene, db: Session) -> None:
    for ad_id in scene.ad_ids[::-1]:
        rentals.enquire(db, scene.buyer, ad_id, clock.now() + timedelta(days=1), clock.now() + timedelta(days=2))


def _passed_enquiries(scene: Scene, db: Session) -> None:
    _enquired(scene, db)
    _late(Enquiry, "pickup_at")(db)


# Everything that changes several ads in one transaction: what happened before, and the call.
SEVERAL: dict[str, tuple[Callable[[Scene, Session], Any], Callable[[Session, Scene], Any]]] = {
    "expire_due": (lambda scene, db: scene.change(db, expires_at=scene.past), lambda db, _scene: ads.expire_due(db)),
    "remind_expiring": (
        lambda scene, db: scene.change(db, expires_at=scene.past),
        lambda db, _scene: ads.remind_expiring(db),
    ),
    "age_unanswered": (Scene.quiet, lambda db, _scene: ads.age_unanswered(db)),
    "end_pauses": (
        lambda scene, db: scene.change(db, status=AdStatus.PAUSED, paused_until=scene.past),
        lambda db, _scene: ads.end_pauses(db),
    ),
    "end_reservations": (
        lambda scene, db: scene.change(db, reserved_until=scene.past),
        lambda db, _scene: ads.end_pauses(db),
    ),
    "expire_deals": (_ended_deals, lambda db, _scene: deals.expire_deals(db)),
    "expire_offers": (_ended_offers, lambda db, _scene: deals.expire_offers(db)),
    "remind_meetups": (Scene.meet, lambda db, _scene: deals.remind_meetups(db)),
    "change_many": (
        _nothing,
        lambda db, scene: ads.change_many(db, scene.seller, scene.ad_ids[::-1], "pause"),
    ),
    "change_prices": (
        _nothing,
        lambda db, scene: ads.change_many(db, scene.seller, scene.ad_ids[::-1], "price", percent=-10),
    ),
    "holiday": (
        _nothing,
        lambda db, scene: ads.set_holiday(db, scene.seller, f"{clock.now() + timedelta(days=9):%Y-%m-%d}"),
    ),
    "seller leaves": (
        Scene.offer,
        lambda db, scene: erasing.erase_or_enqueue(db, scene.account(db, scene.seller)),
    ),
    "buyer leaves": (Scene.agree, lambda db, scene: erasing.erase_or_enqueue(db, scene.account(db, scene.buyer))),
    "expire_enquiries": (_passed_enquiries, lambda db, _scene: rentals.expire_enquiries(db)),
    "tenant leaves": (_enquired, lambda db, scene: erasing.erase_or_enqueue(db, scene.account(db, scene.buyer))),
}


@contextmanager
def _statements(engine: Any) -> Iterator[list[tuple[str, Any]]]:
    seen: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_more: Any) -> None:
        seen.append((statement, parameters))

    event.listen(engine, "before_cursor_execute", note)
    try:
        yield seen
    finally:
        event.remove(engine, "before_cursor_execute", note)


def _watch(engine: Any, case: str) -> list[tuple[str, Any]]:
    before, act = SEVERAL[case]
    with database.unit_of_work() as db:
        scene = Scene(db, AdType.RENT if before in (_enquired, _passed_enquiries) else AdType.SELL)
        before(scene, db)
    with _statements(engine) as seen, database.unit_of_work() as db:
        act(db, scene)
    return seen


@pytest.mark.postgres
@pytest.mark.parametrize("shared", ["postgres"], indirect=True)
@pytest.mark.parametrize("case", SEVERAL)
def test_ads_are_locked_in_the_order_of_their_ids(shared, case):
    locked = []
    for statement, parameters in _watch(shared, case):
        if LOCKING.search(statement):
            # Several at once are locked in the order that the statement names.
            assert "IN" not in statement.rpartition("WHERE")[2] or "ORDER BY ads.id" in statement
            locked += sorted({each for each in parameters.values() if ids.is_id(each)} - {*locked})
    assert len(locked) == ADS
    assert locked == sorted(locked)


@pytest.mark.parametrize("shared", ["sqlite"], indirect=True)
@pytest.mark.parametrize("case", SEVERAL)
def test_the_counters_of_all_commits_are_locked_last(shared, case):
    """Also if the transaction has savepoints: all others would wait until it ends."""
    statements = [statement for statement, _ in _watch(shared, case)]
    first = next((at for at, one in enumerate(statements) if COUNTERS.match(one)), len(statements))
    assert [one for one in statements[first:] if not AFTER_COUNTERS.match(one)] == []


@pytest.mark.parametrize("shared", ["sqlite"], indirect=True)
def test_the_last_use_of_a_session_is_no_part_of_the_transaction(shared):
    """A request that ends the session holds what the transaction may wait for."""
    with database.unit_of_work() as db:
        long_ago = clock.now() - timedelta(hours=1)
        headers = factories.bearer(db, factories.buyer(db), last_seen_at=long_ago)
    with database.unit_of_work() as db, _statements(shared) as seen:
        accounts.find_actor(db, headers["Authorization"].removeprefix("Bearer "))
    assert not any("UPDATE account_sessions" in statement for statement, _ in seen)
    with database.new_session() as db:
        assert db.exec(select(func.count()).where(col(AccountSession.last_seen_at) > long_ago)).one() == 1


def test_a_locked_account_can_be_referred_to():
    """Else a transaction that holds an ad and notifies the account waits, and so does the one that wants the ad next."""
    for path in Path(marketplace.__file__).parent.rglob("*.py"):
        for function in ast.walk(ast.parse(path.read_text())):
            if not isinstance(function, ast.FunctionDef) or "select(Account" not in ast.unparse(function):
                continue
            for call in ast.walk(function):
                if (
                    isinstance(call, ast.Call)
                    and isinstance(call.func, ast.Attribute)
                    and call.func.attr == "with_for_update"
                ):
                    assert any(each.arg == "key_share" for each in call.keywords), f"{path}:{call.lineno}"
