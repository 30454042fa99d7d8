"""The save button of ad cards: its heart changes at once, and a press without a connection is sent later."""

from typing import Any

import reflex as rx
from reflex.event import EventChain
from reflex.vars import ArrayVar, ObjectVar

from marketplace.core.errors import MarketplaceError, NotSignedIn
from marketplace.domain import wishlist
from marketplace.domain.ads.schemas import CardView
from marketplace.domain.wishlist import messages
from marketplace.i18n.texts import t
from marketplace.web.auth.session_state import SessionState
from marketplace.web.base.domain_state import DomainState
from marketplace.web.base.errors import unexpected_errors_as
from marketplace.web.components.ad_card import GRID, ad_card
from marketplace.web.reflex_ext.client_vars import find_place

_ANSWERS_KEPT = 30


class WishlistToggleState(DomainState, rx.State):
    """The changes since the cards were loaded; the cards have the earlier state.

    Attributes:
        changed: whether an ad is saved, by id.
        results: results by client-made id of a press; empty if it is stored, else the error.
    """

    changed: rx.Field[dict[str, bool]] = rx.field(default_factory=dict)
    results: rx.Field[dict[str, str]] = rx.field(default_factory=dict)

    @rx.event
    async def toggle(self, ad_id: str, saved: bool, key: str = "") -> None:
        """Add the ad to the wishlist, or remove it if it was shown as saved; `key` identifies the press."""
        error = ""
        try:
            with unexpected_errors_as(t(messages.FAILED)):
                await self._execute(wishlist.remove if saved else wishlist.add, ad_id)
            self.changed = {**self.changed, ad_id: not saved}
            await self._toast("success", t(messages.REMOVED) if saved else t(messages.ADDED))
        except NotSignedIn:
            raise
        except MarketplaceError as problem:
            error = problem.message
            await self._show_error(problem)
        self.results = dict([*self.results.items(), (key, error)][-_ANSWERS_KEPT:])


class SaveQueue(rx.Component):
    """Wrapper of `save_queue.jsx`; one for a page."""

    library = rx.asset("save_queue.jsx", shared=True).importable_path
    tag = "SaveQueue"

    me: rx.Var[str]
    changed: rx.Var[dict[str, bool]]
    place: rx.Var[list[str]]
    results: rx.Var[dict[str, str]]
    failed: rx.Var[str]
    on_save: rx.EventHandler[rx.event.passthrough_event_spec(str, bool, str)]


def save_queue() -> rx.Component:
    """What sends the presses of save buttons. Every layout contains it."""
    return SaveQueue.create(
        me=rx.cond(SessionState.kind == "user", SessionState.account_id, ""),
        changed=WishlistToggleState.changed,
        place=find_place(WishlistToggleState, "changed"),
        results=WishlistToggleState.results,
        failed=t(messages.FAILED),
        on_save=WishlistToggleState.toggle,
    )


def is_saved(ad: ObjectVar[CardView]) -> rx.Var[bool]:
    """Return whether the card is shown as saved."""
    # Empty values are not sent, so in the browser it may be undefined.
    saved = rx.cond(ad.saved, True, False)
    return rx.cond(WishlistToggleState.changed.contains(ad.id), WishlistToggleState.changed[ad.id], saved)


def toggle_saved(ad_id: rx.Var[str], saved: rx.Var[bool]) -> rx.Var[EventChain]:
    """Return the handler of a save button, which hands its press to `save_queue`."""
    press = f'new CustomEvent("marketplace:save", {{ detail: {{ id: {ad_id!s}, saved: {saved!s} }} }})'
    data = rx.vars.VarData.merge(ad_id._get_all_var_data(), saved._get_all_var_data())
    return rx.Var(f"(() => window.dispatchEvent({press}))", _var_type=EventChain, _var_data=data)


def saveable_cards(ads: ArrayVar[Any], class_name: str = GRID) -> rx.Component:
    """Grid of ad cards with working save buttons."""
    return rx.el.div(rx.foreach(ads, lambda ad: saveable_card(ad)), class_name=class_name)


def saveable_card(ad: ObjectVar[CardView], **options) -> rx.Component:
    """Ad card with a working save button."""
    saved = is_saved(ad)
    return ad_card(ad, saved=saved, on_save=toggle_saved(ad.id, saved), **options)
