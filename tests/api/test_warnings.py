"""Warnings about messages in the API."""

import pytest
from sqlmodel import delete

from marketplace.core import clock
from marketplace.domain import chat
from marketplace.domain.accounts import passwords
from marketplace.models import MessageWarning
from tests import factories
from tests.domain.accounts.steps import PASSWORD
from tests.domain.chat.test_warnings import FRAUD


@pytest.fixture
def pair(db):
    return factories.buyer(db), factories.seller(db)


@pytest.fixture
def sent(db, pair):
    sent = chat.send(db, factories.actor(pair[0]), pair[1].id, FRAUD)
    db.commit()
    return sent


def _read(client, db, pair, who, **headers):
    path = f"/api/messages/{pair[0].id}/{pair[1].id}"
    return client.get(path, headers=factories.bearer(db, who) | headers).json()["messages"]


def test_the_recipient_reads_warnings_in_their_language(client, db, pair, sent):
    [english] = _read(client, db, pair, pair[1])
    [hindi] = _read(client, db, pair, pair[1], **{"Accept-Language": "hi-IN,hi;q=0.9,en;q=0.5"})
    assert english["_id"] == sent.id
    assert english["warnings"][0].keys() == {"code", "title", "advice"}
    assert english["warnings"][0]["code"] == hindi["warnings"][0]["code"] == "qr_to_receive"
    assert english["warnings"][0]["title"].isascii()
    assert not hindi["warnings"][0]["title"].isascii()


@pytest.mark.parametrize("header", ["", "*", "fr", "en,hi;q=0.5", "hi;q=x", "hi;q=0", ";;,,q", "hi" * 5000])
def test_other_languages_are_english(client, db, pair, sent, header):
    assert _read(client, db, pair, pair[1], **{"Accept-Language": header})[0]["warnings"][0]["title"].isascii()


def test_the_sender_learns_nothing(client, db, pair):
    body = {"receiverId": pair[1].id, "message": FRAUD}
    headers = factories.bearer(db, pair[0])
    fraud = client.post("/api/messages", json=body, headers=headers)
    plain = client.post("/api/messages", json=body | {"message": "Hello"}, headers=headers)
    assert fraud.status_code == plain.status_code == 201
    assert fraud.json()["message"].keys() == plain.json()["message"].keys()
    for message in _read(client, db, pair, pair[0]):
        assert message.keys() == plain.json()["message"].keys()
        assert "warnings" not in message


def test_what_the_sender_gets_does_not_depend_on_warnings(client, db, pair, sent, monkeypatch):
    """Conversations, messages, unread counts and the archive, byte by byte."""
    buyer, seller = pair
    db.refresh(buyer)
    buyer.password_hash = passwords.make_hash(PASSWORD)
    factories.save(db, buyer)
    headers = factories.bearer(db, buyer)
    now = clock.now()
    monkeypatch.setattr(clock, "now", lambda: now)

    def ask() -> list[tuple[int, str]]:
        paths = (f"/{buyer.id}/{seller.id}", f"/conversations/user/{buyer.id}", f"/unread/{buyer.id}")
        answers = [client.get(f"/api/messages{path}", headers=headers) for path in paths]
        answers.append(client.post("/api/auth/account/export", json={"password": PASSWORD}, headers=headers))
        assert {answer.status_code for answer in answers} == {200}
        assert "qr_to_receive" not in "".join(answer.text for answer in answers)
        return [(answer.status_code, answer.text) for answer in answers]

    before = ask()
    db.exec(delete(MessageWarning))
    db.commit()
    assert ask() == before


def test_feedback(client, db, pair, sent):
    path = f"/api/messages/{sent.id}/feedback"
    assert client.post(path, json={"verdict": "fine"}).status_code == 401
    for stranger in (pair[0], factories.buyer(db)):
        headers = factories.bearer(db, stranger)
        assert client.post(path, json={"verdict": "fine"}, headers=headers).status_code == 404
    headers = factories.bearer(db, pair[1])
    assert client.post(path, json={"verdict": "maybe"}, headers=headers).status_code == 422
    for _ in range(2):
        answer = client.post(path, json={"verdict": "fine"}, headers=headers)
        assert answer.status_code == 200
        assert answer.json()["message"]
    assert "warnings" not in _read(client, db, pair, pair[1])[0]
