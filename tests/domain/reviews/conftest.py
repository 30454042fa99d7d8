"""A deal that is done, and a rental that is over."""

from datetime import timedelta

import pytest

from marketplace.core import clock
from marketplace.domain import deals
from marketplace.domain.reviews import ReviewDraft
from marketplace.models import EnquiryStatus
from tests import factories
from tests.domain.deals.conftest import scene, time

__all__ = ["scene", "time"]


def finish_deal(scene, *, buyer=None) -> str:
    """Let the buyer take the seller's ad over; returns the id of the deal."""
    as_buyer = factories.actor(buyer) if buyer else scene.as_buyer
    ad = factories.ad(scene.db, scene.seller, factories.category(scene.db), name="Teak sofa", price_paise=10_000_00)
    offer = deals.make_offer(scene.db, as_buyer, ad.id, 9000)
    deal_id = deals.accept_offer(scene.db, scene.as_seller, offer.id).deal_id
    code = deals.get_deal(scene.db, as_buyer, deal_id).code
    deals.hand_over(scene.db, scene.as_seller, deal_id, code)
    scene.db.commit()
    return deal_id


def say(deal_id: str = "", *, enquiry_id: str = "", stars: int = 5, tags: tuple[str, ...] = (), text: str = "Fine."):
    return ReviewDraft(deal_id=deal_id, enquiry_id=enquiry_id, stars=stars, tags=list(tags), text=text)


@pytest.fixture
def deal_id(scene) -> str:
    return finish_deal(scene)


@pytest.fixture
def rental_id(scene) -> str:
    """An accepted enquiry whose dates are over."""
    ad = factories.ad(scene.db, scene.seller, factories.category(scene.db), name="Tent", ad_type="rent")
    now = clock.now()
    made = factories.enquiry(scene.db, ad, scene.buyer, now - timedelta(days=3), now - timedelta(days=1))
    made.status = EnquiryStatus.ACCEPTED
    factories.save(scene.db, made)
    return made.id
