"""chat.find_reply_time"""

from datetime import timedelta

import pytest
from sqlmodel import select

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.domain import chat
from marketplace.models import ConversationParty, Message
from tests import factories


@pytest.fixture
def seller(db):
    return factories.seller(db)


def _send(db, sender, receiver, minutes_ago):
    """Send a message at an earlier time."""
    sent = chat.send(db, factories.actor(sender), receiver.id, "Is it still there?")
    moment = clock.now() - timedelta(minutes=minutes_ago)
    db.get(Message, sent.id).created_at = moment
    for party in db.exec(select(ConversationParty).where(ConversationParty.conversation_id == sent.conversation_id)):
        party.last_at = party.last_at and moment
    db.flush()


def _ask(db, seller, minutes_ago, *, buyer=None):
    buyer = buyer or factories.buyer(db)
    _send(db, buyer, seller, minutes_ago)
    return buyer


def _answer_after(db, seller, *waits):
    """One conversation for each wait in minutes, asked ten days ago."""
    asked = 10 * 24 * 60
    for wait in waits:
        _send(db, seller, _ask(db, seller, asked), asked - wait)


def _find(db, seller):
    return chat.find_reply_time(db, ANONYMOUS, seller.id)


@pytest.mark.parametrize(
    ("wait", "minutes", "text"),
    [
        (59, 60, "Usually replies within an hour"),
        (61, 360, "Usually replies within a few hours"),
        (361, 1440, "Usually replies within a day"),
        (1441, 4320, "Usually replies within a few days"),
    ],
)
def test_the_usual_wait_is_rounded_up(db, seller, wait, minutes, text):
    _answer_after(db, seller, 1, 2, wait, wait, 5000)
    found = _find(db, seller)
    assert (found.minutes, found.text) == (minutes, text)
    assert found.rate_text == "Replies to 100 % of buyers"


def test_a_seller_slower_than_days_has_none(db, seller):
    _answer_after(db, seller, 1, 2, 4321, 4321, 4321)
    assert _find(db, seller) is None


def test_four_answers_are_too_few(db, seller):
    _answer_after(db, seller, 1, 1, 1, 1)
    assert _find(db, seller) is None
    _answer_after(db, seller, 1)
    assert _find(db, seller) is not None


def test_many_answers_to_one_buyer_are_one(db, seller):
    buyer = factories.buyer(db)
    for minutes_ago in range(100, 40, -10):
        _ask(db, seller, minutes_ago, buyer=buyer)
        _send(db, seller, buyer, minutes_ago - 1)
    assert _find(db, seller) is None


def test_buyers_who_write_again_wait_since_their_first_message(db, seller):
    for _ in range(5):
        buyer = _ask(db, seller, 500)
        _ask(db, seller, 110, buyer=buyer)
        _send(db, seller, buyer, 100)
    assert _find(db, seller).minutes == 1440


def test_ignored_buyers_count_as_slow_and_recent_questions_do_not(db, seller):
    _answer_after(db, seller, *[1] * 5)
    for _ in range(6):
        _ask(db, seller, 10)
    assert _find(db, seller).minutes == 60
    for _ in range(6):
        _ask(db, seller, 4 * 24 * 60)
    assert _find(db, seller) is None


def test_old_conversations_do_not_count(db, seller):
    for _ in range(5):
        _send(db, seller, _ask(db, seller, 91 * 24 * 60), 91 * 24 * 60 - 1)
    assert _find(db, seller) is None


def test_messages_that_the_seller_never_saw_do_not_count(db, seller):
    buyers = [factories.buyer(db) for _ in range(5)]
    for buyer in buyers:
        chat.block(db, factories.actor(seller), buyer.id)
        _ask(db, seller, 5000, buyer=buyer)
        chat.unblock(db, factories.actor(seller), buyer.id)
        _ask(db, seller, 100, buyer=buyer)
        _send(db, seller, buyer, 95)
    assert _find(db, seller).minutes == 60


def test_a_seller_who_writes_first_has_answered_nothing(db, seller):
    for _ in range(5):
        buyer = factories.buyer(db)
        _send(db, seller, buyer, 60)
        _ask(db, seller, 59, buyer=buyer)
    assert _find(db, seller) is None


def test_unknown_and_other_accounts_have_none(db, seller):
    _answer_after(db, seller, *[1] * 5)
    assert _find(db, factories.seller(db)) is None
    assert chat.find_reply_time(db, ANONYMOUS, "rubbish") is None
