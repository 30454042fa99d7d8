"""Dialog that says what marking ads as sold will end, and asks; it stays closed if that ends nothing."""

from collections.abc import Sequence

import reflex as rx

from marketplace.domain import ads
from marketplace.i18n.texts import t
from marketplace.web.base.page_state import PageState
from marketplace.web.components.button import button
from marketplace.web.components.dialog import close_button, confirm


class EndingsDialog(PageState, rx.State, mixin=True):
    """Mixin of the States whose ads can be marked as sold; `endings` says what that ends, and is empty while the dialog is closed."""

    endings: str = ""
    _selling: list[str] = []

    @rx.event
    def close_endings(self) -> None:
        """Close the dialog; the ads stay as they are."""
        self.endings = ""

    @rx.event
    async def sell_anyway(self) -> None:
        """Mark the ads in the dialog as sold."""
        if self.endings:
            self.endings = ""
            await self._sell(self._selling)

    async def _sell_or_ask(self, ad_ids: Sequence[str]) -> None:
        """Mark own ads as sold at once if that ends nothing, else open the dialog."""
        self._selling = list(ad_ids)
        self.endings = await self._query(ads.describe_endings, self._selling, "sold")
        if not self.endings:
            await self._sell(self._selling)

    async def _sell(self, ad_ids: list[str]) -> None:
        """Mark ads as sold, and show the result."""
        raise NotImplementedError


def endings_dialog(state: type[EndingsDialog]) -> rx.Component:
    """The dialog; once on each page."""
    return confirm(
        rx.fragment(state.endings, " ", t("Mark as sold?")),
        close_button(t("Cancel")),
        button(t("Mark as sold"), on_click=state.sell_anyway),
        open=state.endings != "",
        on_close=state.close_endings,
        title=t("Mark as sold"),
        name="endings",
    )
