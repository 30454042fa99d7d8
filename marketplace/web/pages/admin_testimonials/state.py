"""Testimonials and their order."""

import reflex as rx
from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain import content
from marketplace.domain.content import TestimonialDraft, TestimonialView
from marketplace.errors import MarketplaceError
from marketplace.models import AccountKind
from marketplace.texts import t
from marketplace.web.admin.editor import NEW, Editor
from marketplace.web.admin.order import moved
from marketplace.web.admin.pictures import OnePicture


def look(db: Session, actor: Actor) -> list[TestimonialView]:
    """All testimonials in display order.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    actor.require(AccountKind.ADMIN)
    return content.list_testimonials(db)


class TestimonialsState(Editor, OnePicture, rx.State):
    """The list, and the testimonial that is edited."""

    __test__ = False  # pytest takes classes named Test... for tests

    rows: list[TestimonialView] = []
    description: str = ""
    errors: dict[str, str] = {}
    deleting: str = ""
    deleting_name: str = ""

    @rx.event
    async def open(self) -> None:
        """Fetch the list."""
        self.editing, self.deleting = "", ""
        await self._reload()

    @rx.event
    async def move(self, testimonial_id: str, step: int) -> None:
        """One place earlier or later."""
        order = moved([row.id for row in self.rows], testimonial_id, step)
        await self._change(content.reorder_testimonials, order)

    @rx.event
    def add(self) -> None:
        """A new one."""
        self._edit(NEW, "", "")
        self._begin(None)

    @rx.event
    def edit(self, testimonial_id: str) -> None:
        """Change one."""
        chosen = next((row for row in self.rows if row.id == testimonial_id), None)
        if chosen is not None:
            self._edit(chosen.id, chosen.name, chosen.description)
            self._begin(chosen.image)

    @rx.event
    async def save(self, form: dict[str, str]) -> None:
        """Store it."""
        draft = TestimonialDraft(
            name=str(form.get("name", "")), description=str(form.get("description", "")), image=self.picture
        )
        try:
            if self.editing == NEW:
                await self._do(content.create_testimonial, draft)
            else:
                await self._do(content.update_testimonial, self.editing, draft)
        except MarketplaceError as error:
            self.errors = {item["field"]: item["message"] for item in error.errors}
            self.error = self.errors.get("image", "") or ("" if self.errors else error.message)
            return
        self.editing = ""
        await self._toast("success", t("Testimonial saved"))
        await self._reload()

    @rx.event
    def ask_delete(self, testimonial_id: str, name: str) -> None:
        """Really?"""
        self.deleting, self.deleting_name = testimonial_id, name

    @rx.event
    def keep(self) -> None:
        """No."""
        self.deleting = ""

    @rx.event
    async def delete(self) -> None:
        """Yes."""
        testimonial_id, self.deleting = self.deleting, ""
        await self._decide(content.delete_testimonial, testimonial_id, done=t("Testimonial deleted"))
        await self._reload()

    def _edit(self, editing: str, name: str, description: str) -> None:
        self.editing, self.name, self.description = editing, name, description
        self.errors, self.error = {}, ""

    async def _reload(self) -> None:
        with self._fetching():
            self.rows = await self._see(look) or []
