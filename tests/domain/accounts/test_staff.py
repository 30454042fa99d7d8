"""Moderators and administrators: who creates them, and who changes their roles."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlmodel import Session, col, func, select

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Conflict, Forbidden, Invalid, MarketplaceError, NotFound, NotSignedIn, RuleBroken
from marketplace.db import database
from marketplace.domain import accounts, moderation
from marketplace.models import Account, AccountKind, AuditEntry
from marketplace.settings import get_settings
from tests import factories
from tests.domain.rentals.test_parallel import shared

__all__ = ["shared"]


def test_only_administrators_create_moderators_and_change_roles(db: Session):
    other = factories.admin(db)
    for actor, error in (
        (ANONYMOUS, NotSignedIn),
        (factories.actor(factories.seller(db)), Forbidden),
        (factories.actor(factories.moderator(db)), Forbidden),
    ):
        with pytest.raises(error):
            accounts.create_moderator(db, actor, "mina@example.org")
        with pytest.raises(error):
            accounts.change_role(db, actor, other.id, "moderator")


def test_a_new_moderator_signs_in_and_moderates_only(db: Session):
    made = accounts.create_moderator(db, factories.actor(factories.admin(db)), " Mina@Example.org")
    assert (made.email, made.factor, made.recovery_codes) == ("mina@example.org", None, ())
    db.commit()
    signed_in = accounts.sign_in(db, ANONYMOUS, made.email, made.password, kind=AccountKind.ADMIN)
    actor = accounts.find_actor(db, signed_in.token)
    assert actor is not None
    assert (actor.is_staff, actor.is_admin) == (True, False)
    assert moderation.list_queue(db, actor).items == ()
    with pytest.raises(Forbidden):
        accounts.create_moderator(db, actor, "ravi@example.org")


def test_a_public_site_gives_a_new_moderator_a_second_factor(db: Session, monkeypatch):
    monkeypatch.setattr(get_settings(), "site_url", "https://ads.example.org")
    made = accounts.create_moderator(db, factories.actor(factories.admin(db)), "mina@example.org")
    assert made.factor is not None
    assert len(made.recovery_codes) == 10


def test_odd_moderators_are_refused(db: Session):
    admin = factories.admin(db, email="kavya@example.org")
    for email, error in (("", Invalid), ("kavya", Invalid), ("kavya@example.org", Conflict)):
        with pytest.raises(error):
            accounts.create_moderator(db, factories.actor(admin), email)


def test_a_role_is_changed_and_logged(db: Session):
    admin, other = factories.admin(db), factories.admin(db)
    actor = factories.actor(admin)
    assert moderation.change_role(db, actor, other.id, "moderator").role == "moderator"
    assert moderation.change_role(db, actor, other.id, "moderator").role == "moderator"
    assert moderation.change_role(db, actor, other.id, "admin").role == "admin"
    changes = select(AuditEntry.after).where(AuditEntry.action == "account.change_role").order_by(AuditEntry.id)
    entries = db.exec(changes).all()
    assert entries == [{"role": "moderator"}, {"role": "admin"}]
    for account_id, role, error in (
        (other.id, "owner", Invalid),
        (admin.id, "moderator", RuleBroken),
        (factories.seller(db).id, "moderator", NotFound),
        ("x", "moderator", NotFound),
    ):
        with pytest.raises(error):
            moderation.change_role(db, actor, account_id, role)


def test_moderators_suspend_buyers_and_sellers_but_no_staff(db: Session):
    mina = factories.actor(factories.moderator(db))
    seller, other = factories.seller(db), factories.moderator(db)
    moderation.suspend_account(db, mina, seller.id, "Counterfeit goods")
    moderation.restore_account(db, mina, seller.id)
    with pytest.raises(Forbidden):
        moderation.suspend_account(db, mina, other.id, "Left")
    moderation.suspend_account(db, factories.actor(factories.admin(db)), other.id, "Left")
    with pytest.raises(Forbidden):
        moderation.restore_account(db, mina, other.id)


def test_two_administrators_who_unmake_each_other_leave_one(shared):
    with database.new_session() as db:
        # Others of the shared database would be administrators too.
        for each in db.exec(select(Account).where(Account.kind == AccountKind.ADMIN)):
            each.moderates_only = True
            db.add(each)
        people = [factories.admin(db), factories.admin(db)]
        ids = [person.id for person in people]
        actors = [factories.actor(person) for person in people]
        db.commit()
    barrier = threading.Barrier(2)

    def unmake(at: int) -> bool:
        barrier.wait()
        try:
            with database.unit_of_work() as db:
                accounts.change_role(db, actors[at], ids[1 - at], "moderator")
        except MarketplaceError:
            return False
        return True

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(unmake, range(2))) == [False, True]
    with database.new_session() as db:
        left = select(func.count()).where(col(Account.id).in_(ids), col(Account.moderates_only).is_(False))
        assert db.exec(left).one() == 1
