"""The pages of the links in mails. They act on a button press, so that mail scanners trigger nothing."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import reflex as rx

from marketplace.core.errors import MarketplaceError
from marketplace.domain import chat, content, saved_searches, wanted, wishlist
from marketplace.domain.ads import messages as ads_messages
from marketplace.domain.chat import messages as chat_messages
from marketplace.domain.content import messages as content_messages
from marketplace.domain.saved_searches import messages as saved_searches_messages
from marketplace.domain.wanted import messages as wanted_messages
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.base.domain_state import DomainState
from marketplace.web.components.button import button, button_link
from marketplace.web.components.section import page_title
from marketplace.web.layouts.site import site_layout
from marketplace.web.page_registry import Page


@dataclass(frozen=True)
class MailLink:
    """A page with one button.

    Attributes:
        text: what the button does, or what stays as it was.
        act: the domain function of the button, which takes the token of the URL.
        done: message id of the success.
        words: label of the button.
        back: label and path of the link that the page shows afterwards.
    """

    title: str
    description: str
    text: str
    act: Callable[..., Any]
    done: str
    words: str = field(default=t("Stop these emails"), kw_only=True)
    back: tuple[str, str] = field(default=(t("Go to the home page"), paths.HOME), kw_only=True)


_LINKS = {
    f"{paths.SAVED_SEARCHES}/unsubscribe": MailLink(
        t("Stop emails for this search"),
        t("Stop emails for a saved search."),
        t("The search stays saved, and you still get notifications here."),
        saved_searches.stop_alerts,
        saved_searches_messages.NO_MORE_ALERTS,
        back=(t("Saved searches"), paths.SAVED_SEARCHES),
    ),
    f"{paths.WISHLIST}/unsubscribe": MailLink(
        t("Stop emails about saved ads"),
        t("Stop emails about saved ads."),
        t("Your wishlist stays. You can turn the emails on again in your account."),
        wishlist.MAILS.stop,
        ads_messages.NO_MORE_SAVED_MAILS,
        back=(t("My Wishlist"), paths.WISHLIST),
    ),
    "/wanted/unsubscribe": MailLink(
        t("Stop emails about what buyers are looking for"),
        t("Stop emails about wanted ads of buyers."),
        t("You still get notifications here. You can turn the emails on again in your profile settings."),
        wanted.MAILS.stop,
        wanted_messages.NO_MORE_MAILS,
        back=(t("Buyers are looking for"), paths.SELLER_WANTED),
    ),
    "/mail/unsubscribe": MailLink(
        t("Stop emails about unread messages"),
        t("Stop emails about unread messages."),
        t("Your messages stay on the site. You can turn the emails on again in your account."),
        chat.DIGESTS.stop,
        chat_messages.NO_MORE_DIGESTS,
    ),
    "/newsletter/confirm": MailLink(
        t("Confirm the newsletter"),
        t("Confirm your address."),
        t("Confirm that you want to get our newsletter now and then."),
        content.confirm,
        content_messages.CONFIRMED,
        words=t("Confirm"),
    ),
    "/newsletter/unsubscribe": MailLink(
        t("Unsubscribe from the newsletter"),
        t("Unsubscribe from the newsletter."),
        t("You won't get any more newsletters."),
        content.unsubscribe,
        content_messages.UNSUBSCRIBED,
        words=t("Unsubscribe"),
    ),
}


class MailLinkState(DomainState, rx.State):
    """Acts on the token in the URL, which is the permission: no login is needed."""

    answer: str = ""
    _answered: str = ""

    @rx.event
    def open(self) -> None:
        """Reset the page; following the link alone changes nothing."""
        # The button may be pressed before this event; keep its answer, but not that of another link.
        if self._answered != self._path_and_token():
            self.answer = ""

    @rx.event
    async def press(self, route: str) -> None:
        """Do what the button of a page says."""
        if route not in _LINKS:
            return
        link = _LINKS[route]
        self._answered = self._path_and_token()
        try:
            await self._execute(link.act, self._token())
        except MarketplaceError as error:
            self.answer = error.message
            return
        self.answer = t(link.done)

    def _token(self) -> str:
        return self.router.url.query_parameters.get("token", "")

    def _path_and_token(self) -> str:
        return f"{self.router.url.path}?{self._token()}"


def _page(route: str, link: MailLink) -> Page:
    def component() -> rx.Component:
        return site_layout(
            rx.el.div(
                page_title(link.title, link.text),
                rx.cond(
                    MailLinkState.answer,
                    rx.fragment(
                        rx.el.p(MailLinkState.answer, role="status", class_name="font-medium"),
                        button_link(link.back[0], href=link.back[1]),
                    ),
                    button(link.words, on_click=MailLinkState.press(route)),
                ),
                class_name="mx-auto flex max-w-xl flex-col items-start gap-5 px-4 py-16",
            )
        )

    return Page(route, component, link.title, link.description, (MailLinkState,), indexed=False)


PAGES = [_page(route, link) for route, link in _LINKS.items()]
