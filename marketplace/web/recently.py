"""Ads that were looked at before, on the pages where one might want to go back to them."""

import reflex as rx
from reflex.vars import ObjectVar

from marketplace.domain import search
from marketplace.domain.ads.schemas import AdCard
from marketplace.settings import get_settings
from marketplace.texts import t
from marketplace.web.components.button import button
from marketplace.web.components.recent import recent
from marketplace.web.components.section import section_header
from marketplace.web.door import Door
from marketplace.web.saved import live_card

_ROW = "no-scrollbar -mx-4 flex snap-x gap-3 overflow-x-auto scroll-px-4 px-4 pb-1 sm:-mx-6 sm:gap-5 sm:scroll-px-6 sm:px-6 lg:mx-0 lg:px-0"


class RecentState(Door, rx.State):
    """The cards of what this browser remembers, as they are today; what is no longer live is left out."""

    cards: rx.Field[list[AdCard]] = rx.field(default_factory=list)
    forgotten: int = 0

    @rx.event
    async def show(self, ids: list[str]) -> None:
        """The browser told what was looked at."""
        wanted = [str(ad_id) for ad_id in ids[: get_settings().recently_viewed]]
        found = await self._ask(search.find_live_cards, wanted) if wanted else {}
        self.cards = [found[ad_id] for ad_id in wanted if ad_id in found]

    @rx.event
    def forget(self) -> None:
        """Forget them all, on this device."""
        self.cards = []
        self.forgotten += 1


def _card(ad: ObjectVar[AdCard]) -> rx.Component:
    return live_card(ad, class_name="w-40 shrink-0 snap-start sm:w-52")


def recently_viewed(subject="", *, class_name: str = "") -> rx.Component:
    """A row of what was looked at before; nothing where nothing was.

    Args:
        subject: the id of the ad that the page shows, remembered from now on; empty on other pages.
        class_name: of the section around it.
    """
    return rx.fragment(
        recent(subject, most=get_settings().recently_viewed, version=RecentState.forgotten, on_ids=RecentState.show),
        rx.cond(
            RecentState.cards.length() > 0,
            rx.el.section(
                rx.el.div(
                    section_header(t("Recently viewed")),
                    button(t("Clear"), variant="ghost", size="sm", on_click=RecentState.forget),
                    class_name="flex items-end justify-between gap-4",
                ),
                rx.el.div(rx.foreach(RecentState.cards, _card), class_name=_ROW),
                class_name=f"flex flex-col gap-5 {class_name}",
            ),
        ),
    )
