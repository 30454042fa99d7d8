"""Live updates of an open chat: each message once, in order, for its receiver only, and read only when it is shown."""

import asyncio
from contextlib import asynccontextmanager
from types import SimpleNamespace

import pytest
from sqlalchemy import delete
from sqlmodel import Session

from marketplace.core.errors import NotSignedIn
from marketplace.domain import chat
from marketplace.domain.chat import ConversationNews
from marketplace.models import AccountSession, Conversation, ConversationParty, Message
from marketplace.web.auth.session_state import SessionState
from marketplace.web.live.hub import AppTabChannel
from marketplace.web.live.state import LiveState
from marketplace.web.pages.messages import views
from marketplace.web.pages.messages.state import MessagesState
from tests import factories
from tests.web.pages.chats import opened
from tests.web.tabs import part, sign, tab


@pytest.fixture
def pair(db: Session):
    return factories.buyer(db, name="Ravi"), factories.seller(db, name="Asha")


def say(db: Session, sender, other, text: str, **options) -> chat.MessageView:
    return chat.send(db, factories.actor(sender), other.id, text, **options)


def fill(db: Session, first: chat.MessageView, count: int) -> None:
    """Send messages until there are `count`, each with its number as text."""
    conversation = db.get_one(Conversation, first.conversation_id)
    party = db.get_one(ConversationParty, (first.conversation_id, first.receiver_id))
    new = range(1, count)
    db.add_all(
        Message(conversation_id=conversation.id, seq=n + 1, sender_id=first.sender_id, client_id=f"n{n}", text=str(n))
        for n in new
    )
    conversation.last_seq = party.last_seq = count
    db.commit()


def hear(page: MessagesState, **changes: tuple[str, ...]) -> None:
    for kind in (SessionState, MessagesState):
        asyncio.run(part(page._get_root_state(), kind)._on_changes(changes))


def texts(page: MessagesState) -> list[str]:
    assert page.thread is not None
    return [bubble.text for day in page.thread.days for bubble in day.bubbles]


def unread_of(db: Session, account) -> int:
    return chat.count_unread(db, factories.actor(account))


def test_pushed_message_is_read_only_after_the_page_confirms_it(db: Session, pair):
    buyer, seller = pair
    page = opened(db, seller, buyer)
    sent = say(db, buyer, seller, "Is it free?")
    hear(page, chat=(sent.conversation_id,))
    assert texts(page) == ["Is it free?"]
    assert page.unseen == 1
    assert [(contact.preview, contact.unread) for contact in page.contacts] == [("Is it free?", 0)]
    # The conversation is open, so the badge does not change.
    assert part(page._get_root_state(), SessionState).unread == 0
    assert unread_of(db, seller) == 1
    asyncio.run(MessagesState.mark_read.fn(page))
    assert unread_of(db, seller) == 0


def test_messages_appear_once_and_in_order_after_repeated_events(db: Session, pair):
    buyer, seller = pair
    first = say(db, buyer, seller, "0")
    page = opened(db, seller, buyer)
    for number in range(1, 6):
        say(db, buyer if number % 2 else seller, seller if number % 2 else buyer, str(number), client_id=f"n{number}")
        if number != 3:
            hear(page, chat=(first.conversation_id,))
            hear(page, chat=(first.conversation_id,))
    assert texts(page) == ["0", "1", "2", "3", "4", "5"]
    whole = views.open_thread(db, factories.actor(seller), buyer.id)
    assert page.thread is not None
    assert page.thread.message_ids == whole.message_ids
    assert page.thread.own_ids == whole.own_ids == ("n2", "n4")
    assert page.thread.days == whole.days


def test_own_message_appears_once(db: Session, pair):
    buyer, seller = pair
    page = opened(db, buyer, seller)
    for number in range(3):
        asyncio.run(MessagesState.send.fn(page, f"c{number}", seller.id, str(number), []))
        assert page.thread is not None
        hear(page, chat=(page.thread.conversation_id,))
    assert texts(page) == ["0", "1", "2"]
    assert page.thread is not None
    assert page.thread.own_ids == ("c0", "c1", "c2")
    assert page.unseen == 0


def test_other_conversation_moves_to_the_top_with_its_unread_count(db: Session, pair):
    buyer, seller = pair
    say(db, buyer, seller, "first")
    other = factories.buyer(db, name="Meera")
    say(db, other, seller, "second")
    page = opened(db, seller, other)
    told = say(db, buyer, seller, "x" * 60)
    hear(page, chat=(told.conversation_id,))
    assert [(c.name, c.preview, c.unread) for c in page.contacts] == [("Ravi", "x" * 40, 2), ("Meera", "second", 0)]
    assert texts(page) == ["second"]
    assert part(page._get_root_state(), SessionState).unread == 2
    # A person without a conversation so far.
    new = factories.buyer(db, name="Zoya")
    hear(page, chat=(say(db, new, seller, "hello").conversation_id,))
    assert [c.name for c in page.contacts][:2] == ["Zoya", "Ravi"]
    assert part(page._get_root_state(), SessionState).unread == 3


def test_receipts_mutes_and_blocks_update_the_open_conversation(db: Session, pair):
    buyer, seller = pair
    sent = say(db, buyer, seller, "read me")
    page = opened(db, buyer, seller)
    # The seller has another page open, which confirms the delivery.
    elsewhere = part(tab(db, seller), SessionState)
    asyncio.run(elsewhere._load_session())
    assert elsewhere.arrivals == 1
    asyncio.run(SessionState.mark_delivered.fn(elsewhere))
    hear(page, receipts=(sent.conversation_id,))
    assert page.thread is not None
    bubble = page.thread.days[0].bubbles[0]
    assert (bubble.delivered, bubble.read) == (True, False)
    asyncio.run(elsewhere._load_session())
    assert elsewhere.arrivals == 1
    chat.mark_read(db, factories.actor(seller), buyer.id, seller.id)
    hear(page, receipts=(sent.conversation_id,))
    assert page.thread is not None
    assert page.thread.days[0].bubbles[0].read
    chat.mute(db, factories.actor(buyer), buyer.id, seller.id)
    hear(page, chat=(sent.conversation_id,))
    assert page.thread.muted
    chat.block(db, factories.actor(buyer), seller.id)
    hear(page, chat=(seller.id,))
    assert page.thread.blocked


def test_messages_of_a_blocked_person_are_not_pushed(db: Session, pair):
    buyer, seller = pair
    sent = say(db, buyer, seller, "before")
    page = opened(db, seller, buyer)
    chat.block(db, factories.actor(seller), buyer.id)
    say(db, buyer, seller, "nobody hears this")
    hear(page, chat=(sent.conversation_id,))
    assert texts(page) == ["before"]


def test_nothing_is_appended_while_an_earlier_page_is_shown(db: Session, pair):
    buyer, seller = pair
    fill(db, say(db, buyer, seller, "0"), 230)
    page = opened(db, seller, buyer)
    for _ in range(2):
        asyncio.run(MessagesState.earlier.fn(page))
    assert page.in_past
    before = texts(page)
    sent = say(db, buyer, seller, "new")
    hear(page, chat=(sent.conversation_id,))
    assert texts(page) == before
    assert (page.contacts[0].preview, page.contacts[0].unread, page.unseen) == ("new", 1, 0)


def test_many_changed_conversations_reload_everything(db: Session, pair):
    buyer, seller = pair
    page = opened(db, seller, buyer)
    first = say(db, buyer, seller, "0")
    hear(page, chat=(first.conversation_id,))
    fill(db, first, 250)
    hear(page, chat=(first.conversation_id,))
    assert texts(page) == [str(number) for number in range(150, 250)]


def test_session_is_checked_on_each_event(db: Session, pair):
    buyer, seller = pair
    page = opened(db, seller, buyer)
    db.exec(delete(AccountSession))
    sent = say(db, buyer, seller, "too late")
    hear(page, chat=(sent.conversation_id,))
    assert (page.thread, page.contacts) == (None, [])
    with pytest.raises(NotSignedIn):
        chat.find_news(db, factories.actor(seller).__class__(), sent.conversation_id)


def test_event_of_a_foreign_conversation_changes_nothing(db: Session, pair):
    sent = say(db, *pair, "private")
    stranger = factories.actor(factories.buyer(db))
    assert chat.find_news(db, stranger, sent.conversation_id) is None
    assert chat.find_news(db, stranger, "'; --") is None
    found = chat.find_news(db, factories.actor(pair[1]), sent.conversation_id)
    assert isinstance(found, ConversationNews)
    assert found.other_id == pair[0].id


@pytest.mark.parametrize(("sid", "heard"), [("s1", True), ("another", False), (None, False)])
def test_only_the_connection_with_the_cookie_gets_updates(db: Session, pair, sid, heard):
    buyer, seller = pair
    page = opened(db, seller, buyer)
    root = page._get_root_state()
    sockets = {"tab": SimpleNamespace(sid=sid)} if sid else {}

    class App:
        event_namespace = SimpleNamespace(_token_manager=SimpleNamespace(token_to_socket=sockets))

        @asynccontextmanager
        async def modify_state(self, _token):
            yield root

    sent = say(db, buyer, seller, "for Asha alone")
    wire = AppTabChannel(App(), (SessionState, MessagesState))  # pyright: ignore[reportArgumentType]
    asyncio.run(wire.push("tab", {"chat": (sent.conversation_id,)}))
    assert texts(page) == (["for Asha alone"] if heard else [])
    assert part(root, LiveState).chat == 1


def test_failing_listener_does_not_stop_the_others(db: Session, pair, monkeypatch):
    buyer, seller = pair
    page = opened(db, seller, buyer)
    root = page._get_root_state()
    sockets = {"tab": SimpleNamespace(sid="s1")}

    class App:
        event_namespace = SimpleNamespace(_token_manager=SimpleNamespace(token_to_socket=sockets))

        @asynccontextmanager
        async def modify_state(self, _token):
            yield root

    async def fail(_self, _changes):
        raise RuntimeError

    monkeypatch.setattr(SessionState, "_on_changes", fail)
    sent = say(db, buyer, seller, "still here")
    wire = AppTabChannel(App(), (SessionState, MessagesState))  # pyright: ignore[reportArgumentType]
    asyncio.run(wire.push("tab", {"chat": (sent.conversation_id,)}))
    assert texts(page) == ["still here"]


def test_tab_that_belongs_to_another_account_now_gets_nothing(db: Session, pair):
    buyer, seller = pair
    page = opened(db, seller, buyer)
    root = page._get_root_state()
    sign(root, db, factories.seller(db))
    sent = say(db, buyer, seller, "for Asha alone")
    hear(page, chat=(sent.conversation_id,))
    assert "for Asha alone" not in str(root.dict())
