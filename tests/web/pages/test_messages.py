"""The chat page: what it sends and refuses, and how it pages through a long conversation."""

import asyncio

import pytest
from sqlmodel import Session

from marketplace.domain import chat
from marketplace.models import AdStatus, Message
from marketplace.web.pages.messages import views
from marketplace.web.pages.messages.state import MessagesState
from marketplace.web.pages.messages.window import NEWEST, PAGE, MessageWindow
from tests import factories
from tests.web.tabs import part, tab


@pytest.fixture
def pair(db: Session):
    return factories.buyer(db, name="Ravi"), factories.seller(db, name="Asha")


def _send(db: Session, sender, other_id: str, text: str, *, client_id: str = "c1", photos=()) -> MessagesState:
    page = part(tab(db, sender), MessagesState)
    asyncio.run(MessagesState.send.fn(page, client_id, other_id, text, list(photos)))
    return page


def _texts(db: Session, reader, buyer, seller) -> list[str]:
    return [one.text for one in chat.list_messages(db, factories.actor(reader), buyer.id, seller.id).messages]


@pytest.mark.parametrize("text", ["", "   ", "\n\t ", "\u200b", "\x00"])
def test_empty_message_is_refused(db: Session, pair, text: str):
    page = _send(db, pair[0], pair[1].id, text)
    assert page.results["c1"] == "Please write a message first."
    assert _texts(db, pair[0], *pair) == []


def test_message_length_is_limited(db: Session, pair):
    assert _send(db, pair[0], pair[1].id, "x" * 4001).results["c1"] == "A message can have at most 4000 characters."
    assert _send(db, pair[0], pair[1].id, "x" * 4000, client_id="c2").results["c2"] == ""
    assert [len(text) for text in _texts(db, pair[1], *pair)] == [4000]


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script> & <b>bold</b>",
        "https://example.com/?a=1&b=<2> javascript:alert(1)",
        "👩‍👩‍👧‍👦 🇮🇳 \u00e9 नमस्ते",
        "two\nlines",
    ],
)
def test_odd_text_is_shown_unchanged(db: Session, pair, text: str):
    assert _send(db, pair[0], pair[1].id, f"  {text} ").results == {"c1": ""}
    thread = views.open_thread(db, factories.actor(pair[1]), pair[0].id)
    assert [bubble.text for day in thread.days for bubble in day.bubbles] == [text]


@pytest.mark.parametrize("other", ["", "nobody", "01M7YH44H3FVMP4547R0ZWQBC3", "'; drop table messages; --"])
def test_unknown_receiver_is_refused(db: Session, pair, other: str):
    assert _send(db, pair[0], other, "Hello").results["c1"] == "That person was not found."


def test_receiver_of_the_same_account_kind_is_refused(db: Session, pair):
    assert "between a buyer and a seller" in _send(db, pair[0], factories.buyer(db).id, "Hello").results["c1"]


def test_photo_of_another_account_is_refused(db: Session, pair):
    foreign = factories.upload(db, factories.seller(db))
    assert _send(db, pair[0], pair[1].id, "Look", photos=[foreign.id]).results["c1"] != ""
    assert _texts(db, pair[0], *pair) == []


def test_repeated_client_id_is_stored_once(db: Session, pair):
    for _ in range(3):
        assert _send(db, pair[0], pair[1].id, "Hello", client_id="made-offline").results == {"made-offline": ""}
    assert _texts(db, pair[1], *pair) == ["Hello"]


def test_ten_thousand_messages_page_back_and_forward(db: Session, pair):
    """At most two pages are held; no message is missing or repeated."""
    buyer, seller = pair
    first = chat.send(db, factories.actor(buyer), seller.id, "1")
    conversation = chat.find_conversation(db, factories.actor(buyer), first.conversation_id)
    assert conversation is not None
    db.add_all(
        Message(conversation_id=conversation.id, seq=n, sender_id=buyer.id, client_id=f"n{n}", text=str(n))
        for n in range(2, 10_001)
    )
    conversation.last_seq = 10_000
    db.commit()
    actor = factories.actor(seller)

    def look(window: MessageWindow) -> list[int]:
        thread = views.open_thread(db, actor, buyer.id, window=window)
        assert len(thread.message_ids) <= 2 * PAGE
        state["thread"] = thread
        return [int(bubble.text) for day in thread.days for bubble in day.bubbles]

    state: dict = {}
    window, shown, turned = NEWEST, look(NEWEST), 0
    seen = set(shown)
    assert shown == list(range(9_901, 10_001))
    while state["thread"].earlier:
        window = window.earlier(state["thread"].message_ids)
        before, shown = shown, look(window)
        # The message at the top stays visible.
        assert before[0] in shown
        seen |= set(shown)
        turned += 1
    assert seen == set(range(1, 10_001))
    assert turned == 99
    for _ in range(turned):
        window = window.later()
    assert window == NEWEST


def test_contacts_are_paginated_with_conversations_first(db: Session):
    buyer = factories.buyer(db)
    sellers = [factories.seller(db, name=f"Seller {number}") for number in range(40)]
    for seller in sellers[:5]:
        chat.send(db, factories.actor(buyer), seller.id, "Hello")
    page = part(tab(db, buyer), MessagesState)
    asyncio.run(MessagesState.search.fn(page, ""))
    assert [contact.id for contact in page.contacts[:5]] == [seller.id for seller in reversed(sellers[:5])]
    assert page.more
    asyncio.run(MessagesState.load_more_contacts.fn(page))
    ids = [contact.id for contact in page.contacts]
    assert not page.more
    assert sorted(ids) == sorted(seller.id for seller in sellers)
    asyncio.run(MessagesState.search.fn(page, "seller 17"))
    assert [contact.name for contact in page.contacts] == ["Seller 17"]


def _opened_about(db: Session, buyer, seller, ad):
    return views.open_thread(db, factories.actor(buyer), seller.id, about=ad.id)


def test_chat_shows_the_ad_that_it_was_opened_from_and_its_questions(db: Session, pair):
    buyer, seller = pair
    category = factories.category(db)
    sofa, chair = (factories.ad(db, seller, category, name=name) for name in ("Sofa", "Chair"))
    thread = _opened_about(db, buyer, seller, sofa)
    assert (thread.ad and thread.ad.display_name, thread.questions[0]) == ("Sofa", "Is it still available?")
    chat.send(db, factories.actor(buyer), seller.id, chat.make_greeting("Sofa"), ad_id=sofa.id)
    assert "Is it still available?" not in _opened_about(db, buyer, seller, sofa).questions
    # The questions about another ad are still open, and the conversation's own ad is shown without one.
    assert len(_opened_about(db, buyer, seller, chair).questions) == 4
    thread = views.open_thread(db, factories.actor(buyer), seller.id)
    assert thread.ad
    assert (thread.ad.id, len(thread.questions)) == (sofa.id, 3)
    chat.send(db, factories.actor(buyer), seller.id, "I have a van")
    assert views.open_thread(db, factories.actor(buyer), seller.id).questions == ()
    assert len(_opened_about(db, buyer, seller, chair).questions) == 4


def test_questions_are_for_buyers_and_ads_that_can_be_had(db: Session, pair):
    buyer, seller = pair
    category = factories.category(db)
    sold = factories.ad(db, seller, category, status=AdStatus.SOLD)
    thread = _opened_about(db, buyer, seller, sold)
    assert (thread.ad and thread.ad.status, thread.questions) == ("sold", ())
    foreign = factories.ad(db, factories.seller(db), category)
    assert _opened_about(db, buyer, seller, foreign).ad is None
    live = factories.ad(db, seller, category)
    thread = views.open_thread(db, factories.actor(seller), buyer.id, about=live.id)
    assert (thread.ad and thread.ad.id, thread.questions) == (live.id, ())
