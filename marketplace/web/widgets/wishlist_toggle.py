"""The save button of ad cards."""

from typing import Any

import reflex as rx
from reflex.vars import ArrayVar, ObjectVar

from marketplace.domain import wishlist
from marketplace.domain.ads.schemas import CardView
from marketplace.domain.wishlist import messages
from marketplace.i18n.texts import t
from marketplace.web.base.domain_state import DomainState
from marketplace.web.base.errors import unexpected_errors_as
from marketplace.web.components.ad_card import GRID, ad_card


class WishlistToggleState(DomainState, rx.State):
    """The changes since the cards were loaded; the cards have the earlier state."""

    changed: rx.Field[dict[str, bool]] = rx.field(default_factory=dict)

    @rx.event
    async def toggle(self, ad_id: str, saved: bool) -> None:
        """Add the ad to the wishlist, or remove it if it is shown as saved."""
        with unexpected_errors_as(t(messages.FAILED)):
            await self._execute(wishlist.remove if saved else wishlist.add, ad_id)
        self.changed = {**self.changed, ad_id: not saved}
        await self._toast("success", t(messages.REMOVED) if saved else t(messages.ADDED))


def is_saved(ad: ObjectVar[CardView]) -> rx.Var[bool]:
    """Return whether the card is shown as saved."""
    # Empty values are not sent, so in the browser it may be undefined.
    saved = rx.cond(ad.saved, True, False)
    return rx.cond(WishlistToggleState.changed.contains(ad.id), WishlistToggleState.changed[ad.id], saved)


def saveable_cards(ads: ArrayVar[Any], class_name: str = GRID) -> rx.Component:
    """Grid of ad cards with working save buttons."""
    return rx.el.div(rx.foreach(ads, lambda ad: saveable_card(ad)), class_name=class_name)


def saveable_card(ad: ObjectVar[CardView], **options) -> rx.Component:
    """Ad card with a working save button."""
    saved = is_saved(ad)
    return ad_card(ad, saved=saved, on_save=WishlistToggleState.toggle(ad.id, saved), **options)
