"""Passwords are kept as they were typed: a cleaned one would be another one."""

import pytest

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import NotSignedIn
from marketplace.domain import accounts
from marketplace.domain.accounts import passwords
from marketplace.models import AccountKind
from tests import factories

TYPED = "Secret\u202e\x1bword 12"


def test_a_password_is_not_cleaned(db):
    buyer = factories.buyer(db, password_hash=passwords.make_hash(TYPED))
    assert accounts.sign_in(db, ANONYMOUS, buyer.email, TYPED, kind=AccountKind.BUYER)
    with pytest.raises(NotSignedIn):
        accounts.sign_in(db, ANONYMOUS, buyer.email, "Secretword 12", kind=AccountKind.BUYER)
    accounts.change_password(db, factories.actor(buyer), TYPED, TYPED + "3")
    assert accounts.sign_in(db, ANONYMOUS, buyer.email, TYPED + "3", kind=AccountKind.BUYER)
