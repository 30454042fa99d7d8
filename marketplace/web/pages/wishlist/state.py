"""The State of the wishlist."""

import reflex as rx

from marketplace.domain import wishlist
from marketplace.domain.wishlist import SavedAd, messages
from marketplace.i18n.texts import t
from marketplace.web.base.errors import unexpected_errors_as
from marketplace.web.base.page_state import PageState


class WishlistState(PageState, rx.State):
    """The caller's wishlist."""

    items: list[SavedAd] = []

    @rx.event
    async def open(self) -> None:
        """Load the wishlist; the page shows a login prompt to anonymous visitors."""
        self.items = []
        with self._catch_load_errors():
            self.items = list((await self._query(wishlist.list_saved)).items)

    @rx.event
    async def remove(self, ad_id: str) -> None:
        """Remove an ad from the wishlist."""
        with unexpected_errors_as(t(messages.FAILED)):
            await self._execute(wishlist.remove, ad_id)
        self.items = [item for item in self.items if item.ad_id != ad_id]
        await self._toast("success", t(messages.REMOVED))
