"""chat.block, unblock, list_blocks"""

import pytest

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, NotFound, NotSignedIn, RuleBroken
from marketplace.db.database import unit_of_work
from marketplace.domain import chat
from tests import factories


@pytest.fixture
def pair(db):
    return factories.buyer(db), factories.seller(db)


def test_needs_a_buyer_or_seller(db, pair):
    with pytest.raises(NotSignedIn):
        chat.block(db, ANONYMOUS, pair[0].id)
    with pytest.raises(Forbidden):
        chat.block(db, factories.actor(factories.admin(db)), pair[0].id)


def test_odd_targets(db, pair):
    buyer, _ = pair
    with pytest.raises(RuleBroken):
        chat.block(db, factories.actor(buyer), buyer.id)
    for unknown in ("", "nobody", factories.admin(db).id):
        with pytest.raises(NotFound):
            chat.block(db, factories.actor(buyer), unknown)


def test_block_is_idempotent_and_reversible(db, pair):
    buyer, seller = pair
    assert chat.block(db, factories.actor(buyer), seller.id)
    assert not chat.block(db, factories.actor(buyer), seller.id)
    assert [one.person.id for one in chat.list_blocks(db, factories.actor(buyer))] == [seller.id]
    assert chat.list_blocks(db, factories.actor(seller)) == []
    assert chat.unblock(db, factories.actor(buyer), seller.id)
    assert not chat.unblock(db, factories.actor(buyer), seller.id)


def test_a_block_is_invisible_to_the_blocked_account(db, pair, published):
    buyer, seller = pair
    with unit_of_work() as work:
        chat.send(work, factories.actor(buyer), seller.id, "Before")
        chat.mark_read(work, factories.actor(seller), buyer.id, seller.id)
        chat.block(work, factories.actor(seller), buyer.id)
    published.clear()
    with unit_of_work() as work:
        sent = chat.send(work, factories.actor(buyer), seller.id, "During")
    assert sent.text == "During"
    assert [event.account_ids for event in published] == [(buyer.id,)]
    own = chat.list_messages(db, factories.actor(buyer), buyer.id, seller.id)
    assert [one.text for one in own.messages] == ["Before", "During"]
    assert not own.blocked
    assert chat.list_conversations(db, factories.actor(buyer))[0].last_text == "During"


def test_withheld_messages_stay_hidden_after_unblocking(db, pair):
    buyer, seller = pair
    chat.send(db, factories.actor(buyer), seller.id, "Before")
    chat.mark_read(db, factories.actor(seller), buyer.id, seller.id)
    chat.block(db, factories.actor(seller), buyer.id)
    chat.send(db, factories.actor(buyer), seller.id, "During")
    chat.notify_typing(db, factories.actor(buyer), seller.id)
    assert chat.count_unread(db, factories.actor(seller)) == 0
    assert chat.list_conversations(db, factories.actor(seller))[0].last_text == "Before"
    chat.unblock(db, factories.actor(seller), buyer.id)
    chat.send(db, factories.actor(buyer), seller.id, "After")
    shown = chat.list_messages(db, factories.actor(seller), buyer.id, seller.id)
    assert [one.text for one in shown.messages] == ["Before", "After"]
    assert chat.mark_read(db, factories.actor(seller), buyer.id, seller.id) == 1
    own = chat.list_messages(db, factories.actor(buyer), buyer.id, seller.id).messages
    assert [(one.text, one.read) for one in own] == [("Before", True), ("During", False), ("After", True)]


def test_whoever_blocked_must_unblock_to_write(db, pair):
    buyer, seller = pair
    chat.block(db, factories.actor(seller), buyer.id)
    with pytest.raises(Forbidden, match="Unblock"):
        chat.send(db, factories.actor(seller), buyer.id, "Hello")
    assert chat.list_messages(db, factories.actor(seller), buyer.id, seller.id).blocked
