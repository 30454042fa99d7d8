"""The people of the left pane."""

import reflex as rx

from marketplace.web.door import Door
from marketplace.web.pages.messages import views
from marketplace.web.pages.messages.views import CONTACTS, Contact, Contacts


class ContactList(Door, rx.State, mixin=True):
    """Conversations first, then others one may write to, searched on the server and paged."""

    contacts: list[Contact] = []
    more: bool = False
    q: str = ""
    _size: int = CONTACTS
    _others: tuple[Contact, ...] = ()

    @rx.event
    async def search(self, q: str) -> None:
        """Look for a contact by name."""
        self.q, self._size = q[:80], CONTACTS
        self._take(await self._ask(views.list_contacts, self.q))

    @rx.event
    async def more_contacts(self) -> None:
        """Further people, below those that are shown."""
        if self.more:
            self._size += CONTACTS
            self._take(await self._ask(views.list_contacts, self.q, self._size))

    def _take(self, found: Contacts) -> None:
        if found.others is not None:
            self._others, self.more = found.others, found.more
        self.contacts = found.shown(self._others)
