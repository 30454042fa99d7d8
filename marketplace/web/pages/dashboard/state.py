"""The State of the seller's dashboard."""

from typing import ClassVar

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.money import group_indian
from marketplace.domain import accounts, ads, chat
from marketplace.domain.ads.schemas import DashboardAd, DashboardStats
from marketplace.domain.views import View
from marketplace.i18n.texts import t, tn
from marketplace.models import AccountKind
from marketplace.web.base.page_state import Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.widgets.ad_actions import AdActions


class DashboardView(View):
    """Statistics, and recently approved and sold ads.

    Attributes:
        followers: e.g. "1 follower"; empty without one.
    """

    stats: DashboardStats
    unread: int = 0
    followers: str = ""
    ads: tuple[DashboardAd, ...] = ()


def load_dashboard(db: Session, actor: Actor) -> DashboardView:
    """Load the dashboard of the signed-in seller."""
    own = actor.require(AccountKind.SELLER)
    followers = accounts.count_followers(db, actor)
    return DashboardView(
        stats=ads.get_dashboard_stats(db, actor, own),
        unread=chat.count_unread(db, actor),
        followers=tn("{shown} follower", "{shown} followers", followers, shown=group_indian(followers))
        if followers
        else "",
        ads=ads.get_dashboard_ads(db, actor, own),
    )


class DashboardState(AdActions, rx.State):
    """The dashboard of the signed-in seller."""

    LOAD_FAILED: ClassVar[str] = t("Failed to fetch products")
    overview: DashboardView | None = None

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:  # noqa: ARG003 - one page for all URLs
        """Load the dashboard; the layout shows a login prompt to other visitors."""
        return {"overview": load_dashboard(db, actor)}
