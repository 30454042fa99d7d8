"""What people agreed to is recorded where they agree, withdrawn where they stop it, exported, and outlives the account."""

import hashlib

import pytest
from sqlmodel import select

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import NotSignedIn
from marketplace.domain import accounts, chat, consents, content, outbox, personal_data, push
from marketplace.domain.accounts import AccountDraft, ProfileDraft, passwords
from marketplace.domain.consents import messages
from marketplace.domain.content import newsletter
from marketplace.models import AccountKind, Consent, ConsentPurpose, ConsentWay, NewsletterSubscriber
from tests import factories
from tests.domain.accounts.steps import BUYER_FORM, PASSWORD
from tests.domain.accounts.test_register import HERE, prove
from tests.domain.push.steps import signed_in, subscribe
from tests.push_service import browser


def given(db, **whose) -> list[tuple[str, bool]]:
    """Purpose of each consent, and whether it holds."""
    db.expire_all()
    rows = db.exec(select(Consent).filter_by(**whose).order_by(Consent.id))
    return [(row.purpose.value, row.withdrawn_at is None) for row in rows]


def test_registration_is_a_consent_with_the_sentence_that_was_shown(db):
    prove(db, BUYER_FORM["email"])
    made = accounts.register(db, HERE, AccountDraft(**BUYER_FORM), kind=AccountKind.BUYER)
    (row,) = db.exec(select(Consent)).all()
    assert (row.account_id, row.address, row.way) == (made.id, "", ConsentWay.REGISTRATION)
    assert row.notice == messages.NOTICES["registration"]
    assert len(row.notice_hash) == len(hashlib.sha256().hexdigest())


def test_each_purpose_has_a_sentence():
    assert set(messages.NOTICES) == {purpose.value for purpose in ConsentPurpose}


def test_switches_of_the_profile_give_and_withdraw(db):
    account = factories.seller(db, takes_calls=False)
    own = factories.actor(account)
    for value in (True, True, False, True):
        accounts.update_profile(db, own, account.id, ProfileDraft(takes_calls=value))
    assert given(db, account_id=account.id) == [("calls", False), ("calls", True)]


def test_an_administrator_gives_no_consent_for_others(db):
    account, admin = factories.seller(db, takes_calls=False), factories.actor(factories.admin(db))
    accounts.update_profile(db, admin, account.id, ProfileDraft(takes_calls=True))
    assert given(db) == []


def test_the_link_of_a_mail_withdraws(db):
    account = factories.buyer(db, wants_digest=False)
    accounts.update_profile(db, factories.actor(account), account.id, ProfileDraft(wants_digest=True))
    link = outbox.make_unsubscribe_link("/x", chat.DIGESTS.purpose, account.id)
    chat.DIGESTS.stop(db, ANONYMOUS, link.partition("token=")[2])
    assert given(db) == [("digest_mail", False)]


def test_the_newsletter_is_recorded_once_confirmed_and_ends_by_link_or_with_one_tap(db):
    account = factories.buyer(db, email="asha@example.org")
    content.subscribe(db, ANONYMOUS, account.email)
    assert given(db) == []
    token = newsletter.make_token(db.exec(select(NewsletterSubscriber.id)).one())
    content.confirm(db, ANONYMOUS, token)
    content.confirm(db, ANONYMOUS, token)
    assert given(db, address=account.email) == [("newsletter", True)]
    assert [view.purpose for view in consents.list_consents(db, factories.actor(account))] == ["newsletter"]
    content.leave_newsletter(db, factories.actor(account))
    content.leave_newsletter(db, factories.actor(account))
    assert given(db) == [("newsletter", False)]
    assert db.exec(select(NewsletterSubscriber.unsubscribed_at)).one() is not None
    content.subscribe(db, ANONYMOUS, account.email)
    content.confirm(db, ANONYMOUS, token)
    content.unsubscribe(db, ANONYMOUS, token)
    assert given(db) == [("newsletter", False), ("newsletter", False)]


def test_leaving_without_a_subscription_does_nothing(db):
    content.leave_newsletter(db, factories.actor(factories.buyer(db)))
    with pytest.raises(NotSignedIn):
        content.leave_newsletter(db, ANONYMOUS)


def test_pushes_hold_until_the_last_browser_leaves(db):
    account = factories.buyer(db)
    phone, laptop = browser(), browser()
    for each in (phone, laptop):
        subscribe(db, signed_in(db, account), each)
    assert given(db) == [("push", True)]
    push.unsubscribe(db, factories.actor(account), phone.endpoint)
    assert given(db) == [("push", True)]
    push.unsubscribe(db, factories.actor(account), laptop.endpoint)
    assert given(db) == [("push", False)]


def test_a_deleted_account_leaves_a_proof_without_a_name_and_the_archive_has_all(db):
    account = factories.buyer(db, email="asha@example.org", password_hash=passwords.make_hash(PASSWORD))
    consents.give(db, ConsentPurpose.REGISTRATION, ConsentWay.REGISTRATION, account_id=account.id)
    consents.give(db, ConsentPurpose.NEWSLETTER, ConsentWay.MAIL_LINK, address=account.email)
    db.commit()
    archive = personal_data.export_archive(db, factories.actor(account), PASSWORD)
    assert {row["purpose"] for row in archive["consents"]} == {"registration", "newsletter"}
    personal_data.delete_account(db, factories.actor(account), PASSWORD)
    assert given(db) == [("registration", False)]


def test_the_list_is_the_callers_own(db):
    other = factories.buyer(db)
    consents.give(db, ConsentPurpose.REGISTRATION, ConsentWay.REGISTRATION, account_id=other.id)
    assert consents.list_consents(db, factories.actor(factories.buyer(db))) == []
    with pytest.raises(NotSignedIn):
        consents.list_consents(db, ANONYMOUS)


def test_what_holds_stands_before_what_was_withdrawn_often(db):
    account = factories.seller(db, takes_calls=False, wants_digest=False)
    own = factories.actor(account)
    accounts.update_profile(db, own, account.id, ProfileDraft(wants_digest=True))
    for _ in range(60):
        for value in (True, False):
            accounts.update_profile(db, own, account.id, ProfileDraft(takes_calls=value))
    shown = [(view.purpose, view.withdrawn_at is None) for view in consents.list_consents(db, own)]
    assert (shown[0], len(shown)) == (("digest_mail", True), 50)
