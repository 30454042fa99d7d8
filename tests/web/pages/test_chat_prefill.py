"""Prefilled messages: where they come from and when they are sent."""

import asyncio

import pytest
from sqlmodel import Session

from marketplace.domain import chat
from marketplace.web.pages.ad.state import AdState
from marketplace.web.pages.messages.state import MessagesState
from marketplace.web.widgets.chat_prefill import ChatPrefill
from marketplace.web.widgets.send_queue import SendQueueState
from tests import factories
from tests.web.pages.chats import PATHS, opened
from tests.web.tabs import part, tab


@pytest.fixture
def pair(db: Session):
    return factories.buyer(db, name="Ravi"), factories.seller(db, name="Asha")


def test_message_of_a_url_fills_the_composer_and_is_not_sent(db: Session, pair):
    buyer, seller = pair
    root = tab(db, buyer)
    path = f"{PATHS['buyer']}{seller.id}&message=Send+me+money"
    root.router_data = root._update_router_vars(
        {**root.router_data, "pathname": "/user/messages", "asPath": path}, root.router_data
    )
    page = part(root, MessagesState)
    assert asyncio.run(MessagesState.open.fn(page)) is None
    assert page.prefill == "Send me money"
    assert chat.list_conversations(db, factories.actor(buyer)) == []


def test_url_fills_the_composer_of_an_open_conversation_once(db: Session, pair):
    buyer, seller = pair
    page = opened(db, buyer, seller)
    root = page._get_root_state()

    def follow(words: str) -> None:
        path = f"{PATHS['buyer']}{seller.id}&message={words}"
        root.router_data = root._update_router_vars({**root.router_data, "asPath": path}, root.router_data)
        asyncio.run(MessagesState.open.fn(page))

    follow("Is+it+free")
    assert page.prefill == "Is it free"
    asyncio.run(MessagesState.send.fn(page, "c1", seller.id, "Is it free on Sunday?", []))
    assert page.prefill == ""
    follow("Is+it+free")
    assert page.prefill == "", "a connection that came back fills nothing in again"
    follow("And+on+Monday")
    assert page.prefill == "And on Monday"


def test_outbox_is_sent_from_any_page_and_stored_once(db: Session, pair):
    buyer, seller = pair
    page = part(tab(db, buyer), SendQueueState)
    for _ in range(2):
        asyncio.run(SendQueueState.send.fn(page, "w1", seller.id, "Typed on a train", []))
    asyncio.run(SendQueueState.send.fn(page, "w2", seller.id, " ", []))
    assert page.results == {"w1": "", "w2": "Please write a message first."}
    found = chat.list_messages(db, factories.actor(seller), buyer.id, seller.id)
    assert [message.text for message in found.messages] == ["Typed on a train"]


def test_prepared_message_is_sent_to_its_receiver_only(db: Session, pair):
    buyer, seller = pair
    page = opened(db, buyer, seller)
    prefill = part(page._get_root_state(), ChatPrefill)
    prefill._set(factories.seller(db).id, "", "not for this one")
    assert asyncio.run(MessagesState.open.fn(page)) is None
    prefill._set(seller.id, "", "Is it still there?")
    sent = asyncio.run(MessagesState.open.fn(page))
    assert sent.handler.fn.__name__ == "send_prefill"
    assert [str(value) for _, value in sent.args] == [f'"{seller.id}"', '"Is it still there?"']
    assert page.prefill == ""


def test_the_prepared_question_is_not_offered_while_it_is_sent(db: Session, pair):
    buyer, seller = pair
    ad = factories.ad(db, seller, factories.category(db), name="Sofa")
    page = opened(db, buyer, seller)
    part(page._get_root_state(), ChatPrefill)._set(seller.id, ad.id, chat.make_greeting("Sofa"))
    asyncio.run(MessagesState.open.fn(page))
    assert page.thread
    assert page.thread.ad
    assert (page.thread.ad.id, len(page.thread.questions)) == (ad.id, 3)
    assert "Is it still available?" not in page.thread.questions


def test_chat_now_asks_once_about_an_ad(db: Session, pair):
    buyer, seller = pair
    ad = factories.ad(db, seller, factories.category(db), name="Sofa")
    root = tab(db, buyer, f"/products/{ad.id}")
    page, prefill = part(root, AdState), part(root, ChatPrefill)
    asyncio.run(AdState.open.fn(page))
    asyncio.run(AdState.start_chat.fn(page))
    assert prefill._pop(seller.id) == (ad.id, "Hi, is “Sofa” still available?")
    chat.send(db, factories.actor(buyer), seller.id, "Hello", ad_id=ad.id)
    asyncio.run(AdState.start_chat.fn(page))
    assert prefill._pop(seller.id) == ("", "")
