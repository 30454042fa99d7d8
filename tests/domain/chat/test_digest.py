"""chat.mail_digests and the link that stops them"""

from datetime import timedelta

import pytest
from sqlmodel import select

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import NotFound
from marketplace.domain import chat
from marketplace.domain.outbox.delivery import make_message
from marketplace.models import OutboxMail
from tests import factories


@pytest.fixture
def pair(db):
    return factories.buyer(db, name="Ravi Iyer"), factories.seller(db, name="Asha Rao")


@pytest.fixture
def later(monkeypatch):
    """Sets the clock a number of minutes ahead."""
    start = clock.now()

    def ahead(minutes):
        monkeypatch.setattr(clock, "now", lambda: start + timedelta(minutes=minutes))

    return ahead


def _mails(db):
    return db.exec(select(OutboxMail).order_by(OutboxMail.id)).all()


def test_one_mail_for_all_conversations_once(db, pair, later):
    buyer, seller = pair
    other = factories.buyer(db, name="Meera Nair")
    chat.send(db, factories.actor(buyer), seller.id, "Is it still there?")
    chat.send(db, factories.actor(buyer), seller.id, "Hello? " + "x" * 60)
    chat.send(db, factories.actor(other), seller.id, "Good day")
    assert chat.mail_digests(db) == 0
    later(16)
    assert chat.mail_digests(db) == 1
    assert chat.mail_digests(db) == 0
    (mail,) = _mails(db)
    assert mail.to == seller.email
    assert "Ravi Iyer: 2 new messages\n  Hello? xxx" in mail.text
    assert "Meera Nair: 1 new message\n  Good day" in mail.text
    assert "x" * 41 not in mail.text
    later(17)
    chat.send(db, factories.actor(buyer), seller.id, "One more")
    later(40)
    assert chat.mail_digests(db) == 1
    assert "Meera" not in _mails(db)[1].text


def test_read_answered_and_withheld_messages_are_not_mailed(db, pair, later):
    buyer, seller = pair
    chat.send(db, factories.actor(buyer), seller.id, "Hello")
    chat.mark_read(db, factories.actor(seller), buyer.id, seller.id)
    chat.block(db, factories.actor(seller), buyer.id)
    chat.send(db, factories.actor(buyer), seller.id, "Hello?")
    later(60)
    assert chat.mail_digests(db) == 0


def test_muted_conversations_and_unsubscribed_people_get_no_mail(db, pair, later):
    buyer, seller = pair
    quiet = factories.seller(db, wants_digest=False)
    for to in (seller, quiet):
        chat.send(db, factories.actor(buyer), to.id, "Hello")
    chat.mute(db, factories.actor(seller), buyer.id, seller.id)
    later(60)
    assert chat.mail_digests(db) == 0


def test_one_click_unsubscribe(db, pair, later):
    buyer, seller = pair
    chat.send(db, factories.actor(buyer), seller.id, "Hello")
    later(60)
    chat.mail_digests(db)
    headers = _mails(db)[0].headers
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    token = headers["List-Unsubscribe"].split("token=")[1].rstrip(">")
    for wrong in ("", "x", token[:-1], f"{buyer.id}.{token.split('.')[1]}"):
        with pytest.raises(NotFound):
            chat.DIGESTS.stop(db, ANONYMOUS, wrong)
    chat.DIGESTS.stop(db, ANONYMOUS, token)
    chat.DIGESTS.stop(db, ANONYMOUS, token)
    db.refresh(seller)
    assert seller.wants_digest is False


def test_the_unsubscribe_url_is_not_wrapped(db, pair, later):
    buyer, seller = pair
    chat.send(db, factories.actor(buyer), seller.id, "Hello")
    later(16)
    chat.mail_digests(db)
    (mail,) = _mails(db)
    for raw in (make_message(mail).as_bytes(), make_message(mail).as_string().encode()):
        line = next(one for one in raw.decode().splitlines() if one.startswith("List-Unsubscribe:"))
        assert line == f"List-Unsubscribe: {mail.headers['List-Unsubscribe']}"
