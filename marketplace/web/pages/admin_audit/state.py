"""The log of decisions."""

import reflex as rx

from marketplace.web.admin import messages
from marketplace.web.admin.desk import Desk
from marketplace.web.pages.admin_audit import views
from marketplace.web.pages.admin_audit.views import Log


class AuditState(Desk, rx.State):
    """A page of the log; the address holds what it is narrowed to."""

    log: Log = Log()

    @rx.event
    async def open(self) -> None:
        """Fetch what the address asks for."""
        target = self._param("target")
        known = target if target in messages.AUDIT_TARGETS else ""
        with self._fetching():
            self.log = await self._see(views.look, known, self._param("id"), self._page()) or Log()

    @rx.event
    def choose(self, target: str):
        """Only decisions about this kind of thing."""
        return rx.redirect(views.address(target if target in messages.AUDIT_TARGETS else ""))
