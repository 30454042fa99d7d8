"""The feed URL with which a calendar app reads the caller's bookings."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import rentals
from marketplace.domain.rentals import messages
from marketplace.i18n.texts import t
from marketplace.settings import get_settings
from marketplace.web.base.page_state import PageState, Vars, content_or_error
from marketplace.web.base.page_url import PageUrl
from marketplace.web.components.button import button
from marketplace.web.components.copy_button import copy_button
from marketplace.web.components.fields import control_class
from marketplace.web.components.section import panel


class CalendarFeedState(PageState, rx.State):
    """Whether a feed exists; its URL is shown once, after it was created."""

    exists: bool = False
    address: str = ""

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:  # noqa: ARG003 - the same on all pages
        """Load whether a feed exists."""
        return {"exists": rentals.has_feed(db, actor)}

    @rx.event
    async def open(self) -> None:
        """Load whether a feed exists; the URL of a revoked one disappears."""
        await super().open()
        if not self.exists:
            self.address = ""

    @rx.event
    async def create(self) -> None:
        """Create a new feed URL and revoke the previous one."""
        token = await self._execute(rentals.open_feed)
        self.exists, self.address = True, f"{get_settings().url}/api/calendar/{token}.ics"
        await self._toast("success", t(messages.FEED_MADE))

    @rx.event
    async def revoke(self) -> None:
        """Revoke the feed URL."""
        await self._execute(rentals.revoke_feed)
        self.exists, self.address = False, ""
        await self._toast("success", t(messages.FEED_REVOKED))


def feed_panel() -> rx.Component:
    """Panel to create and revoke the feed URL."""
    controls = rx.fragment(
        rx.cond(
            CalendarFeedState.address,
            rx.el.div(
                rx.el.input(
                    read_only=True,
                    value=CalendarFeedState.address,
                    aria_label=t("Your calendar address"),
                    class_name=control_class(extra="sm:flex-1"),
                ),
                copy_button(CalendarFeedState.address),
                class_name="flex flex-col gap-3 sm:flex-row",
            ),
        ),
        rx.el.div(
            rx.cond(
                CalendarFeedState.exists,
                rx.fragment(
                    button(
                        t("Create a new address"),
                        variant="secondary",
                        icon="refresh-cw",
                        on_click=CalendarFeedState.create,
                    ),
                    button(
                        t("Revoke the address"), variant="ghost", icon="link-2-off", on_click=CalendarFeedState.revoke
                    ),
                ),
                button(
                    t("Create an address"), variant="secondary", icon="calendar-plus", on_click=CalendarFeedState.create
                ),
            ),
            class_name="flex flex-wrap gap-3",
        ),
        rx.cond(
            CalendarFeedState.exists & (CalendarFeedState.address == ""),
            rx.el.p(
                t("You have a calendar address. It is shown only once, when you create it. A new one replaces it."),
                class_name="text-sm text-muted",
            ),
        ),
    )
    return panel(
        t("Bookings in your calendar"),
        content_or_error(CalendarFeedState, controls),
        text=t(
            "See your bookings in Google Calendar, Outlook or on your phone. Anyone who has the address can see your bookings."
        ),
    )
