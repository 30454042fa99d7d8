"""A seller learns nothing of offers and enquiries that they have not answered, while either party blocks the other."""

from collections.abc import Callable

import pytest
from sqlmodel import select

from marketplace.core import clock
from marketplace.domain import ads, chat, deals, rentals
from marketplace.domain.personal_data import service
from marketplace.models import Enquiry, Notification, Offer, OutboxMail
from tests import factories
from tests.addressed_scene import (
    BUYER,
    SELLER,
    Scene,
    _countered,
    _days,
    _nothing,
    _offered,
    enquired,
    everything_read_by,
)
from tests.test_addressed_texts import scene

__all__ = ["scene"]
NAME = "Ravi Iyer"
# Places that name every buyer, the list of blocked people, and pages whose address names the buyer or the enquiry.
NAMING = {"/api/user", "/api/block", "/seller/messages", "/user/messages", "/rentals/[rental_id]"}


def _withdraw(scene: Scene) -> None:
    _offered(scene)
    deals.withdraw_offer(scene.db, scene.actor(BUYER), scene.made["offer_id"], message="Think about it")


def _let_expire(scene: Scene) -> None:
    _offered(scene)
    scene.db.get_one(Offer, scene.made["offer_id"]).expires_at = clock.now()
    deals.expire_offers(scene.db)


def _ad_is_sold(scene: Scene) -> None:
    _offered(scene)
    ads.mark_sold(scene.db, scene.actor(SELLER), scene.sale)


def _counter(scene: Scene) -> None:
    deals.counter_offer(scene.db, scene.actor(BUYER), scene.made["offer_id"], 8765)


def _cancel(scene: Scene) -> None:
    enquired(scene)
    rentals.cancel(scene.db, scene.actor(BUYER), scene.made["enquiry_id"], word="Think about it")


def _dates_are_taken(scene: Scene) -> None:
    enquired(scene)
    other = factories.actor(factories.buyer(scene.db))
    asked = rentals.enquire(scene.db, other, scene.rental, _days(1), _days(3))
    rentals.accept(scene.db, scene.actor(SELLER), asked.id)


def _leave(scene: Scene) -> None:
    _offered(scene)
    enquired(scene)
    service.erase_dormant_account(scene.db, scene.people[BUYER])


# What was done before the block, and what the buyer does after it.
STEPS: list[tuple[Callable[[Scene], None], Callable[[Scene], None]]] = [
    (_nothing, _offered),
    (_nothing, _withdraw),
    (_nothing, _let_expire),
    (_nothing, _ad_is_sold),
    (_countered, _counter),
    (_nothing, enquired),
    (_nothing, _cancel),
    (_nothing, _dates_are_taken),
    (_nothing, _leave),
]


@pytest.mark.parametrize("blocks", [BUYER, SELLER])
@pytest.mark.parametrize("step", STEPS, ids=lambda step: step[1].__name__)
def test_the_seller_learns_nothing(scene, published, step, blocks):
    before, act = step
    before(scene)
    chat.block(scene.db, scene.actor(blocks), scene.id_of(SELLER if blocks == BUYER else BUYER))
    scene.db.commit()
    told, heard = _told(scene), len(published)
    act(scene)
    scene.db.commit()
    assert _told(scene) == told
    assert not [
        one
        for one in published[heard:]
        if scene.id_of(SELLER) in one.account_ids and one.subject in scene.made.values()
    ]
    # Notices and mails from before the block stay.
    if before is _nothing:
        read = everything_read_by(scene, scene.people[SELLER], [])
        assert {place for place, text in read if NAME in text} <= NAMING


def test_what_the_seller_has_answered_stays(scene, published):
    _countered(scene)
    enquired(scene)
    rentals.decline(scene.db, scene.actor(SELLER), scene.made["enquiry_id"])
    deals.decline_offer(scene.db, scene.actor(BUYER), scene.made["offer_id"])
    chat.block(scene.db, scene.actor(SELLER), scene.id_of(BUYER))
    seller = scene.actor(SELLER)
    assert deals.list_offers_for_seller(scene.db, seller, seller.account_id).total == 1
    assert rentals.list_for_seller(scene.db, seller, seller.account_id).total == 1
    assert scene.db.get_one(Enquiry, scene.made["enquiry_id"])


def _told(scene: Scene) -> list[str]:
    """The notices and mails of the seller that name the buyer."""
    return [
        str(row)
        for table in (Notification, OutboxMail)
        for row in scene.db.exec(select(table).where(table.account_id == scene.id_of(SELLER)))
        if NAME in str(row)
    ]
