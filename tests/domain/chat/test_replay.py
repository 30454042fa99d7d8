"""Replay of messages with changed rules: the code of live decisions, and no writes."""

from datetime import timedelta

import pytest
from sqlmodel import select

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, Invalid, NotFound, NotSignedIn
from marketplace.domain import chat, moderation, trust
from marketplace.domain.chat import warning_queries
from marketplace.domain.trust import rulebook
from marketplace.models import Block, Message, MessageWarning, RuleVersion
from marketplace.settings import get_settings
from tests import factories
from tests.domain.trust.changing import publish

FRAUD = "Scan this QR code and enter your PIN, the 9000 comes into your account"
# What both sides write in a month: harmless lines, frauds in one message, and one that is told only by the earlier ones.
MONTH = (
    ("buyer", "Is the sofa still there?"),
    ("seller", "Yes, it is. When do you want to see it?"),
    ("buyer", "I am in the army and can't come. My agent picks it up."),
    ("buyer", FRAUD),
    ("seller", "No, please pay cash when you come."),
    ("buyer", "Jaldi karo, QR scan karke apna UPI PIN daalo, paise aa jayenge"),
    ("seller", "Pay 500 token advance first, another buyer is waiting, fully refundable"),
    ("buyer", "OTP bata do jo abhi aaya, tab paise bhejunga"),
    ("seller", "Saturday at 5 is fine."),
)


@pytest.fixture
def admin(db):
    return factories.actor(factories.admin(db))


@pytest.fixture
def month(db):
    """Conversations of a month, sent through the site."""
    buyer, seller = factories.buyer(db), factories.seller(db)
    for who, text in MONTH:
        sender, other = (buyer, seller) if who == "buyer" else (seller, buyer)
        chat.send(db, factories.actor(sender), other.id, text)
    db.commit()
    return buyer, seller


def stored(db) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for row in db.exec(select(MessageWarning)):
        found.setdefault(row.message_id, set()).add(row.code)
    return found


def test_only_admins_replay(db, admin, month):
    for actor, error in ((ANONYMOUS, NotSignedIn), (factories.actor(month[1]), Forbidden)):
        with pytest.raises(error):
            moderation.replay_rule(db, actor, "qr_to_receive")
        with pytest.raises(error):
            chat.prepare_replay(db, actor, rulebook.get(), clock.now())


def test_with_the_live_rules_it_equals_the_stored_decisions(db, admin, month):
    before = stored(db)
    assert before
    received, number = warning_queries.sample_received(db, clock.now() - timedelta(days=30), 100)
    assert number == len(received) == len(MONTH)
    trials = chat.prepare_replay(db, admin, trust.get_live_rules(db), clock.now() - timedelta(days=30))
    for (message, _), judge in zip(received, trials.judges, strict=True):
        judged = judge()
        assert judged.text == message.text
        assert set(judged.after) == set(judged.before) == before.get(message.id, set()), message.text
    replay = moderation.replay_rule(db, admin, "qr_to_receive").messages
    assert (replay.checked, replay.flagged) == (len(MONTH), len(before))
    assert (replay.newly_flagged, replay.no_longer_flagged, replay.sample) == (0, 0, ())


def test_the_same_after_a_change_went_live(db, admin, month):
    publish(db, admin, "qr_to_receive", enabled=False)
    buyer, seller = month
    chat.send(db, factories.actor(buyer), seller.id, FRAUD)
    newest = db.exec(select(Message).order_by(Message.seq.desc())).first()
    assert "qr_to_receive" not in stored(db).get(newest.id, set())
    replay = moderation.replay_rule(db, admin, "qr_to_receive", enabled=True).messages
    assert replay.flagged >= len(stored(db))


def test_a_disabled_rule_is_seen_before_it_is_published(db, admin):
    buyer, seller = factories.buyer(db), factories.seller(db)
    chat.send(db, factories.actor(buyer), seller.id, FRAUD)
    (message,) = db.exec(select(Message)).all()
    codes = stored(db)[message.id]
    for code in codes:
        publish(db, admin, code, enabled=False)
    last = sorted(codes)[0]
    back = moderation.replay_rule(db, admin, last, enabled=True).messages
    assert (back.flagged, back.no_longer_flagged) == (1, 0)
    replay = moderation.replay_rule(db, admin, last).messages
    assert (replay.flagged, replay.newly_flagged, replay.no_longer_flagged) == (0, 0, 1)
    assert (replay.sample[0].text, set(replay.sample[0].before), replay.sample[0].after) == (FRAUD, codes, ())


def test_newly_flagged_messages_are_those_without_a_warning(db, admin, month):
    for row in db.exec(select(MessageWarning)).all():
        db.delete(row)
    db.commit()
    replay = moderation.replay_rule(db, admin, "pressure").messages
    assert replay.flagged == replay.newly_flagged > 0
    assert {sample.before for sample in replay.sample} == {()}


def test_it_changes_nothing(db, admin, month):
    before = stored(db)
    moderation.replay_rule(db, admin, "qr_to_receive", enabled=False, weight=0)
    assert not db.new
    assert not db.dirty
    assert (stored(db), db.exec(select(RuleVersion)).all()) == (before, [])


def test_withheld_old_and_too_many_messages_are_left_out(db, admin, month, monkeypatch):
    buyer, seller = month
    factories.save(db, Block(blocker_id=seller.id, blocked_id=buyer.id))
    chat.send(db, factories.actor(buyer), seller.id, FRAUD)
    old = db.exec(select(Message).order_by(Message.seq)).first()
    old.created_at = clock.now() - timedelta(days=8)
    factories.save(db, old)
    replay = moderation.replay_rule(db, admin, "pressure", days=7).messages
    assert (replay.checked, replay.limited) == (len(MONTH) - 1, False)
    monkeypatch.setattr(get_settings(), "rule_replay_messages", 3)
    replay = moderation.replay_rule(db, admin, "pressure", days=7).messages
    assert (replay.checked, replay.limited) == (3, True)


@pytest.mark.parametrize(
    ("most", "checked"),
    [(1, [8]), (2, [8, 4]), (3, [8, 5, 2]), (4, [8, 6, 4, 2]), (8, [8, 7, 6, 5, 4, 3, 2, 1]), (9, range(8, -1, -1))],
)
def test_a_month_with_too_many_messages_is_sampled_evenly(db, month, most, checked):
    since = clock.now() - timedelta(days=30)
    received, number = warning_queries.sample_received(db, since, most)
    assert [message.text for message, _ in received] == [MONTH[at][1] for at in checked]
    assert number == len(MONTH)


def test_a_month_without_messages(db, admin):
    assert warning_queries.sample_received(db, clock.now(), 3) == ([], 0)
    replay = moderation.replay_rule(db, admin, "pressure").messages
    assert (replay.checked, replay.limited) == (0, False)


def test_frauds_of_the_first_days_of_a_busy_month_count(db, admin, monkeypatch):
    buyer, seller = factories.buyer(db), factories.seller(db)
    for at in range(20):
        chat.send(db, factories.actor(buyer), seller.id, FRAUD if at < 10 else "Saturday at 5 is fine.")
    db.commit()
    monkeypatch.setattr(get_settings(), "rule_replay_messages", 4)
    replay = moderation.replay_rule(db, admin, "pressure").messages
    assert (replay.checked, replay.limited) == (4, True)
    assert replay.flagged >= 2


@pytest.mark.parametrize("days", [0, -1, 91])
def test_the_number_of_days_has_a_limit(db, admin, days):
    with pytest.raises(Invalid):
        moderation.replay_rule(db, admin, "pressure", days=days)


def test_unknown_rules_are_not_found(db, admin):
    with pytest.raises(NotFound):
        moderation.replay_rule(db, admin, "nothing")
