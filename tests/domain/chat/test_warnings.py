"""Warnings about messages: the recipient sees them, the sender never."""

import pytest
from sqlmodel import select

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, Invalid, NotFound, NotSignedIn
from marketplace.domain import chat, trust
from marketplace.domain.personal_data import archive
from marketplace.models import MessageWarning, Verdict
from tests import factories

FRAUD = "Scan this QR code and enter your PIN, the 9000 comes into your account"


@pytest.fixture
def pair(db):
    return factories.buyer(db), factories.seller(db)


@pytest.fixture
def sent(db, pair):
    return chat.send(db, factories.actor(pair[0]), pair[1].id, FRAUD)


def received(db, pair):
    return chat.list_messages(db, factories.actor(pair[1]), pair[0].id, pair[1].id).messages


def test_anonymous_callers_and_admins_do_not_judge(db, sent):
    with pytest.raises(NotSignedIn):
        chat.judge_warning(db, ANONYMOUS, sent.id, "fine")
    with pytest.raises(Forbidden):
        chat.judge_warning(db, factories.actor(factories.admin(db)), sent.id, "fine")


def test_only_the_recipient_judges(db, pair, sent):
    for other in (pair[0], factories.buyer(db), factories.seller(db)):
        with pytest.raises(NotFound):
            chat.judge_warning(db, factories.actor(other), sent.id, "fine")
    assert {row.verdict for row in db.exec(select(MessageWarning))} == {Verdict.NONE}


def test_the_recipient_is_warned_and_the_sender_is_not(db, pair, sent):
    assert sent.warnings == ()
    [shown] = received(db, pair)
    assert shown.warnings[0].code == "qr_to_receive"
    assert shown.warnings[0].title
    own = chat.list_messages(db, factories.actor(pair[0]), pair[0].id, pair[1].id).messages
    assert [message.warnings for message in own] == [()]
    for account, warned in ((pair[0], False), (pair[1], True)):
        news = chat.find_news(db, factories.actor(account), sent.conversation_id)
        assert news
        assert bool(news.messages[0].warnings) is warned


def test_honest_messages_have_no_warning(db, pair):
    chat.send(db, factories.actor(pair[0]), pair[1].id, "Is it still there?")
    assert received(db, pair)[0].warnings == ()
    assert db.exec(select(MessageWarning)).all() == []


def test_a_fine_message_shows_no_warning_any_more(db, pair, sent):
    seller = factories.actor(pair[1])
    for _ in range(2):
        chat.judge_warning(db, seller, sent.id, "fine")
    assert received(db, pair)[0].warnings == ()
    assert {row.verdict for row in db.exec(select(MessageWarning))} == {Verdict.FINE}
    chat.judge_warning(db, seller, sent.id, "scam")
    assert received(db, pair)[0].warnings


@pytest.mark.parametrize("verdict", ["", "none", "SCAM", "x" * 5000])
def test_other_verdicts_are_refused(db, pair, sent, verdict):
    with pytest.raises(Invalid):
        chat.judge_warning(db, factories.actor(pair[1]), sent.id, verdict)


@pytest.mark.parametrize("message_id", ["", "x", "01M7YH44H3FVMP4547R0ZWQBC3"])
def test_unknown_messages_are_not_found(db, pair, message_id):
    with pytest.raises(NotFound):
        chat.judge_warning(db, factories.actor(pair[1]), message_id, "fine")


def test_a_message_without_a_warning_is_not_found(db, pair):
    sent = chat.send(db, factories.actor(pair[0]), pair[1].id, "Hello")
    with pytest.raises(NotFound):
        chat.judge_warning(db, factories.actor(pair[1]), sent.id, "fine")


def test_a_withheld_message_is_checked_alike_and_warns_nobody(db, pair):
    buyer, seller = pair
    chat.block(db, factories.actor(seller), buyer.id)
    sent = chat.send(db, factories.actor(buyer), seller.id, FRAUD)
    assert sent.warnings == ()
    assert received(db, pair) == ()
    with pytest.raises(NotFound):
        chat.judge_warning(db, factories.actor(seller), sent.id, "fine")


def test_every_message_is_checked(db, pair, monkeypatch):
    checked = []
    monkeypatch.setattr(trust, "check", lambda said, rules: checked.append(said[-1].text) or [])
    for text in ("Hello", FRAUD):
        chat.send(db, factories.actor(pair[0]), pair[1].id, text)
    assert checked == ["Hello", FRAUD]


def test_a_repeated_message_is_warned_of_once(db, pair):
    for _ in range(2):
        chat.send(db, factories.actor(pair[0]), pair[1].id, FRAUD, client_id="a1")
    codes = [row.code for row in db.exec(select(MessageWarning))]
    assert len(codes) == len(set(codes))


def test_the_archive_of_the_sender_has_no_warnings(db, pair, sent):
    sender, recipient = (archive.collect(account.id) for account in pair)
    assert sender["messageWarnings"] == []
    assert "qr_to_receive" not in str(sender)
    assert {row["messageId"] for row in recipient["messageWarnings"]} == {sent.id}
