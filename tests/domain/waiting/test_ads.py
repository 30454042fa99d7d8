"""Rows of ads: those that expire soon, quiet ones, and drafts of ads that are gone."""

from datetime import timedelta

import pytest
from sqlmodel import Session

from marketplace.core import clock
from marketplace.domain import ads, moderation, waiting
from marketplace.models import AdStatus, QuietStage
from tests import factories


def test_ads_that_expire_soon_are_listed_until_they_are_renewed(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    owner = factories.actor(seller)

    def expiring_in(days: float, by=seller, **values):
        return factories.ad(db, by, category, expires_at=clock.now() + timedelta(days=days), **values)

    def expiring() -> list[str]:
        return [row.subject_id for row in waiting.list_waiting(db, owner).items if row.kind == "ad_expiring"]

    expiring_in(30)
    soon, today = expiring_in(3.5), expiring_in(0.5)
    expiring_in(1, status=AdStatus.SOLD)
    expiring_in(1, factories.seller(db))
    assert expiring() == [today.id, soon.id]
    ads.renew(db, owner, today.id)
    assert expiring() == [soon.id]


def test_a_question_comes_before_the_renewal(db: Session):
    seller = factories.seller(db)
    owner, end = factories.actor(seller), clock.now() + timedelta(days=2)
    ad = factories.ad(db, seller, factories.category(db), expires_at=end)
    ad.quiet_stage, ad.asked_at = QuietStage.LOWERED, clock.now() - timedelta(days=3)
    factories.save(db, ad)
    (row,) = waiting.list_waiting(db, owner).items
    assert (row.kind, row.deadline) == ("ad_quiet", end)
    ads.confirm(db, owner, ad.id)
    (row,) = waiting.list_waiting(db, owner).items
    assert (row.kind, row.deadline) == ("ad_expiring", end)


def test_drafts_of_deleted_ads_do_not_wait(db: Session):
    seller = factories.seller(db)
    owner, ad = factories.actor(seller), factories.ad(db, seller, factories.category(db))
    ads.save_draft(db, owner, {"values": {}})
    ads.save_draft(db, owner, {"values": {"name": "Sofa"}}, ad_id=ad.id)
    assert {row.text for row in waiting.list_waiting(db, owner).items} == {
        "Your draft Untitled ad is not posted yet",
        f"Your change to {ad_name(db, ad.id)} is not submitted yet",
    }
    ads.delete(db, owner, ad.id)
    assert [row.kind for row in waiting.list_waiting(db, owner).items] == ["draft"]


@pytest.mark.parametrize(
    ("typed", "title"),
    [("\u200b\u3164", "Untitled ad"), ("So\u202efa\n", "Sofa"), ("Sofa " * 50, "Sofa " * 15 + "Sofa…")],
)
def test_a_draft_has_a_title_that_can_be_read(db: Session, typed: str, title: str):
    owner = factories.actor(factories.seller(db))
    ads.save_draft(db, owner, {"values": {"name": typed}})
    (row,) = waiting.list_waiting(db, owner).items
    assert row.text == f"Your draft {title} is not posted yet"


def ad_name(db: Session, ad_id: str) -> str:
    return ads.list_names(db, [ad_id])[ad_id]


@pytest.mark.parametrize("leave", [ads.pause, ads.mark_sold])
def test_no_change_waits_that_the_ad_does_not_take_at_the_moment(db: Session, leave):
    seller, admin = factories.seller(db), factories.actor(factories.admin(db))
    owner, ad = factories.actor(seller), factories.ad(db, seller, factories.category(db))
    ads.revise(db, owner, ad.id, ads.to_draft(ads.get(db, owner, ad.id)).model_copy(update={"name": "Sofa"}))
    ads.reject(db, admin, ad.id, "Another item.")
    other = factories.ad(db, seller, factories.category(db))
    ads.save_draft(db, owner, {"values": {"name": "Sofa bed"}}, ad_id=other.id)

    def kinds() -> set[str]:
        return {row.kind for row in waiting.list_waiting(db, owner).items}

    assert kinds() == {"change_rejected", "draft_change"}
    for each in (ad, other):
        leave(db, owner, each.id)
    assert kinds() == set()
    for each in (ad, other):
        (ads.resume if leave is ads.pause else ads.relist)(db, owner, each.id)
    assert kinds() == {"change_rejected", "draft_change"}


def test_a_rejected_ad_is_one_row_and_none_under_an_appeal(db: Session):
    seller, admin = factories.seller(db), factories.actor(factories.admin(db))
    owner, ad = factories.actor(seller), factories.ad(db, seller, factories.category(db))
    ads.revise(db, owner, ad.id, ads.to_draft(ads.get(db, owner, ad.id)).model_copy(update={"name": "Sofa"}))
    ads.reject(db, admin, ad.id, "Another item.")

    def kinds() -> list[str]:
        return [row.kind for row in waiting.list_waiting(db, owner).items]

    ads.save_draft(db, owner, {"values": {"name": "Sofa bed"}}, ad_id=ad.id)
    assert kinds() == ["change_rejected"]
    ads.discard_draft(db, owner, ad_id=ad.id)
    appeal = moderation.appeal_ad(db, owner, ad.id, "It is the same item.")
    assert kinds() == []
    moderation.uphold_appeal(db, factories.actor(factories.admin(db)), appeal.id, "It is not.")
    assert kinds() == ["change_rejected"]
