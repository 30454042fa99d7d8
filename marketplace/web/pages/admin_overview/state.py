"""The State of the admin overview."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.web.base.page_state import PageState, Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.pages.admin_overview import views
from marketplace.web.pages.admin_overview.views import AdminOverview


class OverviewState(PageState, rx.State):
    """The metrics and the next ads."""

    overview: AdminOverview = AdminOverview()

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:  # noqa: ARG003 - one page for all URLs
        """Load the overview; the layout shows a login to other visitors."""
        return {"overview": views.load_overview(db, actor)}
