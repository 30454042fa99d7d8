"""The State of the sample page."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import search
from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.paging import Window
from marketplace.domain.search import SearchQuery
from marketplace.i18n.texts import t
from marketplace.web.base.page_state import PageState, Vars
from marketplace.web.base.page_url import PageUrl

_RELATED = 4


class SampleState(PageState, rx.State):
    """The related ads, which are real."""

    related: rx.Field[list[AdCard]] = rx.field(default_factory=list)

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:  # noqa: ARG003 - one page for all URLs
        """Load some ads."""
        return {"related": list(search.list_ads(db, actor, SearchQuery(featured=True), Window(1, _RELATED)).items)}

    @rx.event
    async def start_chat(self) -> None:
        """Explain that the sample has no seller to chat with."""
        await self._toast("info", t("This is a sample. On a real ad, this button starts a chat with the seller."))

    @rx.event
    async def show_phone(self) -> None:
        """Explain that the sample has no phone number."""
        await self._toast("info", t("This is a sample. On a real ad, this button shows the seller's number."))
