"""The page of the links that ask a seller whether an ad is still available: one tap answers, without a login.

Only pressing a button answers the question, because mail scanners follow links.
"""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import MarketplaceError
from marketplace.domain import ads
from marketplace.domain.ads.schemas import AskedAd
from marketplace.i18n.texts import t, tn
from marketplace.web import paths
from marketplace.web.base.page_state import PageState, Vars, content_or_error
from marketplace.web.base.page_url import PageUrl
from marketplace.web.components.button import button, button_link
from marketplace.web.components.photo import thumb
from marketplace.web.components.price import price
from marketplace.web.components.section import page_title
from marketplace.web.layouts.site import site_layout
from marketplace.web.page_registry import Page


class StillAvailableState(PageState, rx.State):
    """The ad of the link, and the answer.

    Attributes:
        quiet: how long the seller has done nothing about the ad, for display.
        problem: why the link can't be used.
        done: what the answer has done.
    """

    asked: AskedAd | None = None
    quiet: str = ""
    problem: str = ""
    done: str = ""
    answering: str = ""
    _answered_token: str = ""

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:
        """Load the ad of the link."""
        try:
            asked = ads.find_asked(db, actor, url.param("token"))
        except MarketplaceError as error:
            return {"asked": None, "problem": error.message, "done": ""}
        quiet = tn("No change for a day", "No change for {count} days", max(1, asked.days))
        return {"asked": asked, "quiet": quiet, "problem": "", "done": ""}

    @rx.event
    async def open(self) -> None:
        """Load the ad of the link. Once this tab has answered, a reconnect keeps the result."""
        if not (self.done and self._answered_token == self._page_url().param("token")):
            await self._reload()

    @rx.event
    async def answer(self, said: str):
        """Send the answer: available, reserved, sold or pause."""
        self.answering = said
        yield
        token = self._page_url().param("token")
        try:
            self.done = await self._execute(ads.answer, token, said)
            self._answered_token = token
        except MarketplaceError as error:
            self.problem = error.message
        finally:
            self.answering = ""


def _answer(said: str, words: str, mark: str, *, main: bool = False) -> rx.Component:
    return button(
        words,
        icon=mark,
        variant="primary" if main else "secondary",
        full=True,
        busy=StillAvailableState.answering == said,
        on_click=StillAvailableState.answer(said),
    )


def _question() -> rx.Component:
    card = StillAvailableState.asked.card
    return rx.fragment(
        rx.el.div(
            thumb(card.cover, alt="", px=96),
            rx.el.div(
                rx.el.p(card.display_name, class_name="font-semibold [overflow-wrap:anywhere]"),
                price(card, without=t("Price on request")),
                rx.el.p(StillAvailableState.quiet, class_name="text-sm text-muted"),
                class_name="flex min-w-0 flex-col gap-0.5",
            ),
            class_name="flex w-full items-center gap-4 rounded-box border border-line bg-raised p-4",
        ),
        rx.el.div(
            _answer("available", t("Yes, it is available"), "circle-check", main=True),
            _answer("reserved", t("It is reserved"), "handshake"),
            _answer("sold", t("It is sold"), "badge-check"),
            _answer("pause", t("Pause the ad"), "pause"),
            class_name="flex w-full flex-col gap-3",
        ),
        rx.el.p(t("One tap is enough. You can change it later under My Ads."), class_name="text-sm text-muted"),
    )


def _ending(words) -> rx.Component:
    return rx.fragment(
        rx.el.p(words, role="status", class_name="font-medium"),
        button_link(t("My Ads"), href=paths.SELLER_ADS, variant="secondary"),
    )


def still_available() -> rx.Component:
    """The question with four answers, or the result of the answer."""
    state = StillAvailableState
    return site_layout(
        rx.el.div(
            page_title(t("Is it still available?")),
            content_or_error(
                state,
                rx.cond(
                    state.done,
                    _ending(state.done),
                    rx.cond(
                        state.problem,
                        _ending(state.problem),
                        rx.cond(
                            state.asked,
                            _question(),
                            rx.el.div(class_name="skeleton h-80 w-full rounded-box", aria_hidden="true"),
                        ),
                    ),
                ),
            ),
            class_name="mx-auto flex max-w-md flex-col items-start gap-5 px-4 py-8 sm:py-16",
        )
    )


PAGES = [
    Page(
        paths.STILL_AVAILABLE,
        still_available,
        t("Is it still available?"),
        t("Say whether an ad is still available, reserved or sold."),
        (StillAvailableState,),
        indexed=False,
    )
]
