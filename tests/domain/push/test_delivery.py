"""Pushes to a push service on this machine: what a browser decrypts, and what becomes of failures."""

from datetime import timedelta

import pytest
from py_vapid import Vapid02
from sqlmodel import select

from marketplace.core import clock
from marketplace.domain import accounts, chat, content, jobs, personal_data
from marketplace.integrations import web_push
from marketplace.jobs import schedule
from marketplace.models import AccountSession, AccountStatus, Job
from marketplace.settings import get_settings
from tests import factories
from tests.domain.accounts.steps import PASSWORD, with_password
from tests.domain.push.steps import endpoints, signed_in, subscribe
from tests.push_service import browser


@pytest.fixture
def pair(db):
    return factories.buyer(db, name="Ravi"), factories.seller(db, name="Asha", shop_name="Asha's Instruments")


@pytest.fixture
def device(db, pair, service):
    """The browser of the buyer, subscribed at the local push service."""
    made = browser(service.host)
    subscribe(db, signed_in(db, pair[0]), made)
    return made


def notify(db, account, **options):
    options = {"values": {"name": "Harmonium"}, "link": "/products/1"} | options
    content.notify(db, account.id, "ad_sold", **options)
    db.commit()


def work(db, monkeypatch=None, *, later_s=0.0):
    """Run the due jobs, at a later time if one is given; returns the open jobs."""
    db.commit()
    if monkeypatch:
        moment = clock.now() + timedelta(seconds=later_s)
        with monkeypatch.context() as patch:
            patch.setattr(clock, "now", lambda: moment)
            jobs.run_due(schedule.HANDLERS)
    else:
        jobs.run_due(schedule.HANDLERS)
    db.expire_all()
    return db.exec(select(Job).where(Job.done_at.is_(None))).all()


def test_the_browser_can_read_a_notification(db, pair, device, service):
    notify(db, pair[0])
    assert work(db) == []
    (request,) = service.received
    assert device.read(request.body) == {
        "title": get_settings().site_name,
        "body": "'Harmonium' on your wishlist is sold.",
        "path": "/products/1",
    }
    assert device.endpoint.endswith(request.path)
    assert request.headers["content-encoding"] == "aes128gcm"
    assert request.headers["ttl"] == "86400"
    assert Vapid02.verify(request.headers["authorization"])
    assert request.headers["authorization"].endswith(f"k={web_push.get_public_key()}")


def test_long_texts_fit_in_any_script(db, pair, device, service):
    notify(db, pair[0], values={"name": "हारमोनियम " * 400}, link="")
    work(db)
    shown = device.read(service.received[0].body)
    assert len(service.received[0].body) < 4_096
    assert (len(shown["body"]), shown["path"]) == (200, "/notifications")


def test_each_browser_of_the_account_gets_it_and_no_other(db, pair, device, service):
    second, other = browser(service.host), browser(service.host)
    subscribe(db, signed_in(db, pair[0]), second)
    subscribe(db, signed_in(db, pair[1]), other)
    notify(db, pair[0])
    work(db)
    assert {request.path for request in service.received} == {
        f"/{one.endpoint.split('/', 3)[3]}" for one in (device, second)
    }


def test_nobody_is_called_without_a_subscription(db, pair, service):
    notify(db, pair[1])
    assert db.exec(select(Job)).all() == []


def test_a_notification_that_was_read_meanwhile_is_not_sent(db, pair, device, service):
    notify(db, pair[0])
    content.mark_notifications_read(db, factories.actor(pair[0]))
    assert work(db) == []
    assert service.received == []


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_the_service_has_ended_is_deleted(db, pair, device, service, status):
    service.status = status
    notify(db, pair[0])
    assert work(db) == []
    assert endpoints(db) == []


@pytest.mark.parametrize("status", [429, 500, 503])
def test_an_unavailable_service_is_called_again(db, pair, device, service, status, monkeypatch):
    service.status = status
    notify(db, pair[0])
    (job,) = work(db)
    assert job.attempts == 1
    assert job.due_at > clock.now()
    # The stored error names neither the browser nor its owner.
    assert job.last_error == f"PushError: {service.host} responded with {status}"
    service.status = 201
    assert work(db, monkeypatch, later_s=60) == []
    assert len(service.received) == 2
    assert endpoints(db) == [device.endpoint]


def test_a_service_that_is_away_is_called_again(db, pair, device, service, monkeypatch):
    notify(db, pair[0])
    with monkeypatch.context() as patch:
        patch.delenv("SSL_CERT_FILE")
        (job,) = work(db)
    assert job.attempts == 1
    assert service.received == []


@pytest.mark.parametrize("status", [301, 307, 400, 403, 413])
def test_a_refusal_is_final_and_redirects_are_not_followed(db, pair, device, service, status):
    service.status, service.location = status, f"https://{service.host}/elsewhere"
    notify(db, pair[0])
    assert work(db) == []
    assert len(service.received) == 1
    assert endpoints(db) == [device.endpoint]


def test_a_host_that_is_no_longer_known_is_not_called(db, pair, device, service, monkeypatch):
    notify(db, pair[0])
    monkeypatch.setattr(get_settings(), "push_services", "push.example.org")
    assert work(db) == []
    assert service.received == []


class TestEnded:
    """Whoever lost the session or the account gets nothing, even if the job waits already."""

    def test_signed_out(self, db, pair, service):
        actor = signed_in(db, pair[0])
        subscribe(db, actor, browser(service.host))
        notify(db, pair[0])
        accounts.sign_out(db, actor)
        assert work(db) == []
        assert service.received == []

    def test_expired(self, db, pair, device, service):
        notify(db, pair[0])
        for session in db.exec(select(AccountSession).where(AccountSession.account_id == pair[0].id)):
            session.expires_at = clock.now()
        assert work(db) == []
        assert service.received == []

    def test_suspended(self, db, pair, device, service):
        notify(db, pair[0])
        pair[0].status = AccountStatus.SUSPENDED
        factories.save(db, pair[0])
        assert work(db) == []
        assert service.received == []

    def test_deleted(self, db, service):
        account = with_password(db, factories.buyer)
        subscribe(db, signed_in(db, account), browser(service.host))
        notify(db, account)
        personal_data.delete_account(db, factories.actor(account), PASSWORD)
        assert [job.kind for job in work(db)] == [personal_data.ERASE_JOB]
        assert endpoints(db) == []
        assert service.received == []


class TestMessages:
    """Messages are pushed if no page has received them after PUSH_CHAT_DELAY_S."""

    @pytest.fixture
    def send(self, db, pair, device):
        def send(text="Meet me at 12, 1st Cross"):
            message = chat.send(db, factories.actor(pair[1]), pair[0].id, text)
            db.commit()
            return message

        return send

    def test_the_sender_is_named_and_the_text_is_not_sent(self, db, pair, device, service, send, monkeypatch):
        send()
        assert len(work(db)) == 1
        assert service.received == []
        assert work(db, monkeypatch, later_s=11) == []
        shown = device.read(service.received[0].body)
        assert shown["body"] == "New message from Asha's Instruments"
        assert shown["path"] == f"/user/messages?seller={pair[1].id}"

    def test_the_seller_is_led_to_the_buyer(self, db, pair, service, monkeypatch):
        one = browser(service.host)
        subscribe(db, signed_in(db, pair[1]), one)
        chat.send(db, factories.actor(pair[0]), pair[1].id, "Hello")
        work(db, monkeypatch, later_s=11)
        shown = one.read(service.received[0].body)
        assert (shown["body"], shown["path"]) == ("New message from Ravi", f"/seller/messages?user={pair[0].id}")

    def test_several_at_once_are_one(self, db, device, service, send, monkeypatch):
        for text in ("One", "Two", "Three"):
            send(text)
        assert work(db, monkeypatch, later_s=11) == []
        assert len(service.received) == 1

    def test_an_open_page_has_received_it(self, db, pair, service, send, monkeypatch):
        send()
        chat.mark_delivered(db, factories.actor(pair[0]))
        assert work(db, monkeypatch, later_s=11) == []
        assert service.received == []
        # The page was closed: the next message is pushed.
        send("Are you there?")
        work(db, monkeypatch, later_s=11)
        assert len(service.received) == 1

    def test_a_muted_conversation_is_silent(self, db, pair, service, send, monkeypatch):
        send()
        chat.mute(db, factories.actor(pair[0]), pair[0].id, pair[1].id)
        assert work(db, monkeypatch, later_s=11) == []
        assert service.received == []

    def test_a_blocked_sender_reaches_nobody(self, db, pair, service, send, monkeypatch):
        chat.block(db, factories.actor(pair[0]), pair[1].id)
        send()
        assert db.exec(select(Job)).all() == []
