"""Internal notes on a case, with a form for a new one."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import MarketplaceError
from marketplace.domain import ads, cases
from marketplace.domain.cases import messages
from marketplace.domain.views import View
from marketplace.i18n.texts import t
from marketplace.models import AccountKind
from marketplace.web import paths
from marketplace.web.admin.people import By, by_line, make_by
from marketplace.web.base.page_state import PageState, Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button
from marketplace.web.components.fields import checkbox, form_error, text_area
from marketplace.web.components.keyboard import send_hint


class NoteLine(View):
    """A note with its texts; `about` names its subject if that is not the case itself."""

    text: str
    by: By
    about: str = ""


class Notes(View):
    """The notes on a case; those on an ad include those on its seller."""

    lines: tuple[NoteLine, ...] = ()
    seller_id: str = ""


def load_notes(db: Session, actor: Actor, kind: str, case_id: str) -> Notes:
    """Load the notes on a case.

    Raises:
        NotSignedIn, Forbidden: not a moderator.
        Invalid: no such kind of case.
    """
    actor.require(AccountKind.ADMIN)
    seller_id = (ads.owner_of(db, case_id) or "") if kind == "ad" else ""
    about = [(kind, case_id), *([("account", seller_id)] if seller_id else [])]
    return Notes(
        lines=tuple(
            NoteLine(
                text=note.text,
                by=make_by(note.author, note.author_id, note.created_at),
                about=t("Seller") if seller_id and note.kind == "account" else "",
            )
            for note in cases.list_notes(db, actor, *about)
        ),
        seller_id=seller_id,
    )


class NotesState(PageState, rx.State):
    """The notes on the case that is open. `saved` rises with each new note, which empties the form."""

    notes: Notes = Notes()
    kind: str = ""
    case_id: str = ""
    saved: int = 0
    error: str = ""

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:
        """Load the notes on the ad or account of the page's URL."""
        kind = "account" if url.path.startswith(paths.ADMIN_ACCOUNTS) else "ad"
        return {"kind": kind, "case_id": url.last, "notes": load_notes(db, actor, kind, url.last), "error": ""}

    @rx.event
    async def show(self, kind: str, case_id: str) -> None:
        """Load the notes on a case."""
        self.kind, self.case_id, self.notes, self.error = kind, case_id, Notes(), ""
        try:
            self.notes = await self._query(load_notes, kind, case_id)
        except MarketplaceError as error:
            self.error = error.message

    @rx.event
    async def add(self, form: dict[str, str]) -> None:
        """Add a note to the case, or to the seller of an ad."""
        seller_id = self.notes.seller_id if form.get("about_seller") else ""
        kind, case_id = ("account", seller_id) if seller_id else (self.kind, self.case_id)
        text, done = str(form.get("text", "")), t(messages.NOTE_ADDED)
        if await self._execute_in_form(cases.add_note, kind, case_id, text, done=done):
            self.saved, self.error = self.saved + 1, ""
            self.notes = await self._query(load_notes, self.kind, self.case_id)


def _note(line: rx.Var[NoteLine]) -> rx.Component:
    return rx.el.li(
        rx.el.p(line.text, class_name="whitespace-pre-wrap text-sm [overflow-wrap:anywhere]"),
        rx.el.div(
            by_line(line.by),
            rx.cond(line.about, badge(line.about)),
            class_name="flex flex-wrap items-center gap-x-2",
        ),
        class_name="py-2.5 first:pt-0 last:pb-0",
    )


def internal_notes(class_name: str = "flex flex-col gap-3") -> rx.Component:
    """The notes of `NotesState` and a form for a new one."""
    notes = NotesState.notes
    return rx.el.section(
        rx.el.h3(t("Internal notes"), class_name="text-sm font-semibold"),
        rx.cond(
            notes.lines.length() > 0,
            rx.el.ul(rx.foreach(notes.lines, _note), class_name="divide-y divide-line"),
            rx.el.p(t("No notes yet. Only moderators can read them."), class_name="text-sm text-muted"),
        ),
        rx.el.form(
            text_area(t("New note"), "internal-note", field_name="text", rows=2, max_length=2000, required=True),
            form_error(NotesState.error),
            rx.el.div(
                rx.cond(notes.seller_id, checkbox(t("About the seller"), "about_seller"), rx.el.span()),
                button(t("Add note"), send_hint(), type="submit", variant="secondary", size="sm"),
                class_name="flex flex-wrap items-center justify-between gap-2",
            ),
            on_submit=NotesState.add,
            no_validate=True,
            key=NotesState.saved,
            class_name="flex flex-col gap-2",
        ),
        class_name=class_name,
    )
