"""Turning notifications of a browser on and off, and what ends them."""

from datetime import timedelta

import pytest
from sqlmodel import select

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Conflict, Invalid, NotSignedIn
from marketplace.domain import accounts, personal_data, push
from marketplace.domain.accounts import administration, queries
from marketplace.integrations import web_push
from marketplace.models import AccountSession, PushSubscription
from marketplace.settings import Settings, get_settings
from tests import factories
from tests.domain.accounts.steps import PASSWORD, with_password
from tests.domain.push.steps import endpoints, signed_in, subscribe
from tests.push_service import Browser, browser

REFUSED = [
    "http://fcm.googleapis.com/send/1",
    "https://push.example.org/send/1",
    "https://fcm.googleapis.com.evil.example/send/1",
    "https://evilfcm.googleapis.com/send/1",
    "https://evil.example/fcm.googleapis.com/1",
    "https://fcm.googleapis.com@evil.example/send/1",
    "https://evil.example#@fcm.googleapis.com/send/1",
    "https://evil.example?fcm.googleapis.com/send/1",
    "https://evil.example\\.fcm.googleapis.com/send/1",
    "https://user@fcm.googleapis.com/send/1",
    "https://fcm.googleapis.com:8443/send/1",
    "https://fcm.googleapis.com:443/send/1",
    "https://fcm.googleapis.com./send/1",
    "https://FCM.googleapis.com/send/1",
    "https://fcm.googleapis.com\u3002evil.example/send/1",
    "https://fcm.googleapis.com\n.evil.example/send/1",
    "https:///send/1",
    "https://127.0.0.1/send/1",
    "https://[::1]/send/1",
    "https://169.254.169.254/latest/meta-data",
    "//fcm.googleapis.com/send/1",
    "fcm.googleapis.com/send/1",
    "https://fcm.googleapis.com",
    "https://fcm.googleapis.com/send/a b",
    f"https://fcm.googleapis.com/{'a' * 1_000}",
    "",
]
ACCEPTED = [
    "https://fcm.googleapis.com/fcm/send/cX:APA91b-_x",
    "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
    "https://web.push.apple.com/QGuQyavX",
    "https://sg2p.notify.windows.com/w/?token=BQYAAAD%2f",
]


def test_the_anonymous_cannot_subscribe(db):
    with pytest.raises(NotSignedIn):
        subscribe(db, ANONYMOUS, browser())
    with pytest.raises(NotSignedIn):
        push.unsubscribe(db, ANONYMOUS, browser().endpoint)
    assert not push.get_status(db, ANONYMOUS).subscribed


def test_a_subscription_is_removed_by_its_owner_only(db):
    mine, other = signed_in(db, factories.buyer(db)), signed_in(db, factories.seller(db))
    one = browser()
    assert subscribe(db, mine, one)
    push.unsubscribe(db, other, one.endpoint)
    assert endpoints(db) == [one.endpoint]
    assert push.get_status(db, mine).subscribed
    assert not push.get_status(db, other).subscribed
    push.unsubscribe(db, mine, one.endpoint)
    push.unsubscribe(db, mine, one.endpoint)
    assert endpoints(db) == []


def test_a_subscription_moves_to_another_account_with_its_secret_only(db):
    mine, other = signed_in(db, factories.buyer(db)), signed_in(db, factories.buyer(db))
    one = browser()
    subscribe(db, mine, one)
    stolen = {"p256dh": Browser(one.endpoint).keys["p256dh"], "auth": "A" * 22}
    with pytest.raises(Conflict):
        push.subscribe(db, other, push.PushDraft(endpoint=one.endpoint, **stolen))
    assert push.get_status(db, mine).subscribed
    assert subscribe(db, other, one)
    assert db.exec(select(PushSubscription.account_id)).one() == other.account_id


def test_a_session_has_one_subscription(db):
    mine, first, second = signed_in(db, factories.buyer(db)), browser(), browser()
    assert subscribe(db, mine, first)
    assert not subscribe(db, mine, first)
    assert subscribe(db, mine, second)
    assert endpoints(db) == [second.endpoint]


def test_the_oldest_of_too_many_ends(db, monkeypatch):
    monkeypatch.setattr(get_settings(), "push_subscriptions_max", 2)
    account, made = factories.buyer(db), [browser() for _ in range(3)]
    subscribe(db, signed_in(db, factories.buyer(db)), other := browser())
    for one in made:
        subscribe(db, signed_in(db, account), one)
    assert endpoints(db) == [other.endpoint, made[1].endpoint, made[2].endpoint]


@pytest.mark.parametrize("endpoint", REFUSED)
def test_other_hosts_are_refused(db, endpoint):
    with pytest.raises(Invalid) as refused:
        subscribe(db, signed_in(db, factories.buyer(db)), Browser(endpoint))
    assert refused.value.errors[0]["field"] == "endpoint"


@pytest.mark.parametrize("endpoint", ACCEPTED)
def test_known_push_services_are_accepted(db, endpoint):
    assert subscribe(db, signed_in(db, factories.buyer(db)), Browser(endpoint))


@pytest.mark.parametrize(
    "keys",
    [
        {"p256dh": "", "auth": ""},
        {"p256dh": "A" * 87},
        {"p256dh": "B" + "é" * 86},
        {"auth": "A" * 21},
        {"auth": "A" * 44},
        {"auth": "AAAAAAAAAAAAAAAAAAAAA\n"},
    ],
)
def test_keys_that_nothing_can_be_encrypted_with_are_refused(db, keys):
    one = browser()
    with pytest.raises(Invalid) as refused:
        push.subscribe(db, signed_in(db, factories.buyer(db)), push.PushDraft(endpoint=one.endpoint, **one.keys | keys))
    assert refused.value.errors[0]["field"] == "keys"


def test_padding_of_the_keys_is_accepted(db):
    one = browser()
    padded = {"p256dh": one.keys["p256dh"] + "=", "auth": one.keys["auth"] + "=="}
    assert push.subscribe(db, signed_in(db, factories.buyer(db)), push.PushDraft(endpoint=one.endpoint, **padded))


def test_signing_out_ends_the_subscription_of_that_session(db):
    account = factories.buyer(db)
    here, there = signed_in(db, account), signed_in(db, account)
    first, second = browser(), browser()
    subscribe(db, here, first)
    subscribe(db, there, second)
    accounts.sign_out(db, here)
    assert endpoints(db) == [second.endpoint]


def test_ending_other_sessions_keeps_this_browser(db):
    account = factories.buyer(db)
    here, there = signed_in(db, account), signed_in(db, account)
    subscribe(db, here, mine := browser())
    subscribe(db, there, browser())
    accounts.end_other_sessions(db, here)
    assert endpoints(db) == [mine.endpoint]


def test_too_many_sessions_end_the_subscription_of_the_oldest(db):
    account = factories.buyer(db)
    here = signed_in(db, account)
    subscribe(db, here, browser())
    signed_in(db, account)
    queries.end_oldest_sessions(db, account.id, clock.now(), keep=1)
    assert endpoints(db) == []


def test_a_suspension_ends_all_subscriptions(db):
    account = factories.buyer(db)
    subscribe(db, signed_in(db, account), browser())
    accounts.suspend(db, factories.actor(factories.admin(db)), account.id, "Fraud")
    assert endpoints(db) == []


def test_expired_sessions_are_forgotten_with_their_subscriptions(db):
    here = signed_in(db, factories.buyer(db))
    subscribe(db, here, browser())
    session = db.get(AccountSession, here.session_id)
    session.expires_at = clock.now() - timedelta(days=400)
    db.commit()
    administration.forget_expired(db)
    assert endpoints(db) == []
    assert db.get(AccountSession, here.session_id, populate_existing=True) is None


def test_the_archive_says_since_when_and_keeps_the_secrets(db):
    account = with_password(db, factories.buyer)
    subscribe(db, signed_in(db, account), browser())
    (row,) = personal_data.export_archive(db, factories.actor(account), PASSWORD)["pushSubscriptions"]
    assert row.keys() == {"_id", "accountId", "sessionId", "createdAt"}


def test_the_key_of_the_site_is_the_same_on_machines_with_one_secret(monkeypatch):
    first = web_push.get_public_key()
    assert len(first) == 87
    monkeypatch.setattr("marketplace.integrations.web_push.get_settings", lambda: Settings(secret_key="another" * 8))
    assert web_push.get_public_key() != first
    # The example of RFC 8291, section 5.
    own = Settings(vapid_private_key="yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    monkeypatch.setattr("marketplace.integrations.web_push.get_settings", lambda: own)
    assert web_push.get_public_key() == (
        "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
    )
