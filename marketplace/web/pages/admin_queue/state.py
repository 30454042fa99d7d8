"""The queue of ads that wait."""

import reflex as rx
from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain import moderation
from marketplace.domain.paging import Window
from marketplace.domain.views import View
from marketplace.errors import MarketplaceError
from marketplace.settings import get_settings
from marketplace.texts import t, tn
from marketplace.web import paths
from marketplace.web.admin.desk import Desk
from marketplace.web.admin.rows import WaitingAd, waiting_ad
from marketplace.web.components.pagination import PageLinks, page_links


class Queue(View):
    """A page of it."""

    rows: tuple[WaitingAd, ...] = ()
    total: int = 0
    links: PageLinks = PageLinks()


def look(db: Session, actor: Actor, page: int) -> Queue:
    """Ads that wait: those handed in again first, then the oldest.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    found = moderation.list_queue(db, actor, window=Window(page, get_settings().page_size))
    return Queue(
        rows=tuple(waiting_ad(row) for row in found.items),
        total=found.total,
        links=page_links(found.page, found.pages, lambda number: f"{paths.ADMIN_QUEUE}?page={number}"),
    )


class QueueState(Desk, rx.State):
    """The queue's page, and which of its ads are ticked."""

    queue: Queue = Queue()
    chosen: list[str] = []
    problems: list[str] = []
    busy: bool = False

    @rx.var
    def all_chosen(self) -> bool:
        """Whether every ad of the page is ticked."""
        return bool(self.queue.rows) and len(self.chosen) == len(self.queue.rows)

    @rx.event
    async def open(self) -> None:
        """Fetch the page that the address asks for."""
        self.problems = []
        await self._fetch()

    @rx.event
    def choose(self, ad_id: str, chosen: bool) -> None:
        """Tick an ad, or not."""
        others = [each for each in self.chosen if each != ad_id]
        self.chosen = [*others, ad_id] if chosen else others

    @rx.event
    def choose_all(self, chosen: bool) -> None:
        """Tick the whole page, or nothing."""
        self.chosen = [row.ad.id for row in self.queue.rows] if chosen else []

    @rx.event
    async def approve(self):
        """Approve what is ticked, each ad in the version that is shown."""
        choices = [(row.ad.id, row.ad.version) for row in self.queue.rows if row.ad.id in self.chosen]
        names = {row.ad.id: row.ad.name for row in self.queue.rows}
        self.busy = True
        yield
        try:
            outcomes = await self._do(moderation.approve_many, choices)
        except MarketplaceError as error:
            await self._refused(error)
            return
        finally:
            self.busy = False
        done = sum(outcome.approved for outcome in outcomes)
        self.problems = [f"{names[each.ad_id]}: {each.message}" for each in outcomes if not each.approved]
        if done:
            await self._toast("success", tn("{count} ad approved", "{count} ads approved", done))
        if self.problems:
            await self._toast("warning", t("Some ads could not be approved."))
        await self._fetch()

    async def _fetch(self) -> None:
        self.chosen = []
        with self._fetching():
            self.queue = await self._see(look, self._page()) or Queue()
