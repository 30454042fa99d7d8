"""Switching between the buyer and the seller account of one email."""

import pytest

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, NotFound, NotSignedIn
from marketplace.domain import accounts
from marketplace.models import AccountKind
from tests import factories
from tests.domain.accounts.steps import PASSWORD, with_password


def signed_in(db, account, **options):
    session = accounts.sign_in(db, ANONYMOUS, account.email, PASSWORD, kind=account.kind, **options)
    actor = accounts.find_actor(db, session.token)
    assert actor is not None
    return session, actor


def test_only_buyers_and_sellers_switch(db):
    with pytest.raises(NotSignedIn):
        accounts.switch_account(db, ANONYMOUS)
    with pytest.raises(Forbidden):
        accounts.switch_account(db, factories.actor(factories.admin(db)))


@pytest.mark.parametrize("remember", [True, False])
def test_the_session_moves_to_the_other_account_and_back(db, remember):
    buyer = with_password(db)
    seller = factories.seller(db, email=buyer.email)
    first, actor = signed_in(db, buyer, remember=remember)
    assert accounts.has_other_account(db, actor)
    second = accounts.switch_account(db, actor)
    assert (second.account.id, second.remember) == (seller.id, remember)
    assert accounts.find_actor(db, first.token) is None
    selling = accounts.find_actor(db, second.token)
    assert selling is not None
    assert selling.kind is AccountKind.SELLER
    assert accounts.switch_account(db, selling).account.id == buyer.id


def test_accounts_of_others_cannot_be_reached(db):
    buyer = with_password(db)
    factories.seller(db)
    first, actor = signed_in(db, buyer)
    assert not accounts.has_other_account(db, actor)
    with pytest.raises(NotFound, match="no seller account"):
        accounts.switch_account(db, actor)
    assert accounts.find_actor(db, first.token) is not None


def test_a_suspended_account_stays_closed(db):
    buyer = with_password(db)
    seller = factories.seller(db, email=buyer.email)
    accounts.suspend(db, factories.actor(factories.admin(db)), seller.id, "Sold what was not there")
    first, actor = signed_in(db, buyer)
    with pytest.raises(Forbidden, match="Sold what was not there"):
        accounts.switch_account(db, actor)
    assert accounts.find_actor(db, first.token) is not None


def test_a_second_factor_is_not_bypassed(db):
    buyer = with_password(db)
    factories.seller(db, email=buyer.email, totp_enabled_at=buyer.created_at)
    first, actor = signed_in(db, buyer)
    with pytest.raises(NotSignedIn) as refused:
        accounts.switch_account(db, actor)
    assert refused.value.extra == {"secondFactor": True}
    assert accounts.find_actor(db, first.token) is not None
