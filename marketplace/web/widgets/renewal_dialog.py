"""The dialog of the renewal links in mails about expiry: only pressing Yes renews."""

from typing import ClassVar

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import Forbidden, MarketplaceError, NotFound, NotSignedIn
from marketplace.domain.views import View
from marketplace.i18n.texts import t
from marketplace.web.base.domain_state import DomainState
from marketplace.web.components.button import button
from marketplace.web.components.dialog import close_button, confirm


class Renewal(View):
    """What is to be renewed; empty for nothing."""

    item_id: str = ""
    name: str = ""
    question: str = ""


class RenewalDialog(DomainState, rx.State, mixin=True):
    """Mixin of the States of the dialog, which the parameter `renew` of the URL of the page with this PATH opens."""

    PATH: ClassVar[str] = ""

    renewal: Renewal = Renewal()

    @rx.event
    async def open(self) -> None:
        """Open the dialog for what the URL names; following the link alone changes nothing."""
        item_id = self.router.url.query_parameters.get("renew", "")
        self.renewal = Renewal()
        if not item_id:
            return
        try:
            self.renewal = await self._query(self._find_renewal, item_id)
        except (NotSignedIn, Forbidden):
            # The page itself shows the login prompt.
            return
        except NotFound as error:
            await self._toast("error", error.message)

    @rx.event
    def dismiss(self):
        """Close the dialog without renewing."""
        return self._close()

    @rx.event
    async def renew(self):
        """Renew what the dialog names."""
        try:
            await self._toast("success", await self._renew(self.renewal.item_id))
        except MarketplaceError as error:
            await self._toast("error", error.message)
        return self._close()

    def _close(self):
        """Remove the parameter from the URL, which reloads the list."""
        self.renewal = Renewal()
        return rx.redirect(self.PATH, replace=True)

    @staticmethod
    def _find_renewal(db: Session, actor: Actor, item_id: str) -> Renewal:
        """Load the question about something of the caller. Renewing checks whether it is possible."""
        raise NotImplementedError

    async def _renew(self, item_id: str) -> str:
        """Renew something of the caller; returns what a toast says then."""
        raise NotImplementedError


def renewal_dialog(state: type[RenewalDialog], *, title: str, name: str) -> rx.Component:
    """The dialog with the question, whose id is `name`."""
    return confirm(
        rx.fragment(rx.el.b(state.renewal.name), rx.el.br(), state.renewal.question),
        close_button(t("No")),
        button(t("Yes"), on_click=state.renew),
        open=state.renewal.item_id != "",
        on_close=state.dismiss,
        title=title,
        name=name,
    )
