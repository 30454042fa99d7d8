"""What a message resembles is found before the transaction, once, and for senders who may send it only."""

from collections.abc import Callable

import pytest
from sqlmodel import select

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import MarketplaceError
from marketplace.db import database
from marketplace.domain import chat, phases, trust
from marketplace.models import AccountStatus, MessageWarning
from marketplace.settings import get_settings
from tests import factories
from tests.domain.chat.test_warnings import FRAUD, received


@pytest.fixture
def pair(db):
    made = factories.buyer(db), factories.seller(db)
    db.commit()
    return made


@pytest.fixture
def checked(monkeypatch):
    """The texts that were checked, each with the number of sessions that were open."""
    found, sessions = [], 0

    def watch(turn: Callable):
        def opened(*args):
            nonlocal sessions
            sessions += 1
            try:
                with turn(*args):
                    yield
            finally:
                sessions -= 1

        return database.contextmanager(opened)

    for name in ("_writing", "_reading"):
        monkeypatch.setattr(database, name, watch(getattr(database, name)))
    check = trust.check
    monkeypatch.setattr(
        trust, "check", lambda said, **options: found.append((said[-1].text, sessions)) or check(said, **options)
    )
    return found


def execute(function, actor, *args, **options):
    """Call a domain function as the transports do."""
    finish = phases.run_first_phase(function, lambda: actor, *args, **options)
    with database.unit_of_work() as db:
        return finish(db, actor)


def test_a_text_is_checked_while_no_session_is_open(db, pair, checked):
    execute(chat.send, factories.actor(pair[0]), pair[1].id, FRAUD)
    assert checked == [(FRAUD, 0)]
    assert received(db, pair)[0].warnings
    assert db.exec(select(MessageWarning)).all()


def test_the_context_is_what_the_sender_wrote_before(db, pair, monkeypatch):
    said = []
    monkeypatch.setattr(trust, "check", lambda texts, rules: said.append([each.text for each in texts]) or [])
    for sender, other, text in ((0, 1, "One"), (1, 0, "Two"), (0, 1, "Three"), (0, 1, "Four")):
        execute(chat.send, factories.actor(pair[sender]), pair[other].id, text)
    assert said == [["One"], ["Two"], ["One", "Three"], ["One", "Three", "Four"]]


def test_a_repeated_message_is_checked_once(db, pair, checked):
    sent = [execute(chat.send, factories.actor(pair[0]), pair[1].id, FRAUD, client_id="a1") for _ in range(3)]
    assert len({message.id for message in sent}) == 1
    assert len(checked) == 1


def test_a_message_is_checked_when_it_is_sent_and_not_when_it_is_read(db, pair, checked):
    execute(chat.send, factories.actor(pair[0]), pair[1].id, FRAUD)
    for _ in range(3):
        assert received(db, pair)[0].warnings
    assert len(checked) == 1


@pytest.fixture
def refused(db, pair):
    """Callers and arguments of messages that are not sent."""
    buyer, seller = map(factories.actor, pair)
    away = factories.seller(db, status=AccountStatus.SUSPENDED)
    blocked = factories.seller(db)
    chat.block(db, buyer, blocked.id)
    db.commit()
    return {
        "anonymous": (ANONYMOUS, pair[1].id, FRAUD, {}),
        "a moderator": (factories.actor(factories.moderator(db)), pair[1].id, FRAUD, {}),
        "too long": (buyer, pair[1].id, "x" * 4_001, {}),
        "a long client id": (buyer, pair[1].id, FRAUD, {"client_id": "x" * 65}),
        "nobody": (buyer, "nobody", FRAUD, {}),
        "themselves": (seller, pair[1].id, FRAUD, {}),
        "a suspended person": (buyer, away.id, FRAUD, {}),
        "a person they blocked": (buyer, blocked.id, FRAUD, {}),
        "others' photos": (buyer, pair[1].id, FRAUD, {"photo_ids": ["x"]}),
        "no ad": (buyer, pair[1].id, FRAUD, {"ad_id": "x"}),
    }


def test_refused_messages_are_not_checked(db, pair, checked, refused):
    for name, (actor, other_id, text, options) in refused.items():
        with pytest.raises(MarketplaceError):
            phases.run_first_phase(chat.send, lambda actor=actor: actor, other_id, text, **options)
        assert checked == [], name


def test_messages_over_the_limit_are_not_checked(db, pair, checked, monkeypatch):
    monkeypatch.setattr(get_settings(), "limit_messages", "2 per minute")
    buyer = factories.actor(pair[0])
    for text in ("One", "Two"):
        execute(chat.send, buyer, pair[1].id, text)
    # The limit counts when the work begins, so that messages sent at once don't slip through.
    with pytest.raises(MarketplaceError):
        phases.run_first_phase(chat.send, lambda: buyer, pair[1].id, "Three")
    assert [text for text, _ in checked] == ["One", "Two"]


def test_what_changed_meanwhile_is_checked_again(db, pair):
    buyer, seller = map(factories.actor, pair)
    finish = phases.run_first_phase(chat.send, lambda: buyer, pair[1].id, FRAUD)
    chat.block(db, seller, pair[0].id)
    db.commit()
    with database.unit_of_work() as work:
        finish(work, buyer)
    assert received(db, pair) == ()
    finish = phases.run_first_phase(chat.send, lambda: buyer, pair[1].id, FRAUD)
    chat.block(db, buyer, pair[1].id)
    db.commit()
    with database.unit_of_work() as work, pytest.raises(MarketplaceError, match="blocked"):
        finish(work, buyer)


def test_one_message_that_is_sent_twice_at_once_is_stored_once(db, pair):
    buyer = factories.actor(pair[0])
    finishes = [phases.run_first_phase(chat.send, lambda: buyer, pair[1].id, FRAUD, client_id="a1") for _ in range(2)]
    ids = set()
    for finish in finishes:
        with database.unit_of_work() as work:
            ids.add(finish(work, buyer).id)
    assert len(ids) == 1
    assert len(received(db, pair)) == 1
