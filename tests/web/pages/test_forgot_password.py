"""The account kind of the password reset is the one that the form shows; moderators have forms of their own."""

import asyncio

import pytest
from sqlmodel import Session

from marketplace.web.auth.reset_password import ResetPasswordState
from tests import factories
from tests.domain.accounts.steps import NEW_PASSWORD, code_for, mails
from tests.web.tabs import part, tab


def send(page: ResetPasswordState, handler=ResetPasswordState.send_code, **form: str) -> None:
    asyncio.run(handler.fn(page, form))


def test_kind_chosen_before_hydration_counts(db: Session):
    seller = factories.seller(db)
    page = part(tab(db), ResetPasswordState)
    send(page, email=seller.email, **{"account-type": "seller"})
    assert len(mails(db, seller.email)) == 1
    assert page.kind == "seller"


@pytest.mark.parametrize("kind", ["", "admin", "nonsense"])
def test_unknown_kind_is_ignored(db: Session, kind: str):
    admin = factories.admin(db)
    page = part(tab(db), ResetPasswordState)
    send(page, email=admin.email, **{"account-type": kind})
    assert (page.kind, page.step, mails(db)) == ("user", 2, [])


def test_moderator_resets_the_password_and_sees_the_login_again(db: Session):
    moderator = factories.moderator(db)
    page = part(tab(db), ResetPasswordState)
    ResetPasswordState.open_for_staff.fn(page)
    send(page, ResetPasswordState.send_code_to_staff, email=moderator.email)
    assert (page.for_staff, page.step) == (True, 2)
    form = {"otp": code_for(db, moderator.email), "new_password": NEW_PASSWORD, "confirm_password": NEW_PASSWORD}
    asyncio.run(ResetPasswordState.reset_staff_password.fn(page, form))
    assert (page.for_staff, page.step, page.error) == (False, 1, "")
    assert mails(db, moderator.email)[-1].purpose == "password_changed"


def test_administrator_gets_the_same_answer_and_no_code(db: Session):
    admin = factories.admin(db)
    page = part(tab(db), ResetPasswordState)
    send(page, ResetPasswordState.send_code_to_staff, email=admin.email)
    assert (page.step, page.error, mails(db)) == (2, "", [])
