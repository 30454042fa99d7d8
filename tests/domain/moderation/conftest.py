"""The desk of a moderator, and a category for ads."""

import pytest
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.models import Category
from tests import factories


@pytest.fixture
def desk(db: Session) -> Actor:
    return factories.actor(factories.admin(db))


@pytest.fixture
def category(db: Session) -> Category:
    return factories.category(db)
