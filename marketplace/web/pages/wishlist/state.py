"""The State of the wishlist."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import wishlist
from marketplace.domain.wishlist import SavedAd, WishlistSort, messages
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.base.errors import unexpected_errors_as
from marketplace.web.base.page_state import PageState, Vars
from marketplace.web.base.page_url import PageUrl


class WishlistState(PageState, rx.State):
    """The caller's wishlist. The URL has the order."""

    items: list[SavedAd] = []
    sort: str = WishlistSort.NEWEST.value

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:
        """Load the wishlist; the page shows a login prompt to anonymous visitors."""
        sort = _known_sort(url.params.get("sort", ""))
        return {"items": list(wishlist.list_saved(db, actor, sort=sort).items), "sort": sort.value}

    @rx.event
    def sort_by(self, sort: str):
        """Change the order."""
        known = _known_sort(sort)
        return rx.redirect(paths.with_query(paths.WISHLIST, sort="" if known is WishlistSort.NEWEST else known.value))

    @rx.event
    async def remove(self, ad_id: str) -> None:
        """Remove an ad from the wishlist."""
        with unexpected_errors_as(t(messages.FAILED)):
            await self._execute(wishlist.remove, ad_id)
        self.items = [item for item in self.items if item.ad_id != ad_id]
        await self._toast("success", t(messages.REMOVED))


def _known_sort(sort: str) -> WishlistSort:
    return WishlistSort(sort) if sort in list(WishlistSort) else WishlistSort.NEWEST
