"""Fixtures of the tests of wanted ads: a buyer in Pune, and a seller with a sofa there."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import wanted
from marketplace.domain.wanted import WantedDraft, WantedView
from marketplace.models import Account, Ad, Category, Subcategory
from tests import factories

PUNE = {"city": "Pune", "state": "Maharashtra"}


@dataclass
class Market:
    """A buyer, a seller with a fitting ad, and what makes more of them."""

    db: Session
    category: Category
    sofas: Subcategory
    buyer: Account
    seller: Account
    ad: Ad = field(init=False)

    def __post_init__(self) -> None:
        self.ad = self.sell(self.seller, name="Teak sofa")

    @property
    def as_buyer(self) -> Actor:
        return factories.actor(self.buyer)

    @property
    def as_seller(self) -> Actor:
        return factories.actor(self.seller)

    def sell(self, seller: Account, **values: Any) -> Ad:
        """A live ad, a sofa in Pune unless said otherwise."""
        return factories.ad(self.db, seller, self.category, **({"subcategory_id": self.sofas.id} | PUNE | values))

    def draft(self, **values: Any) -> WantedDraft:
        """A sofa for sale in Pune unless said otherwise."""
        own = {"title": "A sofa for two", "ad_type": "sell", "subcategory_id": self.sofas.id}
        return WantedDraft(**(own | PUNE | values))

    def want(self, buyer: Account | None = None, **values: Any) -> WantedView:
        """A wanted ad of the buyer."""
        made = wanted.create(self.db, factories.actor(buyer or self.buyer), self.draft(**values))
        self.db.commit()
        return made

    def titles_for(self, seller: Account) -> list[str]:
        """What a seller sees that buyers look for."""
        return [view.title for view in wanted.list_matching(self.db, factories.actor(seller)).items]


@pytest.fixture
def market(db: Session) -> Market:
    category = factories.category(db, "Furniture")
    sofas = factories.subcategory(db, category, "Sofas")
    return Market(db, category, sofas, factories.buyer(db), factories.seller(db))
