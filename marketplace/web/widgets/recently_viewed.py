"""The row of recently viewed ads."""

import reflex as rx
from reflex.vars import ObjectVar

from marketplace.domain import ads, search
from marketplace.domain.ads.schemas import CardView
from marketplace.i18n.texts import t
from marketplace.settings import get_settings
from marketplace.web import paths
from marketplace.web.base.domain_state import DomainState
from marketplace.web.components.button import button, button_link
from marketplace.web.components.section import section_header
from marketplace.web.components.view_history import view_history
from marketplace.web.widgets.wishlist_toggle import saveable_card

_ROW = "no-scrollbar -mx-4 flex snap-x gap-3 overflow-x-auto scroll-px-4 px-4 pb-1 sm:-mx-6 sm:gap-5 sm:scroll-px-6 sm:px-6 lg:mx-0 lg:px-0"


class RecentlyViewedState(DomainState, rx.State):
    """The current cards of the ads in the browser's history, without those that are no longer live.

    Attributes:
        compare_href: URL that compares the newest with others of its kind; empty without any.
    """

    cards: rx.Field[list[CardView]] = rx.field(default_factory=list)
    compare_href: str = ""
    clear_count: int = 0

    @rx.event
    async def load(self, ids: list[str]) -> None:
        """Load the cards of the ids that the browser has stored."""
        wanted = [str(ad_id) for ad_id in ids[: get_settings().recently_viewed]]
        found = await self._query_public(search.find_live_cards, wanted) if wanted else {}
        cards = [found[ad_id] for ad_id in wanted if ad_id in found]
        alike = ads.list_alike(cards)
        self.cards, self.compare_href = list(cards), paths.compare(alike) if len(alike) > 1 else ""

    @rx.event
    def clear(self) -> None:
        """Delete the history of this browser."""
        self.cards, self.compare_href = [], ""
        self.clear_count += 1


def _card(ad: ObjectVar[CardView]) -> rx.Component:
    return saveable_card(ad, class_name="w-36 shrink-0 snap-start max-sm:card-brief sm:w-52")


def recently_viewed(subject="", *, class_name: str = "") -> rx.Component:
    """Row of the recently viewed ads; hidden if there are none.

    Args:
        subject: id of the ad that the page shows, which is added to the history; empty on other pages.
        class_name: classes of the section.
    """
    return rx.fragment(
        view_history(
            subject=subject,
            most=get_settings().recently_viewed,
            version=RecentlyViewedState.clear_count,
            on_ids=RecentlyViewedState.load,
        ),
        rx.cond(
            RecentlyViewedState.cards.length() > 0,
            rx.el.section(
                rx.el.div(
                    section_header(t("Recently viewed")),
                    rx.el.div(
                        rx.cond(
                            RecentlyViewedState.compare_href,
                            button_link(
                                t("Compare"), href=RecentlyViewedState.compare_href, variant="secondary", size="sm"
                            ),
                        ),
                        button(t("Clear"), variant="ghost", size="sm", on_click=RecentlyViewedState.clear),
                        class_name="flex gap-2",
                    ),
                    class_name="flex items-end justify-between gap-4",
                ),
                rx.el.div(rx.foreach(RecentlyViewedState.cards, _card), class_name=_ROW),
                class_name=f"flex flex-col gap-5 {class_name}",
            ),
        ),
    )
