"""A seller with an ad for rent, and two buyers."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from marketplace.core import clock
from marketplace.models import AdType
from tests import factories

NOW = datetime(2026, 11, 20, 6, 30, tzinfo=UTC)  # noon in India, a Friday


@pytest.fixture
def now(monkeypatch):
    """A clock stopped on a Friday at noon, Indian time."""
    monkeypatch.setattr(clock, "now", lambda: NOW)
    return NOW


@pytest.fixture
def scene(db, now):
    seller = factories.seller(db, name="Asha Rao")
    ad = factories.ad(db, seller, factories.category(db), name="Mountain bike", ad_type=AdType.RENT)
    return SimpleNamespace(
        db=db,
        seller=seller,
        ad=ad,
        buyer=factories.buyer(db, name="Ravi Iyer"),
        other=factories.buyer(db, name="Meera Nair"),
        day=lambda number: now + timedelta(days=number),
    )
