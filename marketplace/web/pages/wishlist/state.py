"""What a buyer saved."""

import reflex as rx

from marketplace.domain import wishlist
from marketplace.domain.wishlist import SavedAd, messages
from marketplace.errors import NotSignedIn
from marketplace.texts import t
from marketplace.web.door import Door


class WishlistState(Door, rx.State):
    """The wishlist of whoever looks at it."""

    items: list[SavedAd] = []
    loading: bool = True

    @rx.event
    async def open(self) -> None:
        """Fetch it; an anonymous visitor is told to sign in by the page itself."""
        try:
            self.items = await self._ask(wishlist.list_saved)
        except NotSignedIn:
            self.items = []
        finally:
            self.loading = False

    @rx.event
    async def remove(self, ad_id: str) -> None:
        """Take an ad out."""
        await self._do(wishlist.remove, ad_id)
        self.items = [item for item in self.items if item.ad_id != ad_id]
        await self._toast("success", t(messages.REMOVED))
