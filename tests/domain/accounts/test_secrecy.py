"""Credentials never appear in errors, logs or views."""

import pytest
from sqlalchemy.exc import IntegrityError

from marketplace.core.actor import ANONYMOUS
from marketplace.domain import accounts
from marketplace.models import Account
from tests import factories
from tests.domain.accounts.steps import PASSWORD, with_password

_SECRET = {"password_hash", "totp_seed", "token_hash", "device_hash", "code_hash", "generation"}


def test_a_failing_statement_does_not_tell_its_values(db):
    taken = factories.buyer(db)
    db.add(
        Account(
            kind=taken.kind,
            email=taken.email,
            username="other",
            username_key="other",
            password_hash="$argon2id$secret",
            name="Other",
        )
    )
    with pytest.raises(IntegrityError) as failed:
        db.flush()
    assert "$argon2id$secret" not in str(failed.value)
    db.rollback()


@pytest.mark.parametrize(
    "view", [accounts.OwnAccount, accounts.PublicSeller, accounts.Contact, accounts.Person, accounts.SessionView]
)
def test_views_have_no_secret_fields(view):
    assert not _SECRET & set(view.model_fields)


def test_signing_in_logs_nothing_secret(db, capfd, caplog):
    account = with_password(db)
    signed_in = accounts.sign_in(db, ANONYMOUS, account.email, PASSWORD, kind=account.kind)
    said = "".join(capfd.readouterr()) + caplog.text
    for secret in (PASSWORD, signed_in.token, account.password_hash):
        assert secret not in said
