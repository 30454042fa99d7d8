"""What a buyer saved."""

import reflex as rx

from marketplace.domain import wishlist
from marketplace.domain.wishlist import SavedAd, messages
from marketplace.texts import t
from marketplace.web.failing import failing
from marketplace.web.fetching import Fetching


class WishlistState(Fetching, rx.State):
    """The wishlist of whoever looks at it."""

    items: list[SavedAd] = []

    @rx.event
    async def open(self) -> None:
        """Fetch it; an anonymous visitor is told to sign in by the page itself."""
        self.items = []
        with self._fetching():
            self.items = list((await self._ask(wishlist.list_saved)).items)

    @rx.event
    async def remove(self, ad_id: str) -> None:
        """Take an ad out."""
        with failing(t(messages.FAILED)):
            await self._do(wishlist.remove, ad_id)
        self.items = [item for item in self.items if item.ad_id != ad_id]
        await self._toast("success", t(messages.REMOVED))
