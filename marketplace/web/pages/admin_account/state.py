"""The State of the page of an account."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import moderation
from marketplace.domain.moderation import messages
from marketplace.i18n.texts import t
from marketplace.web.admin.suspension import SuspensionDialog
from marketplace.web.base.page_state import Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.pages.admin_account import views
from marketplace.web.pages.admin_account.views import AccountPage


class AccountState(SuspensionDialog, rx.State):
    """The account of the URL."""

    page: AccountPage | None = None

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:
        """Load the account of the URL; the layout shows a login to other visitors."""
        page = views.load_account(db, actor, url.last)
        return {"page": page, "suspending": ""}

    @rx.event
    async def end_sessions(self, account_id: str) -> None:
        """Sign the account out everywhere."""
        await self._execute_and_reload(moderation.end_sessions, account_id, done=t(messages.SIGNED_OUT))
