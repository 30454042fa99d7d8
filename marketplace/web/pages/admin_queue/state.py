"""The State of the moderation queue."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import MarketplaceError
from marketplace.domain import moderation
from marketplace.domain.views import View
from marketplace.i18n.texts import t, tn
from marketplace.web import paths
from marketplace.web.admin.ad_cells import WaitingAd, waiting_ad
from marketplace.web.admin.admin_state import AdminState
from marketplace.web.admin.case_vars import CaseVars, parse_filter
from marketplace.web.admin.signals import short_labels
from marketplace.web.base.page_state import Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.components.pagination import PageLinks, list_links


class Queue(View):
    """A page of the queue."""

    rows: tuple[WaitingAd, ...] = ()
    links: PageLinks = PageLinks()


class QueueState(AdminState, CaseVars, rx.State):
    """A page of the queue and its selected ads."""

    queue: Queue = Queue()
    chosen: list[str] = []
    problems: list[str] = []
    busy: bool = False

    @rx.var
    def all_chosen(self) -> bool:
        """Return whether every ad of the page is selected."""
        return bool(self.queue.rows) and len(self.chosen) == len(self.queue.rows)

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:
        """Load the page of the URL; the layout shows a login to other visitors."""
        assigned = parse_filter(url)
        found = moderation.list_queue(db, actor, assigned=assigned, window=url.window)
        links = list_links(found, paths.ADMIN_QUEUE, assigned=assigned)
        signals = moderation.list_signals(db, actor, [row.id for row in found.items])
        rows = tuple(waiting_ad(row, short_labels(signals.get(row.id, ()))) for row in found.items)
        shared = cls._load_case_vars(db, actor, url)
        return {"queue": Queue(rows=rows, links=links), "chosen": [], **shared}

    @rx.event
    async def open(self) -> None:
        """Load the page of the URL."""
        self.problems = []
        await super().open()

    @rx.event
    def choose(self, ad_id: str, chosen: bool) -> None:
        """Select an ad, or deselect it."""
        others = [each for each in self.chosen if each != ad_id]
        is_shown = any(row.ad.id == ad_id for row in self.queue.rows)
        self.chosen = [*others, ad_id] if chosen and is_shown else others

    @rx.event
    def choose_all(self, chosen: bool) -> None:
        """Select all ads of the page, or none."""
        self.chosen = [row.ad.id for row in self.queue.rows] if chosen else []

    @rx.event
    async def approve(self):
        """Approve the selected ads, each in the version that is shown."""
        choices = [(row.ad.id, row.ad.version) for row in self.queue.rows if row.ad.id in self.chosen]
        names = {row.ad.id: row.ad.name for row in self.queue.rows}
        self.busy = True
        yield
        try:
            outcomes = await self._execute(moderation.approve_many, choices)
        except MarketplaceError as error:
            await self._show_error(error)
            return
        finally:
            self.busy = False
        done = sum(outcome.approved for outcome in outcomes)
        self.problems = [f"{names[each.ad_id]}: {each.message}" for each in outcomes if not each.approved]
        if done:
            await self._toast("success", tn("{count} ad approved", "{count} ads approved", done))
        if self.problems:
            await self._toast("warning", t("Some ads could not be approved."))
        await self._reload()
