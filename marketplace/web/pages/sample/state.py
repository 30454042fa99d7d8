"""The State of the sample page."""

import reflex as rx

from marketplace.domain import search
from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.paging import Window
from marketplace.domain.search import SearchQuery
from marketplace.i18n.texts import t
from marketplace.web.base.domain_state import DomainState

_RELATED = 4


class SampleState(DomainState, rx.State):
    """The related ads, which are real."""

    related: rx.Field[list[AdCard]] = rx.field(default_factory=list)

    @rx.event
    async def open(self) -> None:
        """Load some ads."""
        page = await self._query(search.list_ads, SearchQuery(featured=True), Window(1, _RELATED))
        self.related = list(page.items)

    @rx.event
    async def start_chat(self) -> None:
        """Explain that the sample has no seller to chat with."""
        await self._toast("info", t("This is a sample. On a real ad, this button starts a chat with the seller."))

    @rx.event
    async def show_phone(self) -> None:
        """Explain that the sample has no phone number."""
        await self._toast("info", t("This is a sample. On a real ad, this button shows the seller's number."))
