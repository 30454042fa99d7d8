"""What a seller sees first."""

import reflex as rx
from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain import ads, chat
from marketplace.domain.ads.schemas import AdCard, DashboardStats
from marketplace.domain.paging import Window
from marketplace.domain.views import View
from marketplace.models import AccountKind
from marketplace.texts import t
from marketplace.web.fetching import Fetching

_NEWEST = Window(limit=10)


class Overview(View):
    """Three numbers, and the ads that were approved."""

    stats: DashboardStats
    unread: int = 0
    ads: tuple[AdCard, ...] = ()


def look(db: Session, actor: Actor) -> Overview:
    """The signed-in seller's overview."""
    own = actor.require(AccountKind.SELLER)
    return Overview(
        stats=ads.get_dashboard_stats(db, actor, own),
        unread=chat.count_unread(db, actor),
        ads=ads.list_approved_of(db, own, with_sold=True, window=_NEWEST).items,
    )


class DashboardState(Fetching, rx.State):
    """The dashboard of whoever looks at it."""

    overview: Overview | None = None

    @rx.event
    async def open(self) -> None:
        """Fetch the numbers; others than sellers are told by the layout."""
        self.overview = None
        with self._fetching(t("Failed to fetch products")):
            self.overview = await self._ask(look)
