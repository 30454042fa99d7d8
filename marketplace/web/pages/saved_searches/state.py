"""The State of the saved searches page."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.domain import saved_searches
from marketplace.domain.saved_searches import SavedSearchView, messages
from marketplace.i18n.texts import t
from marketplace.models import Cadence
from marketplace.web.base.page_state import PageState, Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.widgets.delete_dialog import DeleteDialog

NO_MAIL = "none"
CADENCES = {
    Cadence.AT_ONCE: t("Email immediately"),
    Cadence.DAILY: t("Email once a day"),
    Cadence.WEEKLY: t("Email once a week"),
}


class SavedSearchesState(PageState, DeleteDialog, rx.State):
    """The caller's saved searches.

    Attributes:
        renaming: id of the search in the rename dialog; empty while it is closed.
        name_error: why the new name was rejected.
    """

    items: list[SavedSearchView] = []
    renaming: str = ""
    renaming_from: str = ""
    name_error: str = ""

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:  # noqa: ARG003 - one page for all URLs
        """Load the searches; the page shows a login prompt to others."""
        return {"items": saved_searches.list_saved_searches(db, actor)}

    @rx.event
    async def open(self) -> None:
        """Load the searches and close the dialogs."""
        self.close_delete_dialog()
        self.close_rename_dialog()
        await super().open()

    @rx.event
    async def refresh(self) -> None:
        """Load the searches again after a change in another tab."""
        await self._reload()

    @rx.event
    async def choose(self, search_id: str, choice: str) -> None:
        """Set how often a search is mailed, or turn its mails off."""
        if choice == NO_MAIL:
            await self._update(search_id, wants_mail=False)
        elif choice in CADENCES:
            await self._update(search_id, cadence=Cadence(choice), wants_mail=True)

    @rx.event
    def open_rename_dialog(self, search_id: str, name: str) -> None:
        """Open the rename dialog."""
        self.renaming, self.renaming_from, self.name_error = search_id, name, ""

    @rx.event
    async def rename(self, form: dict[str, str]) -> None:
        """Rename the search in the dialog."""
        try:
            await self._update(self.renaming, name=str(form.get("name", "")))
        except Invalid as error:
            self.name_error = error.message
            return
        self.close_rename_dialog()

    async def _update(self, search_id: str, **changes: object) -> None:
        changed = await self._execute(
            lambda db, actor: saved_searches.change_saved_search(db, actor, search_id, **changes)  # pyright: ignore
        )
        self.items = [changed if item.id == search_id else item for item in self.items]
        await self._toast("success", t(messages.CHANGED))

    @rx.event
    def close_rename_dialog(self) -> None:
        """Close the rename dialog without a change."""
        self.renaming, self.renaming_from, self.name_error = "", "", ""

    async def _delete(self, item_id: str) -> None:
        await self._execute(saved_searches.delete_saved_search, item_id)
        self.items = [item for item in self.items if item.id != item_id]
        await self._toast("success", t(messages.DELETED))
