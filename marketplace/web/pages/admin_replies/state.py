"""The State of the page with canned replies."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import cases
from marketplace.domain.cases import ReplyDraft, ReplyView, messages
from marketplace.i18n.texts import t
from marketplace.web.admin.list_editor import NEW, ListEditor
from marketplace.web.base.page_state import Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.widgets.delete_dialog import DeleteDialog


class RepliesState(ListEditor, DeleteDialog, rx.State):
    """The canned replies, the purposes for which there are some, and the form that edits one. `version` rises when the form opens."""

    rows: list[ReplyView] = []
    purposes: list[str] = []
    purpose: str = "rejection"
    text: str = ""
    version: int = 0

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:  # noqa: ARG003 - one page for all URLs
        """Load the list; the layout shows a login to other visitors."""
        rows = cases.list_replies(db, actor)
        return {"rows": rows, "purposes": sorted({row.purpose for row in rows})}

    @rx.event
    async def open(self) -> None:
        """Load the page of the URL, and close the dialogs."""
        self.editing, self.deleting = "", ""
        await super().open()

    @rx.event
    def add(self, purpose: str) -> None:
        """Open the form for a new reply."""
        self._open_editor(NEW, purpose, "", "")

    @rx.event
    def edit(self, reply_id: str) -> None:
        """Open the form for a reply."""
        chosen = next((row for row in self.rows if row.id == reply_id), None)
        if chosen is not None:
            self._open_editor(chosen.id, chosen.purpose, chosen.title, chosen.text)

    @rx.event
    async def save(self, form: dict[str, str]) -> None:
        """Save the reply."""
        draft = ReplyDraft(**{name: str(form.get(name, "")) for name in ("purpose", "title", "text")})
        await self._save_draft(cases.create_reply, cases.update_reply, draft, done=t(messages.REPLY_SAVED))

    async def _delete(self, item_id: str) -> None:
        await self._execute_and_reload(cases.delete_reply, item_id, done=t(messages.REPLY_DELETED))

    def _open_editor(self, editing: str, purpose: str, title: str, text: str) -> None:
        self.editing, self.purpose, self.name, self.text = editing, purpose, title, text
        self.version, self.errors, self.error = self.version + 1, {}, ""
