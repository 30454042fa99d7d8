"""chat.list_messages, list_conversations, mark_read, count_unread, mute"""

import pytest
from sqlalchemy import event

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, NotFound, NotSignedIn
from marketplace.domain import chat
from tests import factories


@pytest.fixture
def pair(db):
    return factories.buyer(db), factories.seller(db)


def _talk(db, buyer, seller, count):
    for number in range(count):
        writer, other = (buyer, seller) if number % 2 == 0 else (seller, buyer)
        chat.send(db, factories.actor(writer), other.id, f"Message {number + 1}")


def test_only_the_two_read_it(db, pair):
    buyer, seller = pair
    _talk(db, buyer, seller, 1)
    with pytest.raises(NotSignedIn):
        chat.list_messages(db, ANONYMOUS, buyer.id, seller.id)
    for stranger in (factories.buyer(db), factories.seller(db), factories.admin(db)):
        with pytest.raises(Forbidden):
            chat.list_messages(db, factories.actor(stranger), buyer.id, seller.id)
        with pytest.raises(Forbidden):
            chat.mark_read(db, factories.actor(stranger), buyer.id, seller.id)


def test_pages_back_without_gaps(db, pair):
    buyer, seller = pair
    _talk(db, buyer, seller, 25)
    seen, before = [], ""
    while True:
        page = chat.list_messages(db, factories.actor(buyer), buyer.id, seller.id, before=before, limit=10)
        seen = [one.text for one in page.messages] + seen
        before = page.next
        if not before:
            break
    assert seen == [f"Message {number + 1}" for number in range(25)]


def test_a_foreign_message_is_no_cursor(db, pair):
    buyer, seller = pair
    _talk(db, buyer, seller, 1)
    elsewhere = chat.send(db, factories.actor(buyer), factories.seller(db).id, "Hello")
    for before in (elsewhere.id, "rubbish"):
        with pytest.raises(NotFound):
            chat.list_messages(db, factories.actor(buyer), buyer.id, seller.id, before=before)


def test_empty_conversation(db, pair):
    buyer, seller = pair
    assert chat.list_messages(db, factories.actor(buyer), buyer.id, seller.id).messages == ()
    with pytest.raises(NotFound):
        chat.list_messages(db, factories.actor(buyer), buyer.id, "nobody")


def test_a_page_takes_the_same_number_of_queries_however_long(db, pair, connection):
    buyer, seller = pair
    _talk(db, buyer, seller, 30)
    asked = []
    event.listen(
        connection,
        "before_cursor_execute",
        lambda *args: asked.append(args[2]) if args[2].startswith("SELECT") else None,
    )
    chat.list_messages(db, factories.actor(buyer), buyer.id, seller.id, limit=2)
    few = len(asked)
    chat.list_messages(db, factories.actor(buyer), buyer.id, seller.id, limit=30)
    assert len(asked) == 2 * few


def test_listing_marks_nothing_and_mark_read_resets(db, pair, published):
    from marketplace.db.database import unit_of_work

    buyer, seller = pair
    _talk(db, buyer, seller, 5)
    db.commit()
    chat.list_messages(db, factories.actor(seller), buyer.id, seller.id)
    assert chat.count_unread(db, factories.actor(seller)) == 3
    with unit_of_work() as work:
        assert chat.mark_read(work, factories.actor(seller), buyer.id, seller.id) == 3
    assert [(e.topic, set(e.account_ids)) for e in published] == [("read", {seller.id}), ("receipts", {buyer.id})]
    published.clear()
    with unit_of_work() as work:
        assert chat.mark_read(work, factories.actor(seller), buyer.id, seller.id) == 0
    assert published == []
    assert chat.count_unread(db, factories.actor(seller)) == 0
    assert chat.count_unread(db, factories.actor(buyer)) == 2
    shown = chat.list_messages(db, factories.actor(buyer), buyer.id, seller.id).messages
    assert [one.read for one in shown] == [True, False, True, False, True]


def test_delivery_receipts_precede_read_receipts(db, pair, published):
    from marketplace.db.database import unit_of_work

    buyer, seller = pair
    _talk(db, buyer, seller, 3)
    stranger = factories.buyer(db)
    db.commit()

    def marks() -> list[tuple[bool, bool]]:
        db.expire_all()
        shown = chat.list_messages(db, factories.actor(buyer), buyer.id, seller.id).messages
        return [(one.delivered, one.read) for one in shown if one.mine]

    assert marks() == [(False, False), (False, False)]
    assert chat.count_messages(db, factories.actor(seller)).undelivered == 1
    with unit_of_work() as work:
        assert chat.mark_delivered(work, factories.actor(stranger)) == 0
        assert chat.mark_delivered(work, factories.actor(seller)) == 1
    assert [(e.topic, set(e.account_ids)) for e in published] == [("receipts", {buyer.id})]
    assert marks() == [(True, False), (True, False)]
    with unit_of_work() as work:
        assert chat.mark_delivered(work, factories.actor(seller)) == 0
        chat.mark_read(work, factories.actor(seller), buyer.id, seller.id)
    assert marks() == [(True, True), (True, True)]


def test_a_block_keeps_deliveries_silent(db, pair, published):
    from marketplace.db.database import unit_of_work

    buyer, seller = pair
    _talk(db, buyer, seller, 1)
    chat.block(db, factories.actor(seller), buyer.id)
    db.commit()
    published.clear()
    with unit_of_work() as work:
        chat.mark_delivered(work, factories.actor(seller))
    assert published == []


def test_only_those_who_chat_take_deliveries(db, pair):
    with pytest.raises(NotSignedIn):
        chat.mark_delivered(db, ANONYMOUS)
    with pytest.raises(Forbidden):
        chat.mark_delivered(db, factories.actor(factories.admin(db)))


def test_conversations_come_newest_first_in_pages(db, pair):
    buyer, _ = pair
    sellers = [factories.seller(db, name=f"Seller {n}") for n in range(5)]
    for seller in sellers:
        chat.send(db, factories.actor(buyer), seller.id, f"Hello {seller.name}" + "!" * 60)
    first = chat.list_conversations(db, factories.actor(buyer), limit=3)
    rest = chat.list_conversations(db, factories.actor(buyer), before=first[-1].id, limit=3)
    assert [one.other.name for one in (*first, *rest)] == [f"Seller {n}" for n in (4, 3, 2, 1, 0)]
    assert len(first[0].preview) == 40
    assert first[0].last_text.startswith(first[0].preview)
    assert first[0].unread == 0


def test_conversations_are_searched_by_the_others_name(db, pair):
    buyer, seller = pair
    chat.send(db, factories.actor(buyer), factories.seller(db, name="Asha 100% Rao").id, "Hello")
    chat.send(db, factories.actor(buyer), seller.id, "Hello")
    found = chat.list_conversations(db, factories.actor(buyer), q="ASHA 100%")
    assert [one.other.name for one in found] == ["Asha 100% Rao"]
    assert chat.list_conversations(db, factories.actor(buyer), q="_") == []


def test_a_stranger_sees_no_conversation(db, pair):
    buyer, seller = pair
    _talk(db, buyer, seller, 1)
    found = chat.list_conversations(db, factories.actor(buyer))[0]
    assert chat.list_conversations(db, factories.actor(factories.buyer(db))) == []
    assert chat.find_conversation(db, factories.actor(factories.buyer(db)), found.id) is None
    assert chat.find_conversation(db, factories.actor(seller), found.id) is not None


def test_a_muted_conversation_is_not_counted(db, pair):
    buyer, seller = pair
    _talk(db, buyer, seller, 1)
    chat.mute(db, factories.actor(seller), buyer.id, seller.id)
    assert chat.count_unread(db, factories.actor(seller)) == 0
    shown = chat.list_conversations(db, factories.actor(seller))[0]
    assert (shown.muted, shown.unread) == (True, 1)
    chat.mute(db, factories.actor(seller), buyer.id, seller.id, muted=False)
    assert chat.count_unread(db, factories.actor(seller)) == 1


def test_read_receipts_go_to_the_sender_only(db, pair):
    buyer, seller = pair
    first = chat.send(db, factories.actor(buyer), seller.id, "One")
    chat.mark_read(db, factories.actor(seller), buyer.id, seller.id)
    second = chat.send(db, factories.actor(buyer), seller.id, "Two")
    both = [first.id, second.id]
    assert chat.list_receipts(db, factories.actor(buyer), buyer.id, seller.id, both) == {first.id: True}
    assert chat.list_receipts(db, factories.actor(seller), buyer.id, seller.id, both) == {}
    assert chat.count_unread_by_person(db, factories.actor(seller)) == {buyer.id: 1}
    for stranger in (factories.buyer(db), factories.seller(db)):
        with pytest.raises(Forbidden):
            chat.list_receipts(db, factories.actor(stranger), buyer.id, seller.id, both)
        assert chat.count_unread_by_person(db, factories.actor(stranger)) == {}


def test_withheld_messages_are_never_read(db, pair):
    buyer, seller = pair
    chat.block(db, factories.actor(seller), buyer.id)
    sent = chat.send(db, factories.actor(buyer), seller.id, "One")
    chat.unblock(db, factories.actor(seller), buyer.id)
    chat.send(db, factories.actor(buyer), seller.id, "Two")
    chat.mark_read(db, factories.actor(seller), buyer.id, seller.id)
    assert chat.list_receipts(db, factories.actor(buyer), buyer.id, seller.id, [sent.id]) == {}
