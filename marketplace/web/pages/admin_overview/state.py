"""The desk at a glance."""

import reflex as rx

from marketplace.web.admin.desk import Desk
from marketplace.web.pages.admin_overview import views
from marketplace.web.pages.admin_overview.views import Overview


class OverviewState(Desk, rx.State):
    """What waits, and what was done."""

    overview: Overview = Overview()

    @rx.event
    async def open(self) -> None:
        """Fetch it; again every so often while the page is in sight."""
        with self._fetching():
            self.overview = await self._see(views.look) or Overview()
