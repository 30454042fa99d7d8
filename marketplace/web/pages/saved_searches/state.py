"""The searches somebody saved."""

import reflex as rx

from marketplace.domain import search
from marketplace.domain.search import SavedSearchView, messages
from marketplace.errors import Forbidden, NotSignedIn
from marketplace.texts import t
from marketplace.web.door import Door


class SavedSearchesState(Door, rx.State):
    """The saved searches of whoever looks at them."""

    items: list[SavedSearchView] = []
    loading: bool = True
    # The one whose deletion is being asked about.
    deleting: str = ""
    deleting_name: str = ""

    @rx.event
    async def open(self) -> None:
        """Fetch them; who may have none is told by the page itself."""
        self.keep()
        try:
            self.items = await self._ask(search.list_saved_searches)
        except (NotSignedIn, Forbidden):
            self.items = []
        finally:
            self.loading = False

    @rx.event
    def ask_delete(self, search_id: str, name: str) -> None:
        """Ask before deleting."""
        self.deleting, self.deleting_name = search_id, name

    @rx.event
    def keep(self) -> None:
        """Rather not."""
        self.deleting, self.deleting_name = "", ""

    @rx.event
    async def delete(self) -> None:
        """Delete the one that was asked about."""
        search_id = self.deleting
        self.keep()
        await self._do(search.delete_saved_search, search_id)
        self.items = [item for item in self.items if item.id != search_id]
        await self._toast("success", t(messages.DELETED))
