"""The address from which a calendar program reads one's bookings."""

import reflex as rx

from marketplace.domain import rentals
from marketplace.domain.rentals import messages
from marketplace.errors import Forbidden, NotSignedIn
from marketplace.settings import get_settings
from marketplace.texts import t
from marketplace.web.components.button import button
from marketplace.web.components.copy import copy_button
from marketplace.web.components.fields import control_class
from marketplace.web.components.section import panel
from marketplace.web.door import Door


class FeedState(Door, rx.State):
    """Whether there is an address; the address itself is shown once, when it is made."""

    exists: bool = False
    address: str = ""

    @rx.event
    async def open(self) -> None:
        """See whether one is in force."""
        try:
            self.exists = await self._ask(rentals.has_feed)
        except (NotSignedIn, Forbidden):
            self.exists = False
        if not self.exists:
            self.address = ""

    @rx.event
    async def make(self) -> None:
        """A new address; the one before stops working."""
        token = await self._do(rentals.open_feed)
        self.exists, self.address = True, f"{get_settings().url}/api/calendar/{token}.ics"
        await self._toast("success", t(messages.FEED_MADE))

    @rx.event
    async def revoke(self) -> None:
        """The address stops working."""
        await self._do(rentals.revoke_feed)
        self.exists, self.address = False, ""
        await self._toast("success", t(messages.FEED_REVOKED))


def feed_panel() -> rx.Component:
    """Bookings in one's own calendar program."""
    return panel(
        t("Bookings in your calendar"),
        rx.cond(
            FeedState.address,
            rx.el.div(
                rx.el.input(
                    read_only=True,
                    value=FeedState.address,
                    aria_label=t("Your calendar address"),
                    class_name=control_class(extra="sm:flex-1"),
                ),
                copy_button(FeedState.address),
                class_name="flex flex-col gap-3 sm:flex-row",
            ),
        ),
        rx.el.div(
            rx.cond(
                FeedState.exists,
                rx.fragment(
                    button(t("Make a new address"), variant="secondary", icon="refresh-cw", on_click=FeedState.make),
                    button(t("Revoke the address"), variant="ghost", icon="link-2-off", on_click=FeedState.revoke),
                ),
                button(t("Make an address"), variant="secondary", icon="calendar-plus", on_click=FeedState.make),
            ),
            class_name="flex flex-wrap gap-3",
        ),
        rx.cond(
            FeedState.exists & (FeedState.address == ""),
            rx.el.p(
                t("An address is in use. It is shown only when it is made; a new one ends the one before."),
                class_name="text-sm text-muted",
            ),
        ),
        text=t(
            "Subscribe to it in Google Calendar, Outlook or on your phone. Whoever knows it can read your bookings."
        ),
    )
