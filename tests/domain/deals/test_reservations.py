"""Accepted offers reserve the ad until the handover, a cancellation or the end of the time."""

import pytest
from sqlmodel import select

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Conflict, Forbidden, Invalid, NotFound, NotSignedIn, RuleBroken, TooMany
from marketplace.domain import ads, chat, deals, personal_data, search
from marketplace.domain.accounts import passwords
from marketplace.domain.effects import Event, explain
from marketplace.domain.paging import EVERYTHING
from marketplace.domain.search import SearchQuery
from marketplace.models import Ad, AdVersionImage, Deal, DealStatus, Notification, OfferStatus
from tests import factories
from tests.domain.accounts.steps import PASSWORD


def _offer(scene, actor=None, price=8000):
    return deals.make_offer(scene.db, actor or scene.as_buyer, scene.ad.id, price)


def _reserve(scene, actor=None):
    accepted = deals.accept_offer(scene.db, scene.as_seller, _offer(scene, actor).id)
    return deals.get_deal(scene.db, actor or scene.as_buyer, accepted.deal_id)


def _kinds(scene, account):
    found = select(Notification.kind).where(Notification.account_id == account.id).order_by(Notification.id)
    return list(scene.db.exec(found))


def _card(scene):
    return search.list_ads(scene.db, ANONYMOUS, SearchQuery(), EVERYTHING).items[0]


def _wrong(code):
    return "0000" if code != "0000" else "1111"


def test_both_parties_see_the_photo_of_the_ad_until_it_is_deleted(scene):
    photo = factories.upload(scene.db, scene.seller)
    image = AdVersionImage(version_id=scene.ad.live_version_id, position=0, upload_id=photo.id)
    factories.save(scene.db, image)
    offer = _offer(scene)
    deal_id = deals.accept_offer(scene.db, scene.as_seller, offer.id).deal_id
    for actor in (scene.as_buyer, scene.as_seller):
        deal = deals.get_deal(scene.db, actor, deal_id)
        offers = deals.list_offers_between(scene.db, actor, scene.buyer.id, scene.seller.id)
        assert deal.cover
        assert photo.digest in deal.cover.url
        assert [shown.cover for shown in offers] == [deal.cover]
    ads.delete(scene.db, scene.as_seller, scene.ad.id)
    assert deals.get_deal(scene.db, scene.as_buyer, deal_id).cover is None


def test_anonymous_callers_and_others_are_refused(scene):
    deal = _reserve(scene)
    calls = (
        lambda actor: deals.get_deal(scene.db, actor, deal.id),
        lambda actor: deals.cancel_deal(scene.db, actor, deal.id, "No"),
        lambda actor: deals.hand_over(scene.db, actor, deal.id, deal.code),
        lambda actor: deals.renew_code(scene.db, actor, deal.id),
    )
    for call in calls:
        with pytest.raises(NotSignedIn):
            call(ANONYMOUS)
        for actor in (scene.stranger, scene.rival, scene.as_other):
            with pytest.raises(NotFound):
                call(actor)
    for call in calls[1:]:
        with pytest.raises(Forbidden):
            call(scene.admin)
    with pytest.raises(Forbidden):
        deals.hand_over(scene.db, scene.as_buyer, deal.id, deal.code)
    with pytest.raises(Forbidden):
        deals.renew_code(scene.db, scene.as_seller, deal.id)
    for actor in (scene.stranger, scene.rival):
        with pytest.raises(Forbidden):
            deals.list_deals_for_buyer(scene.db, actor, scene.buyer.id)
        with pytest.raises(Forbidden):
            deals.list_deals_for_seller(scene.db, actor, scene.seller.id)
        with pytest.raises(Forbidden):
            deals.list_deals_between(scene.db, actor, scene.buyer.id, scene.seller.id)


def test_accepting_reserves_the_ad(scene):
    deal = _reserve(scene)
    assert (deal.status, deal.price_text, deal.mine) == (DealStatus.RESERVED, "₹8,000", True)
    assert (deal.reserved_until - scene.time.now).days == 5
    shown = ads.get(scene.db, ANONYMOUS, scene.ad.id)
    assert (shown.status, shown.reserved_until) == ("approved", deal.reserved_until)
    assert _card(scene).reserved_until == deal.reserved_until
    assert ads.find_cards(scene.db, ANONYMOUS, [scene.ad.id])[scene.ad.id].reserved_until
    with pytest.raises(Conflict, match="reserved"):
        ads.mark_sold(scene.db, scene.as_seller, scene.ad.id)


def test_the_buyer_of_a_deal_makes_no_further_offer(scene):
    deal = _reserve(scene)
    with pytest.raises(Conflict, match="reserved for you"):
        _offer(scene)
    terms = deals.get_offer_terms(scene.db, scene.as_buyer, ads.get(scene.db, scene.as_buyer, scene.ad.id))
    assert terms.deal_id == deal.id
    assert deals.get_offer_terms(scene.db, scene.as_other, ads.get(scene.db, ANONYMOUS, scene.ad.id)).deal_id == ""


def test_only_the_buyer_sees_the_code(scene):
    deal = _reserve(scene)
    assert len(deal.code) == 4
    assert deal.code.isdigit()
    for actor, account in ((scene.as_seller, scene.seller), (scene.admin, scene.seller)):
        assert deals.get_deal(scene.db, actor, deal.id).code == ""
        assert [one.code for one in deals.list_deals_for_seller(scene.db, actor, account.id).items] == [""]
    (between,) = deals.list_deals_between(scene.db, scene.as_buyer, scene.buyer.id, scene.seller.id)
    assert between.code == deal.code
    assert deals.list_deals_between(scene.db, scene.as_seller, scene.buyer.id, scene.seller.id)[0].code == ""


def test_other_buyers_wait_in_line(scene):
    waiting = _offer(scene, scene.as_other)
    _reserve(scene)
    assert _kinds(scene, scene.other) == ["offer_in_line"]
    (seen,) = deals.list_offers_for_buyer(scene.db, scene.as_other, scene.other.id).items
    assert (seen.status, seen.in_line, seen.moves) == (OfferStatus.OPEN, True, ("withdraw",))
    with pytest.raises(Conflict, match="another offer was accepted"):
        deals.accept_offer(scene.db, scene.as_seller, waiting.id)
    scene.time.wait(days=4)
    assert deals.expire_offers(scene.db) == 0
    late = deals.make_offer(scene.db, scene.stranger, scene.ad.id, 9000)
    assert late.in_line
    assert (late.expires_at - scene.time.now).days == 3


def test_cancelling_frees_the_ad_for_the_next_in_line(scene):
    first, second = _offer(scene, scene.as_other), _offer(scene, scene.stranger)
    deal = _reserve(scene)
    with pytest.raises(Invalid, match="say why"):
        deals.cancel_deal(scene.db, scene.as_buyer, deal.id, "  ")
    done = deals.cancel_deal(scene.db, scene.as_buyer, deal.id, "Found another")
    assert (done.status, done.reason, done.ended_by, done.code) == (
        DealStatus.CANCELLED,
        "Found another",
        "buyer",
        "",
    )
    assert ads.get(scene.db, ANONYMOUS, scene.ad.id).reserved_until is None
    assert _card(scene).reserved_until is None
    assert _kinds(scene, scene.other) == ["offer_in_line", "offer_next"]
    assert _kinds(scene, scene.seller)[-2:] == ["offer_received", "deal_cancelled_next"]
    with pytest.raises(Conflict, match="cancelled"):
        deals.cancel_deal(scene.db, scene.as_seller, deal.id, "Again")
    assert deals.accept_offer(scene.db, scene.as_seller, second.id).status is OfferStatus.ACCEPTED
    with pytest.raises(Conflict):
        deals.accept_offer(scene.db, scene.as_seller, first.id)


def test_a_reservation_ends_by_itself(scene):
    waiting = _offer(scene, scene.as_other)
    deal = _reserve(scene)
    scene.time.wait(days=5)
    assert deals.get_deal(scene.db, scene.as_buyer, deal.id).status is DealStatus.EXPIRED
    assert ads.get(scene.db, ANONYMOUS, scene.ad.id).reserved_until is None
    assert _card(scene).reserved_until is None
    with pytest.raises(Conflict, match="expired"):
        deals.hand_over(scene.db, scene.as_seller, deal.id, deal.code)
    assert deals.expire_deals(scene.db) == 1
    assert deals.expire_deals(scene.db) == 0
    assert _kinds(scene, scene.buyer)[-1] == "deal_expired"
    assert _kinds(scene, scene.other)[-1] == "offer_next"
    assert scene.db.get(Ad, scene.ad.id).reserved_until is None
    assert deals.accept_offer(scene.db, scene.as_seller, waiting.id).status is OfferStatus.ACCEPTED


def test_the_next_offer_can_be_accepted_before_the_job_has_run(scene):
    waiting = _offer(scene, scene.as_other)
    old = _reserve(scene)
    scene.time.wait(days=5)
    new = deals.accept_offer(scene.db, scene.as_seller, waiting.id)
    assert deals.get_deal(scene.db, scene.as_other, new.deal_id).status is DealStatus.RESERVED
    assert scene.db.get(Deal, old.id).status is DealStatus.EXPIRED


def test_the_handover_sells_the_ad(scene):
    waiting = _offer(scene, scene.as_other)
    deal = _reserve(scene)
    done = deals.hand_over(scene.db, scene.as_seller, deal.id, f" {deal.code} ")
    assert done.status is DealStatus.DONE
    assert ads.get(scene.db, ANONYMOUS, scene.ad.id).status == "sold"
    assert _kinds(scene, scene.buyer)[-1] == _kinds(scene, scene.seller)[-1] == "deal_done"
    with pytest.raises(Conflict, match="already done"):
        deals.hand_over(scene.db, scene.as_seller, deal.id, deal.code)
    with pytest.raises(Conflict):
        deals.cancel_deal(scene.db, scene.as_buyer, deal.id, "Too late")
    (closed,) = deals.list_offers_for_buyer(scene.db, scene.as_other, scene.other.id).items
    assert (closed.id, closed.status, closed.message) == (waiting.id, OfferStatus.DECLINED, explain(Event.AD_SOLD))
    assert _kinds(scene, scene.other)[-1] == "offer_ended"
    # Sold once, an ad that is listed again can be sold again.
    ads.relist(scene.db, scene.as_seller, scene.ad.id)
    assert _reserve(scene).status is DealStatus.RESERVED


def test_the_receipt_exists_once_the_deal_is_done(scene):
    scene.buyer.name = "रवि अय्यर"
    factories.save(scene.db, scene.buyer)
    deal = _reserve(scene)
    with pytest.raises(Conflict, match="until the deal is done"):
        deals.get_receipt(scene.db, scene.as_buyer, deal.id)
    deals.hand_over(scene.db, scene.as_seller, deal.id, deal.code)
    for actor in (scene.as_buyer, scene.as_seller):
        assert deals.get_receipt(scene.db, actor, deal.id).startswith(b"%PDF-")
    with pytest.raises(NotFound):
        deals.get_receipt(scene.db, scene.rival, deal.id)
    with pytest.raises(NotSignedIn):
        deals.get_receipt(scene.db, ANONYMOUS, deal.id)


def test_five_wrong_codes_need_a_new_one(scene):
    deal = _reserve(scene)
    for _ in range(5):
        with pytest.raises(RuleBroken, match="wrong"):
            deals.hand_over(scene.db, scene.as_seller, deal.id, _wrong(deal.code))
    for code in (deal.code, _wrong(deal.code)):
        with pytest.raises(TooMany) as caught:
            deals.hand_over(scene.db, scene.as_seller, deal.id, code)
    assert caught.value.retry_after
    new = deals.renew_code(scene.db, scene.as_buyer, deal.id)
    assert new.attempts_left == 5
    assert deals.hand_over(scene.db, scene.as_seller, deal.id, new.code).status is DealStatus.DONE


@pytest.mark.parametrize("code", ["", "١٢٣٤", "12345", "x" * 9999, "\x00"])
def test_odd_codes_are_wrong(scene, code):
    deal = _reserve(scene)
    with pytest.raises(RuleBroken):
        deals.hand_over(scene.db, scene.as_seller, deal.id, code)


def test_the_buyer_accepts_a_counter_offer(scene):
    offer = _offer(scene)
    deals.counter_offer(scene.db, scene.as_seller, offer.id, 9000)
    accepted = deals.accept_offer(scene.db, scene.as_buyer, offer.id)
    assert deals.get_deal(scene.db, scene.as_seller, accepted.deal_id).price_text == "₹9,000"
    assert _kinds(scene, scene.seller)[-1] == "offer_accepted"


def test_deleting_the_ad_ends_everything(scene):
    waiting = _offer(scene, scene.as_other)
    deal = _reserve(scene)
    ads.delete(scene.db, scene.as_seller, scene.ad.id)
    ended = deals.get_deal(scene.db, scene.as_buyer, deal.id)
    assert (ended.status, ended.reason) == (DealStatus.CANCELLED, explain(Event.AD_DELETED))
    (closed,) = deals.list_offers_for_buyer(scene.db, scene.as_other, scene.other.id).items
    assert (closed.id, closed.status) == (waiting.id, OfferStatus.DECLINED)
    assert _kinds(scene, scene.buyer)[-1] == "deal_ended"


def test_marking_the_ad_sold_declines_open_offers(scene):
    _offer(scene)
    ads.mark_sold(scene.db, scene.as_seller, scene.ad.id)
    (closed,) = deals.list_offers_for_buyer(scene.db, scene.as_buyer, scene.buyer.id).items
    assert closed.status is OfferStatus.DECLINED


def test_a_buyer_who_leaves_frees_the_ad(scene):
    scene.buyer.password_hash = passwords.make_hash(PASSWORD)
    factories.save(scene.db, scene.buyer)
    _offer(scene, scene.as_other)
    deal = _reserve(scene)
    personal_data.delete_account(scene.db, scene.as_buyer, PASSWORD)
    assert deals.get_deal(scene.db, scene.as_seller, deal.id).status is DealStatus.CANCELLED
    assert ads.get(scene.db, ANONYMOUS, scene.ad.id).reserved_until is None
    assert _kinds(scene, scene.other)[-1] == "offer_next"


def test_a_seller_who_leaves_ends_offers_and_deals(scene):
    scene.seller.password_hash = passwords.make_hash(PASSWORD)
    factories.save(scene.db, scene.seller)
    _offer(scene, scene.as_other)
    deal = _reserve(scene)
    personal_data.delete_account(scene.db, scene.as_seller, PASSWORD)
    assert deals.get_deal(scene.db, scene.as_buyer, deal.id).status is DealStatus.CANCELLED
    (closed,) = deals.list_offers_for_buyer(scene.db, scene.as_other, scene.other.id).items
    assert (closed.status, closed.ad_name) == (OfferStatus.DECLINED, "Deleted ad")
    # The name of the ad was the seller's.
    (told,) = scene.db.exec(select(Notification).where(Notification.account_id == scene.buyer.id))
    reason = explain(Event.SELLER_DELETED)
    assert (told.kind, told.values) == ("deal_ended", {"name": "Deleted ad", "reason": reason})


def test_a_blocked_buyer_is_not_the_next_in_line(scene):
    _offer(scene, scene.as_other)
    second = _offer(scene, scene.stranger)
    deal = _reserve(scene)
    chat.block(scene.db, scene.as_seller, scene.other.id)
    deals.cancel_deal(scene.db, scene.as_seller, deal.id, "Broken")
    assert "offer_next" not in _kinds(scene, scene.other)
    told = scene.db.exec(select(Notification).where(Notification.kind == "offer_next")).one()
    assert told.account_id == second.buyer_id


def test_a_reserved_ad_does_not_expire(scene):
    ad = scene.db.get(Ad, scene.ad.id)
    ad.expires_at = scene.time.now
    factories.save(scene.db, ad)
    deal = _reserve(scene)
    assert ads.expire_due(scene.db) == 0
    assert scene.db.get(Ad, scene.ad.id).expires_at == deal.reserved_until
