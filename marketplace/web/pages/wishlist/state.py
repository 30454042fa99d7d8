"""The State of the wishlist."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import wishlist
from marketplace.domain.wishlist import SavedAd, messages
from marketplace.i18n.texts import t
from marketplace.web.base.errors import unexpected_errors_as
from marketplace.web.base.page_state import PageState, Vars
from marketplace.web.base.page_url import PageUrl


class WishlistState(PageState, rx.State):
    """The caller's wishlist."""

    items: list[SavedAd] = []

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:  # noqa: ARG003 - one page for all URLs
        """Load the wishlist; the page shows a login prompt to anonymous visitors."""
        return {"items": list(wishlist.list_saved(db, actor).items)}

    @rx.event
    async def remove(self, ad_id: str) -> None:
        """Remove an ad from the wishlist."""
        with unexpected_errors_as(t(messages.FAILED)):
            await self._execute(wishlist.remove, ad_id)
        self.items = [item for item in self.items if item.ad_id != ad_id]
        await self._toast("success", t(messages.REMOVED))
