"""What the sample page fetches, and what its buttons say."""

import reflex as rx

from marketplace.domain import search
from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.paging import Window
from marketplace.domain.search import SearchQuery
from marketplace.texts import t
from marketplace.web.door import Door

_RELATED = 4


class SampleState(Door, rx.State):
    """The ads beside the sample are real."""

    related: rx.Field[list[AdCard]] = rx.field(default_factory=list)

    @rx.event
    async def open(self) -> None:
        """Fetch some ads to go on to."""
        page = await self._ask(search.list_ads, SearchQuery(featured=True), Window(1, _RELATED))
        self.related = list(page.items)

    @rx.event
    async def chat(self) -> None:
        """Nobody is there to answer."""
        await self._toast("info", t("This is a sample. On a real ad, this button starts a chat with the seller."))

    @rx.event
    async def number(self) -> None:
        """There is no number."""
        await self._toast("info", t("This is a sample. On a real ad, this button shows the seller's number."))
