"""The State of the wishlist."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import ads, wishlist
from marketplace.domain.ads import COMPARED_MAX
from marketplace.domain.wishlist import RemovedAd, SavedAd, WishlistSort, messages
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.base.errors import unexpected_errors_as
from marketplace.web.base.page_state import PageState, Vars
from marketplace.web.base.page_url import PageUrl


class WishlistState(PageState, rx.State):
    """The caller's wishlist. The URL has the order.

    Attributes:
        removed: ids of ads that were removed since the page was opened; they stay in their place, with Undo.
        chosen: ids of ads to compare.
        alike_href: URL that compares the first ad with others of its kind; empty without any.
    """

    items: list[SavedAd] = []
    removed: list[str] = []
    chosen: list[str] = []
    alike_href: str = ""
    _undo: dict[str, RemovedAd] = {}
    sort: str = WishlistSort.NEWEST.value

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:
        """Load the wishlist; the page shows a login prompt to anonymous visitors."""
        sort = _known_sort(url.params.get("sort", ""))
        found = wishlist.list_saved(db, actor, sort=sort).items
        alike = ads.list_alike([item.ad for item in found if item.ad])
        return {
            "items": list(found),
            "sort": sort.value,
            "removed": [],
            "chosen": [],
            "alike_href": paths.compare(alike) if len(alike) > 1 else "",
        }

    @rx.event
    def sort_by(self, sort: str):
        """Change the order."""
        known = _known_sort(sort)
        return rx.redirect(paths.with_query(paths.WISHLIST, sort="" if known is WishlistSort.NEWEST else known.value))

    @rx.event
    async def remove(self, ad_id: str) -> None:
        """Remove an ad from the wishlist."""
        with unexpected_errors_as(t(messages.FAILED)):
            removed = await self._execute(wishlist.remove, ad_id)
        if removed is not None:
            self._undo = {**self._undo, ad_id: removed}
            self.removed = [*self.removed, ad_id]
        self.chosen = [each for each in self.chosen if each != ad_id]
        await self._toast("success", t(messages.REMOVED))

    @rx.event
    async def undo(self, ad_id: str) -> None:
        """Put an ad that was removed on this page back in its place."""
        if removed := self._undo.get(ad_id):
            with unexpected_errors_as(t(messages.FAILED)):
                await self._execute(wishlist.put_back, removed)
            self.removed = [each for each in self.removed if each != ad_id]

    @rx.event
    def choose(self, ad_id: str) -> None:
        """Choose an ad to compare, or take it out again."""
        if ad_id in self.chosen:
            self.chosen = [each for each in self.chosen if each != ad_id]
        elif len(self.chosen) < COMPARED_MAX and any(item.ad_id == ad_id for item in self.items):
            self.chosen = [*self.chosen, ad_id]


def _known_sort(sort: str) -> WishlistSort:
    return WishlistSort(sort) if sort in list(WishlistSort) else WishlistSort.NEWEST
