"""A code for a forgotten password goes to the account of the kind that the form shows."""

import asyncio

import pytest
from sqlmodel import Session

from marketplace.web.auth.forgot import ForgotState
from tests import factories
from tests.domain.accounts.steps import mails
from tests.web.tabs import part, tab


def send(page: ForgotState, **form: str) -> None:
    async def whole() -> None:
        async for _ in ForgotState.send_code.fn(page, form):
            pass

    asyncio.run(whole())


def test_a_kind_chosen_before_the_app_heard_it_counts(db: Session):
    seller = factories.seller(db)
    page = part(tab(db), ForgotState)
    send(page, email=seller.email, **{"account-type": "seller"})
    assert len(mails(db, seller.email)) == 1
    assert page.kind == "seller"


@pytest.mark.parametrize("kind", ["", "admin", "nonsense"])
def test_another_kind_is_passed_over(db: Session, kind: str):
    admin = factories.admin(db)
    page = part(tab(db), ForgotState)
    send(page, email=admin.email, **{"account-type": kind})
    assert (page.kind, page.step, mails(db)) == ("user", 2, [])
