"""The State of the seller's dashboard."""

from typing import ClassVar

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import ads, chat
from marketplace.domain.ads.schemas import AdCard, DashboardStats
from marketplace.domain.paging import Window
from marketplace.domain.views import View
from marketplace.i18n.texts import t
from marketplace.models import AccountKind
from marketplace.web.base.page_state import PageState, Vars
from marketplace.web.base.page_url import PageUrl

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

    LOAD_FAILED: ClassVar[str] = t("Failed to fetch products")
    overview: DashboardView | None = None

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:  # noqa: ARG003 - one page for all URLs
        """Load the dashboard; the layout shows a login prompt to other visitors."""
        return {"overview": load_dashboard(db, actor)}
