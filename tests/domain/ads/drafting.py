"""Helpers shared by ad tests: a valid draft, and ads in a given state."""

from typing import Any

from sqlmodel import Session

from marketplace.domain import ads
from marketplace.domain.ads import AdDetail, AdDraft
from marketplace.models import Account, Category
from tests import factories


def draft(category: Category | None = None, **values: Any) -> AdDraft:
    """A valid draft; arguments replace its values."""
    sensible: dict[str, Any] = {
        "name": "Teak sofa",
        "title": "Three seats, hardly used",
        "description": "From a smoke-free home.",
        "price": 18500,
        "ad_type": "sell",
        "category_id": category.id if category else "",
        "state": "Maharashtra",
        "city": "Pune",
        "place": "Kothrud",
    }
    return AdDraft(**(sensible | values))


def pending(db: Session, seller: Account, category: Category, **values: Any) -> AdDetail:
    """A submitted ad that waits for review."""
    made = ads.submit(db, factories.actor(seller), draft(category, **values))
    db.commit()
    return made


def live(db: Session, seller: Account, category: Category, **values: Any) -> AdDetail:
    """An approved ad."""
    made = pending(db, seller, category, **values)
    approved = ads.approve(db, factories.actor(factories.admin(db)), made.id)
    db.commit()
    return approved
