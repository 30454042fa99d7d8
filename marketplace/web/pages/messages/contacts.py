"""The State of the contact list."""

import reflex as rx

from marketplace.web.base.domain_state import DomainState
from marketplace.web.pages.messages import views
from marketplace.web.pages.messages.views import CONTACTS, Contact, Contacts


class ContactList(DomainState, rx.State, mixin=True):
    """Mixin with conversations first, then other people who can be contacted; searched on the server, and paginated."""

    contacts: list[Contact] = []
    more: bool = False
    q: str = ""
    _contact_count: int = CONTACTS
    _other_contacts: tuple[Contact, ...] = ()

    @rx.event
    async def search(self, q: str) -> None:
        """Search contacts by name."""
        self.q, self._contact_count = q[:80], CONTACTS
        self._set_contacts(await self._query(views.list_contacts, self.q))

    @rx.event
    async def load_more_contacts(self) -> None:
        """Load the next page of contacts."""
        if self.more:
            self._contact_count += CONTACTS
            self._set_contacts(await self._query(views.list_contacts, self.q, self._contact_count))

    def _set_contacts(self, found: Contacts) -> None:
        if found.others is not None:
            self._other_contacts, self.more = found.others, found.more
        self.contacts = found.shown(self._other_contacts)
