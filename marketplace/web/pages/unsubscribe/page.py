"""The pages of the unsubscribe links in mails. They act on a button press, so that mail scanners trigger nothing."""

import reflex as rx

from marketplace.core.errors import MarketplaceError
from marketplace.domain import ads, chat, saved_searches, wanted
from marketplace.domain.ads import messages as ads_messages
from marketplace.domain.chat import messages as chat_messages
from marketplace.domain.saved_searches import messages as saved_searches_messages
from marketplace.domain.wanted import messages as wanted_messages
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.base.domain_state import DomainState
from marketplace.web.components.button import button, button_link
from marketplace.web.components.section import page_title
from marketplace.web.layouts.site import site_layout
from marketplace.web.page_registry import Page


class UnsubscribeState(DomainState, rx.State):
    """Turns mails off. The token in the URL is the permission, so no login is needed."""

    answer: str = ""
    _answered_path: str = ""

    @rx.event
    def open(self) -> None:
        """Reset the page; following the link alone changes nothing."""
        # The button may be pressed before this event; keep its answer.
        if self._answered_path != self.router.url.query_parameters.get("token", ""):
            self.answer = ""

    @rx.event
    async def stop_search(self) -> None:
        """Turn off the mails of a saved search."""
        await self._stop(saved_searches.stop_alerts, saved_searches_messages.NO_MORE_ALERTS)

    @rx.event
    async def stop_wishlist(self) -> None:
        """Turn off the mails about saved ads."""
        await self._stop(ads.stop_wishlist_mails, ads_messages.NO_MORE_SAVED_MAILS)

    @rx.event
    async def stop_digests(self) -> None:
        """Turn off the mails about unread messages."""
        await self._stop(chat.stop_digests, chat_messages.NO_MORE_DIGESTS)

    @rx.event
    async def stop_wanted(self) -> None:
        """Turn off the mails about what buyers look for."""
        await self._stop(wanted.stop_mails, wanted_messages.NO_MORE_MAILS)

    async def _stop(self, function, done: str) -> None:
        token = self.router.url.query_parameters.get("token", "")
        self._answered_path = token
        try:
            await self._execute(function, token)
        except MarketplaceError as error:
            self.answer = error.message
            return
        self.answer = t(done)


def _page(title: str, text: str, stop, back: rx.Component) -> rx.Component:
    return site_layout(
        rx.el.div(
            page_title(title, text),
            rx.cond(
                UnsubscribeState.answer,
                rx.fragment(
                    rx.el.p(UnsubscribeState.answer, role="status", class_name="font-medium"),
                    back,
                ),
                button(t("Stop these emails"), on_click=stop),
            ),
            class_name="mx-auto flex max-w-xl flex-col items-start gap-5 px-4 py-16",
        )
    )


def saved_search() -> rx.Component:
    """Page to turn off the mails of a saved search."""
    return _page(
        t("Stop emails for this search"),
        t("The search stays saved, and you still get notifications here."),
        UnsubscribeState.stop_search,
        button_link(t("Saved searches"), href=paths.SAVED_SEARCHES),
    )


def wishlist() -> rx.Component:
    """Page to turn off the mails about saved ads."""
    return _page(
        t("Stop emails about saved ads"),
        t("Your wishlist stays. You can turn the emails on again in your account."),
        UnsubscribeState.stop_wishlist,
        button_link(t("My Wishlist"), href=paths.WISHLIST),
    )


def digests() -> rx.Component:
    """Page to turn off the mails about unread messages."""
    return _page(
        t("Stop emails about unread messages"),
        t("Your messages stay on the site. You can turn the emails on again in your account."),
        UnsubscribeState.stop_digests,
        button_link(t("Go to the home page"), href=paths.HOME),
    )


def wanted_ads() -> rx.Component:
    """Page to turn off the mails about what buyers look for."""
    return _page(
        t("Stop emails about what buyers are looking for"),
        t("You still get notifications here. You can turn the emails on again in your profile settings."),
        UnsubscribeState.stop_wanted,
        button_link(t("Buyers are looking for"), href=paths.SELLER_WANTED),
    )


_STATES = (UnsubscribeState,)
PAGES = [
    Page(
        f"{paths.SAVED_SEARCHES}/unsubscribe",
        saved_search,
        t("Stop emails for this search"),
        t("Stop emails for a saved search."),
        _STATES,
        indexed=False,
    ),
    Page(
        f"{paths.WISHLIST}/unsubscribe",
        wishlist,
        t("Stop emails about saved ads"),
        t("Stop emails about saved ads."),
        _STATES,
        indexed=False,
    ),
    Page(
        "/wanted/unsubscribe",
        wanted_ads,
        t("Stop emails about what buyers are looking for"),
        t("Stop emails about wanted ads of buyers."),
        _STATES,
        indexed=False,
    ),
    Page(
        "/mail/unsubscribe",
        digests,
        t("Stop emails about unread messages"),
        t("Stop emails about unread messages."),
        _STATES,
        indexed=False,
    ),
]
