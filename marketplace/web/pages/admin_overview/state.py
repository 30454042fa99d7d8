"""The State of the admin overview."""

import reflex as rx

from marketplace.web.admin.admin_state import AdminState
from marketplace.web.pages.admin_overview import views
from marketplace.web.pages.admin_overview.views import AdminOverview


class OverviewState(AdminState, rx.State):
    """The metrics and the next ads."""

    overview: AdminOverview = AdminOverview()

    @rx.event
    async def open(self) -> None:
        """Load the overview; it is polled while the page is visible."""
        with self._catch_load_errors():
            self.overview = await self._query_as_admin(views.load_overview) or AdminOverview()
