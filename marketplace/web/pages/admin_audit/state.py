"""The State of the audit log."""

import reflex as rx

from marketplace.web.admin import messages
from marketplace.web.admin.admin_state import AdminState
from marketplace.web.pages.admin_audit import views
from marketplace.web.pages.admin_audit.views import Log


class AuditState(AdminState, rx.State):
    """A page of the log. The URL has the filters and the page."""

    log: Log = Log()

    @rx.event
    async def open(self) -> None:
        """Load the page of the URL."""
        target = self._param("target")
        known = target if target in messages.AUDIT_TARGETS else ""
        with self._catch_load_errors():
            self.log = (
                await self._query_as_admin(views.load_log, known, self._param("id"), self._page_number()) or Log()
            )

    @rx.event
    def choose(self, target: str):
        """Filter by type of target."""
        return rx.redirect(views.log_url(target if target in messages.AUDIT_TARGETS else ""))
