"""Paying by UPI beside a deal: only its buyer sees how, and only while it is active."""

from urllib.parse import parse_qs, urlsplit

import pytest

from marketplace.core.errors import Invalid
from marketplace.domain import accounts, deals
from marketplace.domain.accounts import ProfileDraft
from tests import factories


def _save(scene, account, upi):
    return accounts.update_profile(scene.db, factories.actor(account), account.id, ProfileDraft(upi=upi))


@pytest.fixture
def deal(scene):
    offer = deals.make_offer(scene.db, scene.as_buyer, scene.ad.id, "8000.50")
    accepted = deals.accept_offer(scene.db, scene.as_seller, offer.id)
    return deals.get_deal(scene.db, scene.as_buyer, accepted.deal_id)


def test_only_the_buyer_of_an_active_deal_sees_how_to_pay(scene, deal):
    assert deals.find_payment(scene.db, scene.as_buyer, deal.id) is None
    assert _save(scene, scene.seller, " Asha.Rao@OkBank ").upi == "asha.rao@okbank"
    shown = deals.find_payment(scene.db, scene.as_buyer, deal.id)
    link = urlsplit(shown.link)
    assert (link.scheme, link.netloc) == ("upi", "pay")
    assert parse_qs(link.query) == {
        "pa": ["asha.rao@okbank"],
        "pn": ["Asha Rao"],
        "am": ["8000.50"],
        "cu": ["INR"],
        "tn": ["Chowk Teak Sofa"],
    }
    assert shown.picture.startswith("<svg")
    for actor in (scene.as_seller, scene.admin):
        assert deals.find_payment(scene.db, actor, deal.id) is None
    for actor in (scene.as_buyer, scene.as_seller, scene.admin):
        assert "okbank" not in deals.get_deal(scene.db, actor, deal.id).model_dump_json()
    deals.hand_over(scene.db, scene.as_seller, deal.id, deal.code)
    assert deals.find_payment(scene.db, scene.as_buyer, deal.id) is None


def test_only_the_seller_reads_the_address_in_the_profile(scene):
    _save(scene, scene.seller, "asha@okbank")
    assert accounts.get_profile(scene.db, scene.as_seller, scene.seller.id).upi == "asha@okbank"
    assert accounts.get_profile(scene.db, scene.admin, scene.seller.id).upi == ""
    assert "okbank" not in accounts.get_public_seller(scene.db, scene.stranger, scene.seller.id).model_dump_json()
    assert _save(scene, scene.seller, "").upi == ""


def test_a_buyer_has_none(scene):
    assert _save(scene, scene.buyer, "ravi@okbank").upi == ""


@pytest.mark.parametrize(
    "upi",
    [
        "asha",
        "@bank",
        "a@bank",
        "asha@",
        "asha@ba nk",
        "asha@bank&am=1",
        "आशा@bank",
        "asha@bank@bank",
        "x" * 130 + "@bank",
    ],
)
def test_other_forms_are_refused(scene, upi):
    with pytest.raises(Invalid) as caught:
        _save(scene, scene.seller, upi)
    assert caught.value.errors[0]["field"] == "upi"
