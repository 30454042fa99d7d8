"""The State of the audit log."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.web import paths
from marketplace.web.admin import messages
from marketplace.web.base.page_state import PageState, Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.pages.admin_audit import views
from marketplace.web.pages.admin_audit.views import Log


class AuditState(PageState, rx.State):
    """A page of the log. The URL has the filters and the page."""

    log: Log = Log()

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:
        """Load the page of the URL; the layout shows a login to other visitors."""
        filters = {name: url.param(name) for name in ("id", "person", "from", "to")}
        filters["target"] = url.choice("target", messages.AUDIT_TARGETS)
        return {"log": views.load_log(db, actor, filters, url.window)}

    @rx.event
    def choose(self, form: dict[str, str]):
        """Filter by type of target, person and days."""
        filters = {name: str(form.get(name, "")).strip() for name in ("target", "person", "from", "to")}
        return rx.redirect(paths.with_query(paths.ADMIN_AUDIT, **filters))
