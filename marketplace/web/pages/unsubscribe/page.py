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


def _page(route: str, title: str, description: str, text: str, *, stop, back: tuple[str, str]) -> Page:
    """Return a page with a button that turns mails off.

    Args:
        text: what stays as it was.
        stop: event of the button.
        back: label and path of a link that the page shows afterwards.
    """

    def component() -> rx.Component:
        answer = rx.el.p(UnsubscribeState.answer, role="status", class_name="font-medium")
        return site_layout(
            rx.el.div(
                page_title(title, text),
                rx.cond(
                    UnsubscribeState.answer,
                    rx.fragment(answer, button_link(back[0], href=back[1])),
                    button(t("Stop these emails"), on_click=stop),
                ),
                class_name="mx-auto flex max-w-xl flex-col items-start gap-5 px-4 py-16",
            )
        )

    return Page(route, component, title, description, (UnsubscribeState,), indexed=False)


PAGES = [
    _page(
        f"{paths.SAVED_SEARCHES}/unsubscribe",
        t("Stop emails for this search"),
        t("Stop emails for a saved search."),
        t("The search stays saved, and you still get notifications here."),
        stop=UnsubscribeState.stop_search,
        back=(t("Saved searches"), paths.SAVED_SEARCHES),
    ),
    _page(
        f"{paths.WISHLIST}/unsubscribe",
        t("Stop emails about saved ads"),
        t("Stop emails about saved ads."),
        t("Your wishlist stays. You can turn the emails on again in your account."),
        stop=UnsubscribeState.stop_wishlist,
        back=(t("My Wishlist"), paths.WISHLIST),
    ),
    _page(
        "/wanted/unsubscribe",
        t("Stop emails about what buyers are looking for"),
        t("Stop emails about wanted ads of buyers."),
        t("You still get notifications here. You can turn the emails on again in your profile settings."),
        stop=UnsubscribeState.stop_wanted,
        back=(t("Buyers are looking for"), paths.SELLER_WANTED),
    ),
    _page(
        "/mail/unsubscribe",
        t("Stop emails about unread messages"),
        t("Stop emails about unread messages."),
        t("Your messages stay on the site. You can turn the emails on again in your account."),
        stop=UnsubscribeState.stop_digests,
        back=(t("Go to the home page"), paths.HOME),
    ),
]
