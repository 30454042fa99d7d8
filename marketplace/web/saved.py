"""The heart on every card."""

import reflex as rx
from reflex.vars import ObjectVar

from marketplace.domain import wishlist
from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.wishlist import messages
from marketplace.errors import MarketplaceError, NotSignedIn
from marketplace.texts import t
from marketplace.web.components.ad_card import ad_card
from marketplace.web.door import Door
from marketplace.web.failing import failing


class SavedState(Door, rx.State):
    """What was saved or removed since the cards were fetched; they carry the state before that themselves."""

    changed: rx.Field[dict[str, bool]] = rx.field(default_factory=dict)

    @rx.event
    async def toggle(self, ad_id: str, saved: bool) -> None:
        """Save the ad, or take it out of the wishlist when it is shown as saved."""
        try:
            with failing(t(messages.FAILED)):
                await self._do(wishlist.remove if saved else wishlist.add, ad_id)
        except NotSignedIn:
            raise
        except MarketplaceError as error:
            await self._toast("error", error.message)
            return
        self.changed = {**self.changed, ad_id: not saved}
        await self._toast("success", t(messages.REMOVED) if saved else t(messages.ADDED))


def is_saved(ad: ObjectVar[AdCard]) -> rx.Var[bool]:
    """Whether the card shows as saved."""
    return rx.cond(SavedState.changed.contains(ad.id), SavedState.changed[ad.id], ad.saved)


def live_card(ad: ObjectVar[AdCard], **options) -> rx.Component:
    """A card whose heart works."""
    saved = is_saved(ad)
    return ad_card(ad, saved=saved, on_save=SavedState.toggle(ad.id, saved), **options)
