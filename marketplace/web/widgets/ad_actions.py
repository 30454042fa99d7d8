"""What sellers do with an ad in a list: confirm, reserve, pause, mark it as sold, relist it, renew it."""

from typing import Any

import reflex as rx

from marketplace.domain import ads
from marketplace.domain.ads import messages
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.components.icon import icon
from marketplace.web.components.menu import menu, menu_button, menu_link
from marketplace.web.widgets.endings_dialog import EndingsDialog


class AdActions(EndingsDialog, rx.State, mixin=True):
    """Mixin of the States of pages that list the seller's ads."""

    @rx.event
    async def mark_sold(self, ad_id: str) -> None:
        """Mark an ad as sold, which removes it from the lists; asks first if that ends something."""
        await self._sell_or_ask([ad_id])

    @rx.event
    async def relist(self, ad_id: str) -> None:
        """Put a sold ad back into the lists."""
        await self._execute_and_reload(ads.relist, ad_id, messages.RELISTED)

    @rx.event
    async def renew(self, ad_id: str) -> None:
        """Renew an ad for another period."""
        await self._execute_and_reload(ads.renew, ad_id, messages.RENEWED)

    @rx.event
    async def confirm(self, ad_id: str) -> None:
        """Note that an ad is available."""
        await self._execute_and_reload(ads.confirm, ad_id, messages.CONFIRMED)

    @rx.event
    async def reserve(self, ad_id: str) -> None:
        """Mark an ad as reserved."""
        await self._execute_and_reload(ads.mark_reserved, ad_id, messages.MARKED_RESERVED)

    @rx.event
    async def pause(self, ad_id: str) -> None:
        """Take an ad out of the lists for a while."""
        await self._execute_and_reload(ads.pause, ad_id, messages.PAUSED)

    @rx.event
    async def resume(self, ad_id: str) -> None:
        """End the pause or the reservation of an ad."""
        await self._execute_and_reload(ads.resume, ad_id, messages.RESUMED)

    async def _sell(self, ad_ids: list[str]) -> None:
        await self._execute_and_reload(ads.mark_sold, ad_ids[0], messages.SOLD)

    async def _execute_and_reload(self, function: Any, ad_id: str, done: str) -> None:
        await self._execute(function, ad_id)
        await self._toast("success", t(done))
        await self._reload()


def ad_menu(state: type[AdActions], ad, *more: rx.Component) -> rx.Component:
    """Menu of the actions that the ad's status allows.

    Args:
        ad: an `AdRow` or `AdCard`, as a Var.
        more: further items.
    """
    return menu(
        (icon("ellipsis-vertical", size=18), rx.el.span(t("More"), class_name="sr-only")),
        rx.cond(
            ad.status == "approved",
            rx.cond(
                ad.reserved_until,
                menu_button(t("End the reservation"), icon="rotate-ccw", on_click=state.resume(ad.id)),
                rx.fragment(
                    menu_button(t("Still available"), icon="circle-check", on_click=state.confirm(ad.id)),
                    menu_button(t("Mark as reserved"), icon="handshake", on_click=state.reserve(ad.id)),
                ),
            ),
        ),
        rx.cond(ad.status == "approved", menu_button(t("Pause"), icon="pause", on_click=state.pause(ad.id))),
        rx.cond(ad.status == "paused", menu_button(t("Resume"), icon="play", on_click=state.resume(ad.id))),
        rx.cond(
            (ad.status == "approved") | (ad.status == "paused"),
            menu_button(t("Mark as sold"), icon="handshake", on_click=state.mark_sold(ad.id)),
        ),
        rx.cond(ad.status == "sold", menu_button(t("Relist"), icon="rotate-ccw", on_click=state.relist(ad.id))),
        rx.cond(
            (ad.status == "expired") | (ad.status == "approved"),
            menu_button(t("Renew"), icon="refresh-cw", on_click=state.renew(ad.id)),
        ),
        rx.cond(ad.ad_type != "sell", menu_link(t("Calendar"), paths.calendar(ad.id), icon="calendar-cog")),
        *more,
        label=t("More"),
        name=f"ad-menu-{ad.id}",
        align="right",
        chevron=False,
    )
