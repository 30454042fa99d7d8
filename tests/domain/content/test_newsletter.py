import re

import pytest
from sqlmodel import select

from marketplace.core.actor import ANONYMOUS, Actor
from marketplace.core.errors import Invalid, NotFound, TooMany
from marketplace.domain import content
from marketplace.models import NewsletterSubscriber, OutboxMail
from marketplace.settings import get_settings


def mails(db):
    return db.exec(select(OutboxMail).order_by(OutboxMail.id)).all()


def subscriber(db):
    return db.exec(select(NewsletterSubscriber)).one()


def token_in(mail):
    return re.search(r"/newsletter/confirm\?token=(\w+)", mail.text)[1]


@pytest.fixture
def token(db):
    content.subscribe(db, ANONYMOUS, "Meera@Example.com ")
    return token_in(mails(db)[0])


def test_subscribe_mails_a_link_and_waits_for_confirmation(db, token):
    row = subscriber(db)
    assert (row.email, row.confirmed_at, row.unsubscribed_at) == ("meera@example.com", None, None)
    (mail,) = mails(db)
    assert mail.to == "meera@example.com"
    assert token not in (row.token_hash, row.id)
    assert mail.headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail.headers["List-Unsubscribe"].endswith(f"/api/newsletter/unsubscribe?token={token}>")


def test_confirming_counts_once(db, token):
    content.confirm(db, ANONYMOUS, token)
    first = subscriber(db).confirmed_at
    content.confirm(db, ANONYMOUS, token)
    assert subscriber(db).confirmed_at == first is not None


def test_unsubscribe_invalidates_the_confirmation_link(db, token):
    content.confirm(db, ANONYMOUS, token)
    content.unsubscribe(db, ANONYMOUS, token)
    content.unsubscribe(db, ANONYMOUS, token)
    assert subscriber(db).unsubscribed_at is not None
    with pytest.raises(NotFound):
        content.confirm(db, ANONYMOUS, token)


def test_a_new_subscription_needs_a_new_confirmation(db, token):
    content.unsubscribe(db, ANONYMOUS, token)
    content.subscribe(db, ANONYMOUS, "meera@example.com")
    assert (subscriber(db).confirmed_at, subscriber(db).unsubscribed_at) == (None, None)
    content.confirm(db, ANONYMOUS, token_in(mails(db)[1]))
    assert subscriber(db).confirmed_at is not None


def test_asking_twice_is_one_subscription(db, token):
    content.subscribe(db, ANONYMOUS, "MEERA@example.com")
    assert (len(mails(db)), subscriber(db).confirmed_at) == (2, None)
    content.confirm(db, ANONYMOUS, token)
    content.subscribe(db, ANONYMOUS, "meera@example.com")
    assert len(mails(db)) == 2


@pytest.mark.parametrize(
    "email",
    [
        "",
        "meera",
        "meera@",
        "a@b@example.com",
        "a\x00@example.com",
        "x" * 300 + "@example.com",
        "=?utf-8?q?a=2Cb?=@example.com",
    ],
)
def test_invalid_addresses_are_refused(db, email):
    with pytest.raises(Invalid):
        content.subscribe(db, ANONYMOUS, email)


@pytest.mark.parametrize("verb", [content.confirm, content.unsubscribe])
@pytest.mark.parametrize("token", ["", "nothing", "\x00", "é" * 500])
def test_a_wrong_link_does_nothing(db, verb, token):
    with pytest.raises(NotFound):
        verb(db, ANONYMOUS, token)


def test_asking_is_limited_by_address_and_by_email(db, monkeypatch):
    monkeypatch.setattr(get_settings(), "limit_newsletter_email", "1 per hour")
    monkeypatch.setattr(get_settings(), "limit_newsletter_address", "4 per hour")
    here = Actor(address="203.0.113.5")
    content.subscribe(db, here, "one@example.com")
    for spelling in ("one@example.com", "One+tag@Example.com"):
        with pytest.raises(TooMany):
            content.subscribe(db, here, spelling)
    content.subscribe(db, here, "two@example.com")
    with pytest.raises(TooMany):
        content.subscribe(db, here, "three@example.com")
