"""Fixtures for the tests of the search."""

import pytest
from sqlmodel import Session

from tests import factories


@pytest.fixture
def shop(db: Session):
    """Publishes an ad, the newer the later."""
    seller, category = factories.seller(db), factories.category(db, "Things")

    def publish(name: str = "teak sofa", **fields):
        return factories.ad(db, seller, category, name=name, **fields)

    return publish
