"""chat.list_waiting"""

from datetime import timedelta

import pytest
from sqlmodel import select

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import NotSignedIn
from marketplace.domain import chat
from marketplace.models import ConversationParty
from tests import factories


def test_only_people_who_are_signed_in_have_replies_due(db):
    with pytest.raises(NotSignedIn):
        chat.list_waiting(db, ANONYMOUS)


def test_conversations_wait_until_they_are_answered(db):
    seller, buyers = factories.seller(db), [factories.buyer(db) for _ in range(3)]
    owner = factories.actor(seller)
    for buyer in buyers:
        for text in ("Hello", "Is it still there?"):
            chat.send(db, factories.actor(buyer), seller.id, text)
    assert len(chat.list_waiting(db, owner)) == 3
    assert len(chat.list_waiting(db, factories.actor(factories.seller(db)))) == 0
    # Reading is no reply.
    chat.mark_read(db, owner, buyers[0].id, seller.id)
    assert len(chat.list_waiting(db, owner)) == 3
    chat.send(db, owner, buyers[0].id, "Yes")
    assert len(chat.list_waiting(db, owner)) == 2
    assert len(chat.list_waiting(db, factories.actor(buyers[0]))) == 1
    chat.mute(db, owner, buyers[1].id, seller.id)
    assert len(chat.list_waiting(db, owner)) == 1
    chat.block(db, owner, buyers[2].id)
    assert len(chat.list_waiting(db, owner)) == 0


def test_old_conversations_do_not_wait(db):
    seller = factories.seller(db)
    chat.send(db, factories.actor(factories.buyer(db)), seller.id, "Hello")
    for party in db.exec(select(ConversationParty)):
        party.last_at = clock.now() - timedelta(days=200)
    db.flush()
    assert len(chat.list_waiting(db, factories.actor(seller))) == 0
