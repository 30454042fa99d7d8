"""The account kind of the password reset is the one that the form shows."""

import asyncio

import pytest
from sqlmodel import Session

from marketplace.web.auth.reset_password import ResetPasswordState
from tests import factories
from tests.domain.accounts.steps import mails
from tests.web.tabs import part, tab


def send(page: ResetPasswordState, **form: str) -> None:
    async def whole() -> None:
        async for _ in ResetPasswordState.send_code.fn(page, form):
            pass

    asyncio.run(whole())


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
