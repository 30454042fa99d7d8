"""A seller with an ad for sale at ₹10,000, and three buyers."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from marketplace.core import clock
from tests import factories

NOW = datetime(2026, 11, 20, 6, 30, tzinfo=UTC)


class Clock:
    """A clock that only the test moves."""

    def __init__(self) -> None:
        self.now = NOW

    def wait(self, **period: float) -> None:
        """Move the clock; arguments as for `timedelta`."""
        self.now += timedelta(**period)


@pytest.fixture
def time(monkeypatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(clock, "now", lambda: made.now)
    return made


@pytest.fixture
def scene(db, time):
    seller = factories.seller(db, name="Asha Rao")
    ad = factories.ad(db, seller, factories.category(db), name="Teak sofa", price_paise=10_000_00)
    buyer, other = factories.buyer(db, name="Ravi Iyer"), factories.buyer(db, name="Meera Nair")
    return SimpleNamespace(
        db=db,
        time=time,
        ad=ad,
        seller=seller,
        buyer=buyer,
        other=other,
        as_seller=factories.actor(seller),
        as_buyer=factories.actor(buyer),
        as_other=factories.actor(other),
        stranger=factories.actor(factories.buyer(db)),
        rival=factories.actor(factories.seller(db)),
        admin=factories.actor(factories.admin(db)),
    )
