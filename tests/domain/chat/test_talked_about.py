"""chat.has_talked_about"""

import pytest

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, NotSignedIn
from marketplace.domain import chat
from tests import factories


def test_only_messages_about_this_ad_in_the_buyers_own_conversation_count(db):
    buyer, seller, category = factories.buyer(db), factories.seller(db), factories.category(db)
    sofa, chair = factories.ad(db, seller, category), factories.ad(db, seller, category)
    own = factories.actor(buyer)
    assert not chat.has_talked_about(db, own, seller.id, sofa.id)
    chat.send(db, own, seller.id, "Is the chair there?", ad_id=chair.id)
    assert not chat.has_talked_about(db, own, seller.id, sofa.id)
    chat.send(db, own, seller.id, "And the sofa?", ad_id=sofa.id)
    assert chat.has_talked_about(db, own, seller.id, sofa.id)
    assert not chat.has_talked_about(db, factories.actor(factories.buyer(db)), seller.id, sofa.id)


def test_only_buyers_ask(db):
    with pytest.raises(NotSignedIn, match="Please login to chat with the seller"):
        chat.has_talked_about(db, ANONYMOUS, "x", "y")
    with pytest.raises(Forbidden):
        chat.has_talked_about(db, factories.actor(factories.seller(db)), "x", "y")
