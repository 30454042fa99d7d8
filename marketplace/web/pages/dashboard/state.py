"""The State of the seller's dashboard."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import ads, chat
from marketplace.domain.ads.schemas import AdCard, DashboardStats
from marketplace.domain.paging import Window
from marketplace.domain.views import View
from marketplace.i18n.texts import t
from marketplace.models import AccountKind
from marketplace.web.base.page_state import PageState

_NEWEST = Window(limit=10)


class DashboardView(View):
    """Statistics and recently approved ads."""

    stats: DashboardStats
    unread: int = 0
    ads: tuple[AdCard, ...] = ()


def load_dashboard(db: Session, actor: Actor) -> DashboardView:
    """Load the dashboard of the signed-in seller."""
    own = actor.require(AccountKind.SELLER)
    return DashboardView(
        stats=ads.get_dashboard_stats(db, actor, own),
        unread=chat.count_unread(db, actor),
        ads=ads.list_approved_of(db, own, with_sold=True, window=_NEWEST).items,
    )


class DashboardState(PageState, rx.State):
    """The dashboard of the signed-in seller."""

    overview: DashboardView | None = None

    @rx.event
    async def open(self) -> None:
        """Load the dashboard; the layout shows a login prompt to other visitors."""
        self.overview = None
        with self._catch_load_errors(t("Failed to fetch products")):
            self.overview = await self._query(load_dashboard)
