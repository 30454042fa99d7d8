"""rentals.list_own_of_ad: what a buyer has asked of an ad, for the card on its page"""

from datetime import timedelta

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.domain import rentals
from tests import factories


def test_the_buyer_alone_sees_what_is_open_and_the_newest(scene, monkeypatch):
    buyer, seller = factories.actor(scene.buyer), factories.actor(scene.seller)

    def own(actor=buyer) -> list[tuple[str, str]]:
        return [(view.id, view.status.value) for view in rentals.list_own_of_ad(scene.db, actor, scene.ad.id)]

    assert own() == []
    first = rentals.enquire(scene.db, buyer, scene.ad.id, scene.day(1), scene.day(2)).id
    second = rentals.enquire(scene.db, buyer, scene.ad.id, scene.day(3), scene.day(4)).id
    rentals.accept(scene.db, seller, first)
    assert own() == [(second, "pending"), (first, "accepted")]
    for other in (ANONYMOUS, seller, factories.actor(scene.other), factories.actor(factories.admin(scene.db))):
        assert own(other) == []
    rentals.decline(scene.db, seller, second, word="Not then, sorry.")
    # How the newest ended stays to be read.
    assert own() == [(second, "declined"), (first, "accepted")]
    third = rentals.enquire(scene.db, buyer, scene.ad.id, scene.day(5), scene.day(6)).id
    assert own() == [(third, "pending"), (first, "accepted")]
    monkeypatch.setattr(clock, "now", lambda: scene.day(2) + timedelta(hours=1))
    assert own() == [(third, "pending")]
