"""Making, answering and listing offers."""

import pytest
from sqlmodel import select

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Conflict, Forbidden, Gone, Invalid, NotFound, NotSignedIn, RuleBroken
from marketplace.domain import ads, chat, content, deals
from marketplace.domain.paging import Window
from marketplace.models import AdStatus, AdType, Notification, OfferStatus, OutboxMail
from marketplace.settings import get_settings
from tests import factories


def _offer(scene, price=8000, actor=None, **more):
    return deals.make_offer(scene.db, actor or scene.as_buyer, scene.ad.id, price, **more)


def _kinds(scene, account):
    rows = scene.db.exec(select(Notification).where(Notification.account_id == account.id).order_by(Notification.id))
    return [row.kind for row in rows]


def _mails(scene, account):
    mails = scene.db.exec(select(OutboxMail).where(OutboxMail.account_id == account.id).order_by(OutboxMail.id))
    return [row.subject for row in mails]


def test_anonymous_callers_and_others_are_refused(scene):
    with pytest.raises(NotSignedIn, match="Please login to make an offer"):
        _offer(scene, actor=ANONYMOUS)
    for actor in (scene.as_seller, scene.admin):
        with pytest.raises(Forbidden):
            _offer(scene, actor=actor)
    offer = _offer(scene)
    for act in (deals.accept_offer, deals.decline_offer, deals.withdraw_offer):
        with pytest.raises(NotSignedIn):
            act(scene.db, ANONYMOUS, offer.id)
        for actor in (scene.stranger, scene.rival):
            with pytest.raises(NotFound):
                act(scene.db, actor, offer.id)
        with pytest.raises(Forbidden):
            act(scene.db, scene.admin, offer.id)
    with pytest.raises(NotFound):
        deals.counter_offer(scene.db, scene.rival, offer.id, 9000)
    for actor in (scene.stranger, scene.rival):
        with pytest.raises(Forbidden):
            deals.list_offers_for_seller(scene.db, actor, scene.seller.id)
        with pytest.raises(Forbidden):
            deals.list_offers_for_buyer(scene.db, actor, scene.buyer.id)
        with pytest.raises(Forbidden):
            deals.list_offers_between(scene.db, actor, scene.buyer.id, scene.seller.id)


def test_nobody_offers_a_price_for_their_own_ad(scene):
    same = factories.actor(factories.buyer(scene.db, email=scene.seller.email))
    with pytest.raises(RuleBroken, match="This is your own ad"):
        _offer(scene, actor=same)


def test_an_offer_reaches_the_seller(scene):
    offer = _offer(scene, "8,000", message=" Cash today ")
    assert (offer.status, offer.price_paise, offer.moves) == (OfferStatus.OPEN, 8_000_00, ("withdraw",))
    assert (offer.expires_at - scene.time.now).total_seconds() == 48 * 3600
    (seen,) = deals.list_offers_for_seller(scene.db, scene.as_seller, scene.seller.id).items
    assert (seen.moves, seen.message, seen.mine) == (("accept", "decline", "counter"), "Cash today", False)
    assert _kinds(scene, scene.seller) == ["offer_received"]
    assert _mails(scene, scene.seller) == ["New offer for Teak Sofa"]
    assert _kinds(scene, scene.buyer) == []
    told = content.list_notifications(scene.db, scene.as_seller).items[0]
    assert told.text == "Ravi Iyer offers ₹8,000 for 'Teak Sofa'."


@pytest.mark.parametrize("price", [None, "", "lots", -1, 0, 3999.99, 1e30, "nan", "8000.001"])
def test_bad_prices(scene, price):
    with pytest.raises(Invalid) as caught:
        _offer(scene, price)
    assert caught.value.errors[0]["field"] == "price"


def test_the_lowest_price_is_a_setting(scene, monkeypatch):
    with pytest.raises(Invalid, match="at least ₹4,000, which is 40 % of the price"):
        _offer(scene, 3999)
    monkeypatch.setattr(get_settings(), "offer_minimum_percent", 90)
    with pytest.raises(Invalid, match="at least ₹9,000"):
        _offer(scene, 8999)
    assert _offer(scene, 9000).price_text == "₹9,000"


def test_the_highest_price_is_a_setting(scene, monkeypatch):
    """₹90 crore for a thing of ₹10,000 is a slip of the keys, or a joke."""
    for price in ("90 crore", 20_000.01):
        with pytest.raises(Invalid, match="at most ₹20,000, which is 200 % of the price") as caught:
            _offer(scene, price)
        assert caught.value.errors[0]["field"] == "price"
    monkeypatch.setattr(get_settings(), "offer_maximum_percent", 100)
    with pytest.raises(Invalid, match="at most ₹10,000"):
        _offer(scene, 10_001)
    offer = _offer(scene, 10_000)
    with pytest.raises(Invalid, match="at most ₹10,000"):
        deals.counter_offer(scene.db, scene.as_seller, offer.id, 10_001)
    assert offer.price_text == "₹10,000"


def test_the_bound_counts_from_the_discounted_price(scene):
    cheap = factories.ad(
        scene.db, scene.seller, factories.category(scene.db), price_paise=10_000_00, discount_basis_points=5000
    )
    assert deals.make_offer(scene.db, scene.as_buyer, cheap.id, 2000).asked_text == "₹5,000"


def test_only_live_ads_for_sale_with_a_price(scene):
    category = factories.category(scene.db)
    rent = factories.ad(scene.db, scene.seller, category, ad_type=AdType.RENT, price_paise=500_00)
    free = factories.ad(scene.db, scene.seller, category)
    sold = factories.ad(scene.db, scene.seller, category, price_paise=500_00, status=AdStatus.SOLD)
    gone = factories.ad(scene.db, scene.seller, category, price_paise=500_00)
    ads.delete(scene.db, scene.as_seller, gone.id)
    for ad, text in ((rent, "for sale only"), (free, "no price"), (sold, "right now")):
        with pytest.raises(RuleBroken, match=text):
            deals.make_offer(scene.db, scene.as_buyer, ad.id, 500)
    with pytest.raises(Gone):
        deals.make_offer(scene.db, scene.as_buyer, gone.id, 500)
    with pytest.raises(NotFound):
        deals.make_offer(scene.db, scene.as_buyer, "nothing", 500)


def test_one_live_offer_for_each_buyer_and_ad(scene):
    first = _offer(scene)
    with pytest.raises(Conflict, match="already have an open offer"):
        _offer(scene, 9000)
    deals.counter_offer(scene.db, scene.as_seller, first.id, 9500)
    with pytest.raises(Conflict):
        _offer(scene, 9000)
    assert _offer(scene, 9000, scene.as_other).status is OfferStatus.OPEN
    deals.decline_offer(scene.db, scene.as_buyer, first.id)
    assert _offer(scene, 9000).status is OfferStatus.OPEN


def test_counter_offers_change_whose_move_it_is(scene):
    offer = _offer(scene)
    for act in (deals.accept_offer, deals.decline_offer):
        with pytest.raises(Conflict, match="other party's turn"):
            act(scene.db, scene.as_buyer, offer.id)
    with pytest.raises(Conflict):
        deals.counter_offer(scene.db, scene.as_buyer, offer.id, 8500)
    with pytest.raises(Conflict):
        deals.withdraw_offer(scene.db, scene.as_seller, offer.id)
    countered = deals.counter_offer(scene.db, scene.as_seller, offer.id, 9500, message="It is like new")
    assert (countered.status, countered.moves) == (OfferStatus.COUNTERED, ("withdraw",))
    with pytest.raises(Conflict):
        deals.accept_offer(scene.db, scene.as_seller, offer.id)
    with pytest.raises(Invalid):
        deals.counter_offer(scene.db, scene.as_buyer, offer.id, 10)
    again = deals.counter_offer(scene.db, scene.as_buyer, offer.id, 9000)
    assert (again.status, again.price_paise) == (OfferStatus.OPEN, 9_000_00)
    assert [(step.side, step.action, step.price_text) for step in again.history] == [
        ("buyer", "offer", "₹8,000"),
        ("seller", "counter", "₹9,500"),
        ("buyer", "counter", "₹9,000"),
    ]
    assert _kinds(scene, scene.buyer) == ["offer_countered"]
    assert deals.withdraw_offer(scene.db, scene.as_buyer, offer.id).moves == ()
    assert _kinds(scene, scene.seller) == ["offer_received", "offer_countered", "offer_withdrawn"]
    for act in (deals.accept_offer, deals.decline_offer):
        with pytest.raises(Conflict, match="withdrawn"):
            act(scene.db, scene.as_seller, offer.id)


def test_an_expired_offer_is_never_acceptable(scene):
    offer = _offer(scene)
    scene.time.wait(hours=48)
    for act in (deals.accept_offer, deals.decline_offer):
        with pytest.raises(Conflict, match="expired"):
            act(scene.db, scene.as_seller, offer.id)
    with pytest.raises(Conflict, match="expired"):
        deals.withdraw_offer(scene.db, scene.as_buyer, offer.id)
    (seen,) = deals.list_offers_for_seller(scene.db, scene.as_seller, scene.seller.id).items
    assert (seen.status, seen.moves) == (OfferStatus.EXPIRED, ())
    assert deals.expire_offers(scene.db) == 1
    assert deals.expire_offers(scene.db) == 0
    assert _kinds(scene, scene.buyer) == ["offer_expired"]


def test_a_new_offer_is_possible_before_the_job_has_run(scene):
    first = _offer(scene)
    scene.time.wait(hours=48)
    second = _offer(scene, 9000)
    found = {offer.id: offer.status for offer in _all(scene)}
    assert found == {first.id: OfferStatus.EXPIRED, second.id: OfferStatus.OPEN}


def _all(scene):
    return deals.list_offers_for_buyer(scene.db, scene.as_buyer, scene.buyer.id).items


def test_lists_are_paged_and_open_to_admins(scene):
    _offer(scene)
    _offer(scene, actor=scene.as_other)
    page = deals.list_offers_for_seller(scene.db, scene.admin, scene.seller.id, window=Window(2, 1))
    assert (page.total, [offer.buyer_id for offer in page.items]) == (2, [scene.buyer.id])
    assert all(offer.moves == () for offer in page.items)


def test_the_seller_does_not_hear_of_a_blocked_buyer(scene):
    chat.block(scene.db, scene.as_seller, scene.buyer.id)
    offer = _offer(scene)
    assert offer.status is OfferStatus.OPEN
    assert deals.list_offers_for_seller(scene.db, scene.as_seller, scene.seller.id).items == ()
    assert deals.list_offers_between(scene.db, scene.as_seller, scene.buyer.id, scene.seller.id) == ()
    assert len(deals.list_offers_between(scene.db, scene.as_buyer, scene.buyer.id, scene.seller.id)) == 1
    deals.withdraw_offer(scene.db, scene.as_buyer, offer.id)
    assert _kinds(scene, scene.seller) == []
    assert _mails(scene, scene.seller) == []


def test_terms_of_the_form(scene):
    terms = deals.get_offer_terms(scene.db, scene.as_buyer, ads.get(scene.db, scene.as_buyer, scene.ad.id))
    assert [choice.text for choice in terms.choices] == ["₹9,500", "₹9,000", "₹8,500"]
    assert (terms.bounds_text, terms.live_offer_id) == ("From ₹4,000 to ₹20,000", "")
    offer = _offer(scene)
    terms = deals.get_offer_terms(scene.db, scene.as_buyer, ads.get(scene.db, scene.as_buyer, scene.ad.id))
    assert terms.live_offer_id == offer.id
    rent = factories.ad(scene.db, scene.seller, factories.category(scene.db), ad_type=AdType.RENT, price_paise=500_00)
    assert deals.get_offer_terms(scene.db, ANONYMOUS, ads.get(scene.db, ANONYMOUS, rent.id)) is None


@pytest.mark.parametrize(
    ("rupees", "suggested"),
    [
        ("2350", ["₹2,230", "₹2,120", "₹2,000"]),
        ("100000", ["₹95,000", "₹90,000", "₹85,000"]),
        # Rounded to one amount, or to the price itself, they are no choices.
        ("12", ["₹11", "₹10"]),
        ("1", []),
    ],
)
def test_suggested_offers_are_amounts_that_people_write(scene, rupees, suggested):
    ad = factories.ad(scene.db, scene.seller, factories.category(scene.db), price_paise=int(rupees) * 100)
    terms = deals.get_offer_terms(scene.db, scene.as_buyer, ads.get(scene.db, scene.as_buyer, ad.id))
    assert [choice.text for choice in terms.choices] == suggested


def test_a_seller_who_is_not_active_sells_nothing(scene):
    offer = _offer(scene)
    deals.counter_offer(scene.db, scene.as_seller, offer.id, 9500)
    scene.seller.status = "suspended"
    factories.save(scene.db, scene.seller)
    with pytest.raises(Conflict, match="right now"):
        deals.accept_offer(scene.db, scene.as_buyer, offer.id)
    assert deals.decline_offer(scene.db, scene.as_buyer, offer.id).status is OfferStatus.DECLINED
