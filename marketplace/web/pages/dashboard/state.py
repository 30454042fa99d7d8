"""The State of the seller's dashboard."""

from typing import ClassVar

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.money import group_indian
from marketplace.domain import accounts, ads, chat, rentals
from marketplace.domain.ads.schemas import DashboardAds, DashboardStats
from marketplace.domain.views import View
from marketplace.i18n.texts import t, tn
from marketplace.models import AccountKind
from marketplace.web.base.page_state import Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.widgets.ad_actions import AdActions


class DashboardView(View):
    """Statistics, what waits for the seller, and recently approved ads.

    Attributes:
        replies_due, enquiries_due: e.g. "3 buyers wait for your reply"; empty if none does.
        followers: e.g. "1 follower"; empty without one.
    """

    stats: DashboardStats
    unread: int = 0
    replies_due: str = ""
    enquiries_due: str = ""
    followers: str = ""
    ads: DashboardAds = DashboardAds()


def load_dashboard(db: Session, actor: Actor) -> DashboardView:
    """Load the dashboard of the signed-in seller."""
    own = actor.require(AccountKind.SELLER)
    waiting, enquiries = chat.count_waiting(db, actor), rentals.count_by_status(db, actor).pending
    followers = accounts.count_followers(db, actor)
    return DashboardView(
        stats=ads.get_dashboard_stats(db, actor, own),
        unread=chat.count_unread(db, actor),
        replies_due=tn("{count} buyer waits for your reply", "{count} buyers wait for your reply", waiting)
        if waiting
        else "",
        enquiries_due=tn("{count} enquiry waits for your answer", "{count} enquiries wait for your answer", enquiries)
        if enquiries
        else "",
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
