"""reviews.write_review and reveal_due"""

from collections import Counter
from datetime import timedelta

import pytest
from sqlmodel import select

from marketplace.core import clock, events
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Conflict, Forbidden, Invalid, NotFound, NotSignedIn
from marketplace.domain import accounts, content, deals, rentals, reviews
from marketplace.models import AccountKind, AccountStatus, EnquiryStatus, Notification, OutboxMail
from tests import factories
from tests.background import run_jobs
from tests.domain.reviews.conftest import finish_deal, say


def _about(scene, account, kind):
    return reviews.list_reviews(scene.db, ANONYMOUS, account.id, kind=kind)


def about_seller(scene):
    return _about(scene, scene.seller, AccountKind.SELLER)


def about_buyer(scene):
    return _about(scene, scene.buyer, AccountKind.BUYER)


def test_only_the_parties_of_what_is_finished_may_write(scene, deal_id, rental_id):
    with pytest.raises(NotSignedIn):
        reviews.write_review(scene.db, ANONYMOUS, say(deal_id))
    for actor in (scene.stranger, scene.rival, scene.admin):
        for subject in (say(deal_id), say(enquiry_id=rental_id)):
            with pytest.raises(Forbidden):
                reviews.write_review(scene.db, actor, subject)
    offer = deals.make_offer(scene.db, scene.as_buyer, scene.ad.id, 9000)
    open_deal = deals.accept_offer(scene.db, scene.as_seller, offer.id).deal_id
    for unfinished in (open_deal, offer.id, "nonsense"):
        with pytest.raises(Forbidden):
            reviews.write_review(scene.db, scene.as_buyer, say(unfinished))
    deals.cancel_deal(scene.db, scene.as_buyer, open_deal, "Too far")
    with pytest.raises(Forbidden):
        reviews.write_review(scene.db, scene.as_buyer, say(open_deal))


@pytest.mark.parametrize("status", [EnquiryStatus.PENDING, EnquiryStatus.DECLINED, EnquiryStatus.CANCELLED])
def test_a_rental_counts_once_it_was_accepted_and_is_over(scene, status):
    ad = factories.ad(scene.db, scene.seller, factories.category(scene.db), ad_type="rent")
    now = clock.now()
    over = factories.enquiry(scene.db, ad, scene.buyer, now - timedelta(days=3), now - timedelta(days=1))
    over.status = status
    coming = factories.enquiry(scene.db, ad, scene.buyer, now - timedelta(days=1), now + timedelta(days=1))
    coming.status = EnquiryStatus.ACCEPTED
    factories.save(scene.db, over, coming)
    for enquiry in (over, coming):
        with pytest.raises(Forbidden):
            reviews.write_review(scene.db, scene.as_buyer, say(enquiry_id=enquiry.id))


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"stars": 0}, "stars"),
        ({"stars": 6}, "stars"),
        ({"stars": "many"}, "stars"),
        ({"stars": None}, "stars"),
        ({"tags": ["careful"]}, "tags"),
        ({"text": "x" * 1001}, "text"),
    ],
)
def test_odd_input_is_refused_with_its_field(scene, deal_id, wrong, field):
    draft = say(deal_id).model_copy(update=wrong)
    with pytest.raises(Invalid) as refused:
        reviews.write_review(scene.db, scene.as_buyer, draft)
    assert refused.value.errors[0]["field"] == field


def test_a_review_is_of_one_thing(scene, deal_id, rental_id):
    for draft in (say(), say(deal_id, enquiry_id=rental_id)):
        with pytest.raises(Invalid):
            reviews.write_review(scene.db, scene.as_buyer, draft)


def test_both_are_revealed_when_both_have_written(scene, deal_id):
    first = reviews.write_review(scene.db, scene.as_buyer, say(deal_id, stars=4, tags=("on_time", "friendly")))
    assert not first.revealed
    assert [tag.code for tag in first.tags] == ["friendly", "on_time"]
    assert about_seller(scene).items == about_buyer(scene).items == ()
    with pytest.raises(Conflict):
        reviews.write_review(scene.db, scene.as_buyer, say(deal_id))
    second = reviews.write_review(scene.db, scene.as_seller, say(deal_id, stars=3, text="Came\x00 late."))
    assert second.revealed
    [of_seller], [of_buyer] = about_seller(scene).items, about_buyer(scene).items
    assert (of_seller.stars, of_seller.writer_name, of_seller.writer_kind) == (4, "Ravi I.", "buyer")
    assert (of_buyer.stars, of_buyer.writer_name, of_buyer.text) == (3, "Asha Rao", "Came late.")


def test_a_rental_is_reviewed_like_a_deal(scene, rental_id):
    reviews.write_review(scene.db, scene.as_seller, say(enquiry_id=rental_id, tags=("careful",)))
    reviews.write_review(scene.db, scene.as_buyer, say(enquiry_id=rental_id))
    assert about_seller(scene).total == about_buyer(scene).total == 1


def test_a_sealed_review_appears_when_the_time_is_over_and_no_other_can_be_written(scene, deal_id):
    reviews.write_review(scene.db, scene.as_buyer, say(deal_id))
    assert reviews.reveal_due(scene.db) == 0
    scene.time.wait(days=14)
    # Also before the job has run.
    with pytest.raises(Forbidden):
        reviews.write_review(scene.db, scene.as_seller, say(deal_id, stars=1))
    assert reviews.reveal_due(scene.db) == 1
    assert reviews.reveal_due(scene.db) == 0
    assert about_seller(scene).summary.count == 1
    assert about_buyer(scene).summary.count == 0


def test_an_average_needs_three_reviews(scene):
    for stars, buyer in ((5, scene.buyer), (4, scene.other), (4, factories.buyer(scene.db))):
        summary = about_seller(scene).summary
        assert (summary.average, summary.average_text) == (None, "")
        done = finish_deal(scene, buyer=buyer)
        reviews.write_review(scene.db, factories.actor(buyer), say(done, stars=stars))
        reviews.write_review(scene.db, scene.as_seller, say(done))
    summary = about_seller(scene).summary
    assert (summary.average, summary.count, summary.text) == (4.3, 3, "3 reviews")


def test_the_other_party_hears_of_a_review_when_it_is_revealed(scene, deal_id):
    run_jobs(scene.db)
    events.publish(scene.db)
    heard: list[events.Event] = []
    events.subscribe(heard.append)
    before = _messages(scene)
    try:
        reviews.write_review(scene.db, scene.as_buyer, say(deal_id))
        events.publish(scene.db)
        assert {account for event in heard for account in event.account_ids} == {scene.buyer.id}
        assert _messages(scene) == before
        reviews.write_review(scene.db, scene.as_seller, say(deal_id))
        events.publish(scene.db)
    finally:
        events.unsubscribe(heard.append)
    assert scene.seller.id in heard[-1].account_ids
    new = Counter(_messages(scene)) - Counter(before)
    assert new == {"You have a new review": 2, "review_new": 2}


def _messages(scene) -> list[str]:
    mails = scene.db.exec(select(OutboxMail.subject).order_by(OutboxMail.id)).all()
    return [*mails, *scene.db.exec(select(Notification.kind).order_by(Notification.id)).all()]


def test_both_are_asked_once_the_deal_is_done(scene, deal_id):
    run_jobs(scene.db)
    asked = [subject for subject in _messages(scene) if subject.startswith("How was it")]
    assert sorted(asked) == ["How was it with Asha Rao?", "How was it with Ravi Iyer?"]
    for actor in (scene.as_buyer, scene.as_seller):
        newest = content.list_notifications(scene.db, actor).items[0]
        assert (newest.kind, newest.link) == ("review_asked", f"/deals/{deal_id}")
    assert accounts.get_public_seller(scene.db, ANONYMOUS, scene.seller.id).trade.deals_text == "1 completed deal"


def test_both_are_asked_when_a_rental_is_over_but_not_of_a_cancelled_one(scene):
    ad = factories.ad(scene.db, scene.seller, factories.category(scene.db), name="tent", ad_type="rent")
    start = clock.now() + timedelta(days=1)
    booked = []
    for n in range(2):
        begin = start + timedelta(days=3 * n)
        asked = rentals.enquire(scene.db, scene.as_buyer, ad.id, begin, begin + timedelta(days=1))
        booked.append(rentals.accept(scene.db, scene.as_seller, asked.id))
    rentals.cancel(scene.db, scene.as_buyer, booked[1].id)
    run_jobs(scene.db)
    assert "review_asked" not in _messages(scene)
    scene.time.wait(days=5)
    run_jobs(scene.db)
    asked = content.list_notifications(scene.db, scene.as_buyer).items
    assert [row.link for row in asked if row.kind == "review_asked"] == [f"/reviews/{booked[0].id}"]


def test_nobody_reviews_a_deleted_account(scene, deal_id):
    scene.seller.status = AccountStatus.DELETED
    factories.save(scene.db, scene.seller)
    with pytest.raises(Conflict):
        reviews.write_review(scene.db, scene.as_buyer, say(deal_id))
    with pytest.raises(NotFound):
        about_seller(scene)
