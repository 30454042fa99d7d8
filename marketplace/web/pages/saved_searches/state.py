"""The searches somebody saved."""

import reflex as rx

from marketplace.domain import search
from marketplace.domain.search import SavedSearchView, messages
from marketplace.errors import Invalid
from marketplace.models import Cadence
from marketplace.texts import t
from marketplace.web.fetching import Fetching

NO_MAIL = "none"
CADENCES = {
    Cadence.AT_ONCE: t("Mail at once"),
    Cadence.DAILY: t("Mail once a day"),
    Cadence.WEEKLY: t("Mail once a week"),
}


class SavedSearchesState(Fetching, rx.State):
    """The saved searches of whoever looks at them."""

    items: list[SavedSearchView] = []
    # The one whose deletion is being asked about.
    deleting: str = ""
    deleting_name: str = ""
    # The one that gets another name, and what was wrong with that.
    renaming: str = ""
    renaming_from: str = ""
    name_error: str = ""

    @rx.event
    async def open(self) -> None:
        """Fetch them; who may have none is told by the page itself."""
        self.keep()
        self.items = []
        with self._fetching():
            self.items = await self._ask(search.list_saved_searches)

    @rx.event
    async def choose(self, search_id: str, choice: str) -> None:
        """How often one is mailed, or not at all."""
        if choice == NO_MAIL:
            await self._change(search_id, wants_mail=False)
        elif choice in CADENCES:
            await self._change(search_id, cadence=Cadence(choice), wants_mail=True)

    @rx.event
    def ask_name(self, search_id: str, name: str) -> None:
        """Open the box for another name."""
        self.renaming, self.renaming_from, self.name_error = search_id, name, ""

    @rx.event
    async def rename(self, form: dict[str, str]) -> None:
        """Give it the name that was typed."""
        try:
            await self._change(self.renaming, name=str(form.get("name", "")))
        except Invalid as error:
            self.name_error = error.message
            return
        self.keep()

    async def _change(self, search_id: str, **changes: object) -> None:
        changed = await self._do(
            lambda db, actor: search.change_saved_search(db, actor, search_id, **changes)  # pyright: ignore
        )
        self.items = [changed if item.id == search_id else item for item in self.items]
        await self._toast("success", t(messages.CHANGED))

    @rx.event
    def ask_delete(self, search_id: str, name: str) -> None:
        """Ask before deleting."""
        self.deleting, self.deleting_name = search_id, name

    @rx.event
    def keep(self) -> None:
        """Close the boxes; rather not."""
        self.deleting, self.deleting_name = "", ""
        self.renaming, self.renaming_from, self.name_error = "", "", ""

    @rx.event
    async def delete(self) -> None:
        """Delete the one that was asked about."""
        search_id = self.deleting
        self.keep()
        await self._do(search.delete_saved_search, search_id)
        self.items = [item for item in self.items if item.id != search_id]
        await self._toast("success", t(messages.DELETED))
