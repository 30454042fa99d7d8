"""A row of My Ads: how often the ad was opened and saved, and its next step."""

from datetime import timedelta

import pytest
from sqlmodel import Session

from marketplace.core import clock
from marketplace.domain import ads, wishlist
from marketplace.domain.ads.schemas import AdRow
from marketplace.models import AdStatus, AdType, QuietStage
from tests import factories


def row_of(db: Session, seller, ad) -> AdRow:
    rows = ads.list_of_seller(db, factories.actor(seller), seller.id).items
    return next(row for row in rows if row.id == ad.id)


def test_row_counts_views_and_saves(db: Session):
    seller = factories.seller(db)
    category = factories.category(db)
    seen, unseen = factories.ad(db, seller, category), factories.ad(db, seller, category)
    for _ in range(3):
        ads.record_view(db, factories.actor(factories.buyer(db)), seen.id)
    wishlist.add(db, factories.actor(factories.buyer(db)), seen.id)
    assert (row_of(db, seller, seen).views_text, row_of(db, seller, seen).saves_text) == ("3", "1")
    assert (row_of(db, seller, unseen).views_text, row_of(db, seller, unseen).saves_text) == ("0", "0")


@pytest.mark.parametrize(
    ("values", "step"),
    [
        ({}, "sold"),
        ({"ad_type": AdType.RENT}, "calendar"),
        ({"quiet_stage": QuietStage.ASKED}, "confirm"),
        ({"expires_at": clock.now() + timedelta(days=1)}, "renew"),
        ({"status": AdStatus.EXPIRED}, "renew"),
        ({"status": AdStatus.PAUSED}, "resume"),
        ({"status": AdStatus.SOLD}, "relist"),
        ({"status": AdStatus.PENDING}, ""),
        ({"status": AdStatus.REJECTED}, "edit"),
    ],
)
def test_next_step_follows_from_the_state(db: Session, values: dict, step: str):
    seller = factories.seller(db)
    own = {name: values[name] for name in ("ad_type", "status") if name in values}
    ad = factories.ad(db, seller, factories.category(db), **own)
    for name in values.keys() - own.keys():
        setattr(ad, name, values[name])
    db.flush()
    assert row_of(db, seller, ad).next_step == step
