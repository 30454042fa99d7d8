"""waiting.list_conversations: people with whom something is open are in the list, without a message too."""

from datetime import timedelta

import pytest
from sqlmodel import update

from marketplace.domain import ads, chat, deals, rentals, waiting
from marketplace.models import ConversationParty
from tests import factories
from tests.domain.waiting.cases import Scene, stop_clock


@pytest.fixture
def scene(db, monkeypatch) -> Scene:
    made = Scene(db)
    stop_clock(monkeypatch, made)
    return made


def entries(scene: Scene, side: str, **options) -> list[tuple[str, str, int]]:
    found = waiting.list_conversations(scene.db, scene.actors[side], **options)
    return [(one.other.name, one.step or one.last_text, one.waiting) for one in found]


def test_an_open_offer_is_an_entry_of_both(scene):
    assert entries(scene, "seller") == entries(scene, "buyer") == []
    offer_id = scene.offer()
    assert entries(scene, "seller") == [("Ravi Iyer", "Offer of ₹4,500 waits for your answer", 1)]
    assert entries(scene, "buyer") == [("Asha Rao", "Your offer of ₹4,500 waits for an answer", 0)]
    (entry,) = waiting.list_conversations(scene.db, scene.seller)
    assert (entry.id, entry.last_at, bool(entry.ad_id)) == ("", scene.now, True)
    assert entry.buyer.name == "Ravi Iyer"
    assert entry.seller.name == "Asha Rao"
    deals.counter_offer(scene.db, scene.seller, offer_id, 5000)
    assert entries(scene, "seller") == [("Ravi Iyer", "Your counter-offer of ₹5,000 waits for an answer", 0)]
    assert entries(scene, "buyer") == [("Asha Rao", "Counter-offer of ₹5,000 waits for your answer", 1)]
    deals.accept_offer(scene.db, scene.buyer, offer_id)
    assert entries(scene, "seller") == [("Ravi Iyer", "Reserved at ₹5,000", 0)]
    assert waiting.count_conversations(scene.db, scene.seller) == 1


def test_an_open_enquiry_is_an_entry_of_both(scene):
    enquiry_id = scene.enquiry()
    assert entries(scene, "seller") == [("Ravi Iyer", "Enquiry for 20 Nov waits for your answer", 1)]
    assert entries(scene, "buyer") == [("Asha Rao", "Your enquiry for 20 Nov waits for an answer", 0)]
    rentals.accept(scene.db, scene.seller, enquiry_id)
    assert entries(scene, "buyer") == [("Asha Rao", "Booked from 20 Nov", 0)]
    rentals.cancel(scene.db, scene.buyer, enquiry_id)
    assert entries(scene, "seller") == entries(scene, "buyer") == []


def test_a_rental_is_an_entry_of_both_until_its_return(scene):
    enquiry_id = scene.picked_up()
    assert entries(scene, "buyer") == [("Asha Rao", "Booked from 20 Nov", 0)]
    assert entries(scene, "seller") == [("Ravi Iyer", "Booked from 20 Nov", 0)]
    scene.give_back(enquiry_id)
    assert entries(scene, "seller") == entries(scene, "buyer") == []


def test_the_entry_names_the_ad_that_is_open(scene):
    chat.send(scene.db, scene.buyer, scene.seller.account_id or "", "Hello", ad_id=scene.ad(name="piano"))
    scene.db.exec(update(ConversationParty).values(last_at=scene.now - timedelta(days=1)))
    scene.offer()
    for side in ("buyer", "seller"):
        (entry,) = waiting.list_conversations(scene.db, scene.actors[side])
        assert ads.list_names(scene.db, [entry.ad_id]) == {entry.ad_id: "teak sofa"}


def test_what_ended_is_no_entry_any_more(scene):
    scene.offer()
    scene.enquiry()
    scene.wait(days=3)
    assert entries(scene, "seller") == entries(scene, "buyer") == []


def test_a_later_message_takes_the_place_of_what_waits_for_the_other(scene):
    scene.offer()
    chat.send(scene.db, scene.buyer, scene.seller.account_id or "", "Hello")
    for minutes, said in ((-1, "Your offer of ₹4,500 waits for an answer"), (1, "Hello")):
        at = scene.now + timedelta(minutes=minutes)
        scene.db.exec(update(ConversationParty).values(last_at=at))
        assert entries(scene, "buyer") == [("Asha Rao", said, 0)]
        # The seller still has to answer.
        assert entries(scene, "seller") == [("Ravi Iyer", "Offer of ₹4,500 waits for your answer", 1)]


@pytest.mark.parametrize("blocker", ["buyer", "seller"])
def test_an_offer_behind_a_block_is_an_entry_of_the_buyer_alone(scene, blocker):
    other = {"buyer": "seller", "seller": "buyer"}[blocker]
    chat.block(scene.db, scene.actors[blocker], scene.actors[other].account_id or "")
    scene.offer()
    scene.enquiry()
    assert entries(scene, "seller") == []
    assert [name for name, *_ in entries(scene, "buyer")] == ["Asha Rao"]
    assert waiting.count_conversations(scene.db, scene.seller) == 0


def test_all_are_in_one_order_with_pages_and_names(scene):
    buyers = [factories.buyer(scene.db, name=f"Buyer {number}") for number in range(5)]
    for number, buyer in enumerate(buyers):
        actor = factories.actor(buyer)
        if number % 2:
            chat.send(scene.db, actor, scene.seller.account_id or "", "Hello")
            scene.db.exec(
                update(ConversationParty).values(last_at=scene.now).where(ConversationParty.other_id == buyer.id)
            )
        else:
            deals.make_offer(scene.db, actor, scene.ad(), 6000)
        scene.wait(minutes=1)
    names = [f"Buyer {number}" for number in (4, 3, 2, 1, 0)]
    assert [name for name, *_ in entries(scene, "seller")] == names
    assert [name for name, *_ in entries(scene, "seller", offset=1, limit=2)] == names[1:3]
    found = waiting.list_conversations(scene.db, scene.seller, limit=3)
    for before in (found[-1].other.id, waiting.list_conversations(scene.db, scene.seller, limit=4)[-1].id):
        assert [name for name, *_ in entries(scene, "seller", before=before, limit=3)][-1] == "Buyer 0"
    assert [name for name, *_ in entries(scene, "seller", before=found[-1].other.id)] == names[3:]
    assert [name for name, *_ in entries(scene, "seller", q="buyer 2")] == ["Buyer 2"]
    assert waiting.count_conversations(scene.db, scene.seller, q="buyer 2") == 1
    assert entries(scene, "seller", before="01ARZ3NDEKTSV4RRFFQ69G5FAV") == []
