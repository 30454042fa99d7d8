"""Warnings in the chat page: in the recipient's tab and HTML, never in the sender's."""

import asyncio

import pytest
from sqlmodel import Session, select

from marketplace.domain import chat
from marketplace.models import Block, MessageWarning, Report, Verdict
from marketplace.settings import get_settings
from marketplace.web.pages.messages import views
from marketplace.web.pages.messages.links import LinkState
from marketplace.web.pages.messages.state import MessagesState
from marketplace.web.pages.messages.warnings import WarningState
from tests import factories
from tests.background import run_jobs
from tests.domain.chat.test_photo_check import code_photo
from tests.domain.chat.test_photo_check import sent as photo_message
from tests.domain.chat.test_warnings import FRAUD
from tests.web.pages.chats import opened
from tests.web.pages.test_messages_live import hear
from tests.web.tabs import part


@pytest.fixture
def pair(db: Session):
    return factories.buyer(db, name="Ravi"), factories.seller(db, name="Asha")


@pytest.fixture
def sent(db: Session, pair):
    return chat.send(db, factories.actor(pair[0]), pair[1].id, FRAUD)


def _bubbles(db: Session, reader, other) -> list[views.Bubble]:
    thread = views.open_thread(db, factories.actor(reader), other.id)
    return [bubble for day in thread.days for bubble in day.bubbles]


def test_the_recipient_sees_at_most_two_reasons(db: Session, pair, sent):
    [bubble] = _bubbles(db, pair[1], pair[0])
    assert 1 <= len(bubble.warnings) <= 2
    assert not bubble.hindi


def test_a_hindi_message_is_warned_of_in_hindi_too(db: Session, pair):
    words = "QR code bheja hai, scan karo aur pin dalo, paise aapke account me aa jayenge"
    chat.send(db, factories.actor(pair[0]), pair[1].id, words)
    assert _bubbles(db, pair[1], pair[0])[0].hindi


def test_a_photo_without_words_is_warned_of_in_both_languages(db: Session, pair):
    photo_message(db, *pair, code_photo())
    run_jobs(db)
    [bubble] = _bubbles(db, pair[1], pair[0])
    assert bubble.warnings
    assert bubble.hindi


def test_the_senders_tab_has_no_warning(db: Session, pair, sent):
    page = opened(db, pair[0], pair[1])
    assert page.thread
    assert "qr_to_receive" not in str(page.dict())
    told = [page.thread.days[0].bubbles[0].model_dump().keys()]
    chat.send(db, factories.actor(pair[0]), pair[1].id, "Hello")
    asyncio.run(MessagesState.refresh.fn(page))
    assert [bubble.model_dump().keys() for bubble in page.thread.days[0].bubbles] == told * 2
    assert all(not bubble.warnings and not bubble.hindi for bubble in page.thread.days[0].bubbles)


def test_reporting_and_blocking(db: Session, pair, sent):
    page = opened(db, pair[1], pair[0])
    acting = part(page._get_root_state(), WarningState)
    WarningState.ask.fn(acting, sent.id)
    asyncio.run(WarningState.report_and_block.fn(acting))
    assert db.exec(select(Report)).one().reason == "scam"
    assert db.exec(select(Block)).one().blocker_id == pair[1].id
    assert {row.verdict for row in db.exec(select(MessageWarning))} == {Verdict.SCAM}
    assert page.thread
    assert page.thread.blocked


def test_a_warning_of_a_photo_appears_in_the_open_conversation(db: Session, pair):
    page, sender = opened(db, pair[1], pair[0]), opened(db, pair[0], pair[1])
    message = photo_message(db, *pair, code_photo(), text="Look")
    for each in (page, sender):
        hear(each, chat=(message.conversation_id,))
    assert page.thread
    assert page.thread.days[0].bubbles[0].warnings == ()
    run_jobs(db)
    told = sender.dict()
    for each in (page, sender):
        hear(each, chat=(message.conversation_id,))
    assert page.thread.days[0].bubbles[0].warnings[0].code == "qr_to_receive"
    assert sender.dict() == told
    chat.judge_warning(db, factories.actor(pair[1]), message.id, "fine")
    hear(page, chat=(message.conversation_id,))
    assert page.thread.days[0].bubbles[0].warnings == ()


def test_links_show_their_domain_and_ask_before_they_open(db: Session, pair):
    words = f"See https://www.paytm.com.evil.example.xyz/a and {get_settings().url}/products/1 now"
    chat.send(db, factories.actor(pair[0]), pair[1].id, words)
    [bubble] = _bubbles(db, pair[1], pair[0])
    assert "".join(part.text for part in bubble.parts) == words
    foreign, own = [part for part in bubble.parts if part.url]
    assert foreign.domain == "example.xyz"
    assert (own.domain, own.url) == ("", f"{get_settings().url}/products/1")
    state = part(opened(db, pair[1], pair[0])._get_root_state(), LinkState)
    LinkState.ask.fn(state, foreign.url)
    assert (state.url, state.domain) == (foreign.url, "example.xyz")
    LinkState.close.fn(state)
    assert state.url == ""


def test_the_recipient_reads_whom_a_link_imitates_and_the_sender_does_not(db: Session, pair):
    chat.send(db, factories.actor(pair[0]), pair[1].id, "See https://paytm-refund.xyz/a or https://example.com/a")
    assert [part.imitates for part in _bubbles(db, pair[1], pair[0])[0].parts if part.url] == ["paytm.com", ""]
    assert [part.imitates for part in _bubbles(db, pair[0], pair[1])[0].parts if part.url] == ["", ""]


@pytest.mark.parametrize("url", ["", "javascript:alert(1)", "data:text/html,x", "//", "https://", "x" * 9_000])
def test_other_addresses_open_no_dialog(db: Session, pair, url: str):
    state = part(opened(db, pair[1], pair[0])._get_root_state(), LinkState)
    LinkState.ask.fn(state, url)
    assert state.url == "" or state.url.startswith("https://")


def test_texts_without_links_are_not_split(db: Session, pair):
    chat.send(db, factories.actor(pair[0]), pair[1].id, "Is it free? ok.thanks")
    assert _bubbles(db, pair[1], pair[0])[0].parts == ()
