"""What stands in the box of a conversation and when it is sent."""

import asyncio

import pytest
from sqlmodel import Session

from marketplace.domain import chat
from marketplace.web.intent import ChatIntent
from marketplace.web.outgoing import OutgoingState
from marketplace.web.pages.messages.state import MessagesState
from tests import factories
from tests.web.pages.talks import PATHS, opened
from tests.web.tabs import part, tab


@pytest.fixture
def pair(db: Session):
    return factories.buyer(db, name="Ravi"), factories.seller(db, name="Asha")


def test_words_of_an_address_fill_the_box_and_are_not_sent(db: Session, pair):
    buyer, seller = pair
    root = tab(db, buyer)
    path = f"{PATHS['buyer']}{seller.id}&message=Send+me+money"
    root.router_data = root._update_router_vars(
        {**root.router_data, "pathname": "/user/messages", "asPath": path}, root.router_data
    )
    page = part(root, MessagesState)
    assert asyncio.run(MessagesState.open.fn(page)) is None
    assert page.first_words == "Send me money"
    assert chat.list_conversations(db, factories.actor(buyer)) == []


def test_an_address_fills_the_box_of_a_conversation_that_is_open_once(db: Session, pair):
    buyer, seller = pair
    page = opened(db, buyer, seller)
    root = page._get_root_state()

    def follow(words: str) -> None:
        path = f"{PATHS['buyer']}{seller.id}&message={words}"
        root.router_data = root._update_router_vars({**root.router_data, "asPath": path}, root.router_data)
        asyncio.run(MessagesState.open.fn(page))

    follow("Is+it+free")
    assert page.first_words == "Is it free"
    asyncio.run(MessagesState.send.fn(page, "c1", seller.id, "Is it free on Sunday?", []))
    assert page.first_words == ""
    follow("Is+it+free")
    assert page.first_words == "", "a connection that came back fills nothing in again"
    follow("And+on+Monday")
    assert page.first_words == "And on Monday"


def test_what_waited_is_sent_from_any_page_and_told_once(db: Session, pair):
    buyer, seller = pair
    page = part(tab(db, buyer), OutgoingState)
    for _ in range(2):
        asyncio.run(OutgoingState.send.fn(page, "w1", seller.id, "Typed on a train", []))
    asyncio.run(OutgoingState.send.fn(page, "w2", seller.id, " ", []))
    assert page.answers == {"w1": "", "w2": "Please write a message first."}
    found = chat.list_messages(db, factories.actor(seller), buyer.id, seller.id)
    assert [message.text for message in found.messages] == ["Typed on a train"]


def test_words_of_a_button_are_sent_to_whom_it_named_alone(db: Session, pair):
    buyer, seller = pair
    page = opened(db, buyer, seller)
    intent = part(page._get_root_state(), ChatIntent)
    intent._mean(factories.seller(db).id, "", "not for this one")
    assert asyncio.run(MessagesState.open.fn(page)) is None
    intent._mean(seller.id, "", "Is it still there?")
    sent = asyncio.run(MessagesState.open.fn(page))
    assert sent.handler.fn.__name__ == "send_first"
    assert [str(value) for _, value in sent.args] == [f'"{seller.id}"', '"Is it still there?"']
    assert page.first_words == ""
