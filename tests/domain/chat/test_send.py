"""chat.send"""

import pytest

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, Gone, Invalid, NotFound, NotSignedIn, RuleBroken, TooMany
from marketplace.domain import chat
from marketplace.models import AccountStatus, AdStatus, UploadKind
from tests import factories


@pytest.fixture
def pair(db):
    return factories.buyer(db), factories.seller(db)


def test_anonymous_callers_must_sign_in(db, pair):
    with pytest.raises(NotSignedIn, match="Please login to chat with the seller"):
        chat.send(db, ANONYMOUS, pair[1].id, "Hello")


def test_an_admin_does_not_chat(db, pair):
    with pytest.raises(Forbidden):
        chat.send(db, factories.actor(factories.admin(db)), pair[1].id, "Hello")


def test_both_sides_write_into_one_conversation(db, pair):
    buyer, seller = pair
    first = chat.send(db, factories.actor(buyer), seller.id, "  Is it still there? \n")
    second = chat.send(db, factories.actor(seller), buyer.id, "Yes!")
    assert first.text == "Is it still there?"
    assert (first.seq, second.seq) == (1, 2)
    assert first.conversation_id == second.conversation_id
    assert (first.receiver_id, second.receiver_id) == (seller.id, buyer.id)


def test_the_same_client_id_is_one_message(db, pair):
    buyer, seller = pair
    first = chat.send(db, factories.actor(buyer), seller.id, "Hello", client_id="a1")
    again = chat.send(db, factories.actor(buyer), seller.id, "Hello", client_id="a1")
    assert again.id == first.id
    assert chat.count_unread(db, factories.actor(seller)) == 1


def test_a_client_id_belongs_to_its_sender(db, pair):
    buyer, seller = pair
    first = chat.send(db, factories.actor(buyer), seller.id, "Hello", client_id="a1")
    other = chat.send(db, factories.actor(seller), buyer.id, "Hi", client_id="a1")
    assert other.id != first.id
    shown = chat.list_messages(db, factories.actor(seller), buyer.id, seller.id).messages
    assert [one.client_id for one in shown] == ["", "a1"]


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "\x00", "\u200b\u2060", "\u00a0", "\ufeff"])
def test_blank_messages_are_refused(db, pair, text):
    with pytest.raises(Invalid) as refused:
        chat.send(db, factories.actor(pair[0]), pair[1].id, text)
    assert refused.value.errors[0]["field"] == "message"


def test_the_longest_message(db, pair):
    buyer, seller = pair
    assert len(chat.send(db, factories.actor(buyer), seller.id, " " + "न" * 4000 + " ").text) == 4000
    with pytest.raises(Invalid):
        chat.send(db, factories.actor(buyer), seller.id, "x" * 4001)


@pytest.mark.parametrize(
    "text", ["👩‍👩‍👧‍👦🇮🇳👍🏽", "<script>alert(1)</script>", "https://example.org/?a=b&c", "'; DROP TABLE x"]
)
def test_unusual_text_is_unchanged(db, pair, text):
    assert chat.send(db, factories.actor(pair[0]), pair[1].id, text).text == text


def test_characters_no_database_stores_are_removed(db, pair):
    assert chat.send(db, factories.actor(pair[0]), pair[1].id, "a\x00b\ud800c").text == "abc"


@pytest.mark.parametrize("other_id", ["", "nobody", "01M7YH44H3FVMP4547R0ZWQBC3"])
def test_unknown_receiver(db, pair, other_id):
    with pytest.raises(NotFound):
        chat.send(db, factories.actor(pair[0]), other_id, "Hello")


def test_a_deleted_or_suspended_receiver(db, pair):
    with pytest.raises(NotFound):
        chat.send(db, factories.actor(pair[0]), factories.seller(db, status=AccountStatus.DELETED).id, "Hello")
    with pytest.raises(RuleBroken):
        chat.send(db, factories.actor(pair[0]), factories.seller(db, status=AccountStatus.SUSPENDED).id, "Hello")


def test_buyers_write_to_sellers_only(db, pair):
    with pytest.raises(RuleBroken):
        chat.send(db, factories.actor(pair[0]), factories.buyer(db).id, "Hello")
    with pytest.raises(RuleBroken):
        chat.send(db, factories.actor(pair[1]), pair[1].id, "Hello")


def test_nobody_writes_to_their_own_other_account(db, pair):
    same = factories.buyer(db, email=pair[1].email)
    for sender, receiver in ((same, pair[1]), (pair[1], same)):
        with pytest.raises(RuleBroken, match="your own account"):
            chat.send(db, factories.actor(sender), receiver.id, "Hello")


def test_it_may_begin_from_an_ad(db, pair):
    buyer, seller = pair
    ad = factories.ad(db, seller, factories.category(db))
    assert chat.send(db, factories.actor(buyer), seller.id, "Hello", ad_id=ad.id).ad_id == ad.id
    chat.send(db, factories.actor(buyer), seller.id, "Are you there?")
    assert chat.list_messages(db, factories.actor(buyer), buyer.id, seller.id).ad_id == ad.id
    assert chat.list_conversations(db, factories.actor(seller))[0].ad_id == ad.id


def test_only_from_an_ad_of_that_seller_the_sender_may_see(db, pair):
    buyer, seller = pair
    category = factories.category(db)
    foreign = factories.ad(db, factories.seller(db), category)
    hidden = factories.ad(db, seller, category, status=AdStatus.PENDING)
    expired = factories.ad(db, seller, category, status=AdStatus.EXPIRED)
    for ad, refusal in ((foreign, RuleBroken), (hidden, NotFound), (expired, Gone)):
        with pytest.raises(refusal):
            chat.send(db, factories.actor(buyer), seller.id, "Hello", ad_id=ad.id)


def test_photos_are_the_senders_own_images(db, pair):
    buyer, seller = pair
    own, second = factories.upload(db, buyer), factories.upload(db, buyer)
    sent = chat.send(db, factories.actor(buyer), seller.id, "", photo_ids=[second.id, own.id])
    assert [photo.id for photo in sent.photos] == [second.id, own.id]
    for wrong in (factories.upload(db, seller).id, factories.upload(db, buyer, kind=UploadKind.DOCUMENT).id, "x"):
        with pytest.raises(Invalid):
            chat.send(db, factories.actor(buyer), seller.id, "Look", photo_ids=[wrong])


def test_not_too_many_photos(db, pair):
    with pytest.raises(Invalid):
        chat.send(db, factories.actor(pair[0]), pair[1].id, "Look", photo_ids=[str(n) for n in range(7)])


def test_both_parties_get_an_event_after_the_commit(db, pair, published):
    from marketplace.db.database import unit_of_work

    buyer, seller = pair
    with unit_of_work() as work:
        sent = chat.send(work, factories.actor(buyer), seller.id, "Hello")
        assert published == []
    assert [(e.topic, set(e.account_ids), e.subject) for e in published] == [
        ("chat", {buyer.id, seller.id}, sent.conversation_id)
    ]


def test_sixty_a_minute(db, pair):
    buyer, seller = pair
    for number in range(60):
        chat.send(db, factories.actor(buyer), seller.id, "Hello", client_id=str(number))
    with pytest.raises(TooMany):
        chat.send(db, factories.actor(buyer), seller.id, "Hello")
    assert chat.send(db, factories.actor(buyer), seller.id, "Hello", client_id="5").seq == 6


def test_typing_events_go_to_the_other_party_only(db, pair, published):
    from marketplace.db.database import unit_of_work

    buyer, seller = pair
    with unit_of_work() as work:
        chat.notify_typing(work, factories.actor(buyer), seller.id)
    assert published == []
    with unit_of_work() as work:
        chat.send(work, factories.actor(buyer), seller.id, "Hello")
        chat.notify_typing(work, factories.actor(seller), buyer.id)
    assert [(e.topic, e.account_ids) for e in published if e.topic == "typing"] == [("typing", (buyer.id,))]
