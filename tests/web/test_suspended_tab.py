"""An open tab of somebody who is suspended says so, instead of only asking to sign in."""

import asyncio

import pytest
from sqlmodel import Session

from marketplace.domain import moderation, wishlist
from marketplace.web.base.pending_action import LoginRequired
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
