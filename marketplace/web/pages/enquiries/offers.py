"""The caller's offers: those received by a seller, or made by a buyer."""

from typing import ClassVar

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import deals
from marketplace.domain.deals import OfferView, messages
from marketplace.domain.paging import Window
from marketplace.i18n.texts import t
from marketplace.models import AccountKind
from marketplace.web.base.page_state import PageState, Vars, content_or_error
from marketplace.web.base.page_url import PageUrl
from marketplace.web.components.on_change import on_change
from marketplace.web.components.section import panel
from marketplace.web.live import LiveState
from marketplace.web.widgets.offer_actions import OfferActions, offer_card, offer_dialog

_NEWEST = Window(limit=20)


class OffersState(PageState, OfferActions, rx.State):
    """The caller's newest offers."""

    LOAD_FAILED: ClassVar[str] = t(messages.FAILED_TO_FETCH)
    offers: tuple[OfferView, ...] = ()

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:  # noqa: ARG003 - the same on all pages
        """Load the newest offers; the layout shows a login prompt to other visitors."""
        own = actor.require(AccountKind.SELLER, AccountKind.BUYER)
        found = deals.list_offers_for_seller if actor.kind is AccountKind.SELLER else deals.list_offers_for_buyer
        return {"offers": found(db, actor, own, window=_NEWEST).items}

    async def _reload_offers(self) -> None:
        await self._reload()


def offer_panel() -> rx.Component:
    """Panel with the newest offers; nothing while there are none."""
    return rx.fragment(
        on_change(LiveState.deals, OffersState.open),
        rx.cond(
            (OffersState.offers.length() > 0) | (OffersState.load_error != ""),
            panel(
                t("Offers"),
                content_or_error(
                    OffersState,
                    rx.el.ul(
                        rx.foreach(OffersState.offers, lambda offer: offer_card(OffersState, offer, named=True)),
                        class_name="-mx-4 -mb-3 -mt-2 divide-y divide-line",
                    ),
                ),
            ),
        ),
        offer_dialog(OffersState),
    )
