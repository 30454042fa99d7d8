"""An open tab of somebody who is suspended says so, instead of only asking to sign in."""

import asyncio

import pytest
from sqlmodel import Session

from marketplace.domain import moderation, wishlist
from marketplace.web.auth.auth_state import AuthState
from marketplace.web.auth.session_state import SessionState
from marketplace.web.base.pending_action import LoginRequired
from marketplace.web.pages.appeal.page import SuspensionAppealState
from marketplace.web.pages.my_ads.state import MyAdsState
from marketplace.web.pages.wishlist.state import WishlistState
from marketplace.web.widgets.toasts import ToastState
from tests import factories
from tests.web.tabs import part, tab

SAID = "/appeal. The reason: Counterfeit goods"


def _suspend(db: Session, account) -> None:
    moderation.suspend_account(db, factories.actor(factories.admin(db)), account.id, "Counterfeit goods")


def test_the_next_click_says_that_the_account_is_suspended(db: Session):
    buyer = factories.buyer(db)
    root = tab(db, buyer)
    _suspend(db, buyer)
    with pytest.raises(LoginRequired) as refused:
        asyncio.run(part(root, WishlistState)._execute(wishlist.add, "0" * 26))
    assert refused.value.message.endswith(SAID)


@pytest.mark.parametrize("suspended", [False, True])
def test_a_private_page_that_loads_again_says_it_too(db: Session, suspended: bool):
    seller = factories.seller(db)
    root = tab(db, seller if suspended else None, path="/seller/ads")
    _suspend(db, seller)
    asyncio.run(part(root, MyAdsState)._reload())
    said = [toast.text for toast in part(root, ToastState).feed]
    assert [text.endswith(SAID) for text in said] == [True] * suspended


@pytest.mark.parametrize("suspended", [False, True])
def test_private_pages_say_it_until_somebody_signs_in(db: Session, suspended: bool):
    seller = factories.seller(db)
    root = tab(db, seller if suspended else None, path="/seller/ads")
    _suspend(db, seller)
    session = part(root, SessionState)
    asyncio.run(session._load_session())
    assert session.suspension.endswith(SAID) == suspended
    assert not session.signed_in


@pytest.mark.parametrize("kind", ["user", "seller"])
def test_the_appeal_is_for_the_kind_of_account_that_could_not_sign_in(db: Session, kind: str):
    root = tab(db, path="/appeal")
    part(root, AuthState).kind = kind
    asyncio.run(part(root, SuspensionAppealState).open())
    assert part(root, SuspensionAppealState).kind == kind
