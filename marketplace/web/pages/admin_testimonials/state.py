"""The State of the testimonials page."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import content
from marketplace.domain.content import TestimonialDraft, TestimonialView
from marketplace.i18n.texts import t
from marketplace.web.admin.list_editor import NEW, ListEditor
from marketplace.web.admin.picture_editor import PictureEditor
from marketplace.web.admin.reorder import move_id
from marketplace.web.base.page_state import Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.widgets.delete_dialog import DeleteDialog


class TestimonialsState(ListEditor, DeleteDialog, PictureEditor, rx.State):
    """The list of testimonials and the form of the edited one."""

    __test__ = False  # pytest takes classes named Test... for tests

    rows: list[TestimonialView] = []
    description: str = ""

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:  # noqa: ARG003 - one page for all URLs
        """Load the list; the layout shows a login to other visitors."""
        return {"rows": content.list_editable_testimonials(db, actor)}

    @rx.event
    async def open(self) -> None:
        """Load the page of the URL, and close the dialogs."""
        self.editing, self.deleting = "", ""
        await super().open()

    @rx.event
    async def move(self, testimonial_id: str, step: int) -> None:
        """Move a testimonial by `step` places."""
        order = move_id([row.id for row in self.rows], testimonial_id, step)
        await self._execute_and_reload(content.reorder_testimonials, order)

    @rx.event
    def add(self) -> None:
        """Open the form for a new testimonial."""
        self._open_editor(NEW, "", "")
        self._start_picture(None)

    @rx.event
    def edit(self, testimonial_id: str) -> None:
        """Open the form for a testimonial."""
        chosen = next((row for row in self.rows if row.id == testimonial_id), None)
        if chosen is not None:
            self._open_editor(chosen.id, chosen.name, chosen.description)
            self._start_picture(chosen.image)

    @rx.event
    async def save(self, form: dict[str, str]) -> None:
        """Save the testimonial."""
        draft = TestimonialDraft(
            name=str(form.get("name", "")), description=str(form.get("description", "")), image=self.picture
        )
        done = t("Testimonial saved")
        await self._save_draft(content.create_testimonial, content.update_testimonial, draft, done=done)

    async def _delete(self, item_id: str) -> None:
        await self._execute_and_reload(content.delete_testimonial, item_id, done=t("Testimonial deleted"))

    def _open_editor(self, editing: str, name: str, description: str) -> None:
        self.editing, self.name, self.description = editing, name, description
        self.errors, self.error = {}, ""
