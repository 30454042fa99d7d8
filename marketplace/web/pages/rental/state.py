"""The State of a rental's page."""

from typing import ClassVar

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.domain import handovers, page_titles
from marketplace.domain.handovers import RecordView, messages
from marketplace.i18n.texts import t
from marketplace.web.base.errors import errors_by_field
from marketplace.web.base.page_state import Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.components.uploads import PickedPhoto
from marketplace.web.widgets.meetup import MeetupCalls, MeetupMixin


class RentalState(MeetupMixin, rx.State):
    """The handovers and the condition record of a rental, as one of its parties sees them.

    Attributes:
        adding: the stage whose form for a photo is open; empty for none.
        photo: id of the photo in that form; empty for none.
        sending: whether it is being uploaded, which blocks the form.
        picker: part of the key of the photo input; a new value empties it.
        add_errors: why a photo was refused, by field.
        recording: whether the form for the deposit is open.
        deposit_errors: why what was typed there was refused, by field.
        disagreeing: the stage whose dialog for a disagreement is open; empty for none.
        disagreement_error: why the text was refused.
    """

    LOAD_FAILED: ClassVar[str] = t("Failed to fetch the rental")
    MEETUPS: ClassVar[MeetupCalls] = MeetupCalls(
        handovers.propose_meetup, handovers.confirm_meetup, handovers.report_late, handovers.report_here
    )

    record: RecordView | None = None
    adding: str = ""
    photo: str = ""
    sending: bool = False
    picker: int = 0
    add_errors: dict[str, str] = {}
    recording: bool = False
    deposit_errors: dict[str, str] = {}
    disagreeing: str = ""
    disagreement_error: str = ""

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:
        """Load the rental of the URL; the layout shows a login prompt to other visitors."""
        record = handovers.get_record(db, actor, url.last)
        title = t("Rental: {name}", name=record.rental.ad_display_name)
        return {"record": record, "title": page_titles.full(title)}

    @rx.event
    async def open(self) -> None:
        """Load the rental of the URL."""
        if self.record is None or self.record.rental.id != self._page_url().last:
            self.record = None
            self._close_forms()
            self.proposing, self.recording = False, False
        self.code_error, self.meetup_errors, self.deposit_errors = "", {}, {}
        await self._reload()

    @rx.event
    async def confirm_pickup(self, form: dict[str, str]) -> None:
        """Confirm the pickup with the code that the buyer shows."""
        await self._use_code(handovers.confirm_pickup, t(messages.PICKED_UP), form)

    @rx.event
    async def confirm_return(self, form: dict[str, str]) -> None:
        """Confirm the return likewise."""
        await self._use_code(handovers.confirm_return, t(messages.RETURNED), form)

    @rx.event
    async def renew_code(self) -> None:
        """Replace the buyer's code."""
        await self._do(handovers.renew_code, t(messages.NEW_CODE))

    @rx.event
    def set_recording(self, recording: bool) -> None:
        """Open or close the form for the deposit."""
        self.recording, self.deposit_errors = recording, {}

    @rx.event
    async def record_deposit(self, form: dict[str, str]) -> None:
        """Record the deposit typed, for the stage that comes next."""
        self.deposit_errors = {}
        stage = self.record.deposit_form.stage if self.record else ""
        typed = {"amount": str(form.get("amount", "")), "paid_on": str(form.get("paid_on", ""))}
        try:
            await self._do(handovers.record_deposit, t(messages.DEPOSIT_RECORDED), stage, **typed)
            self.recording = False
        except Invalid as error:
            self.deposit_errors = errors_by_field(error)

    @rx.event
    async def confirm_deposit(self, stage: str, number: int) -> None:
        """Confirm what the other party recorded."""
        await self._do(handovers.confirm_deposit, t(messages.DEPOSIT_CONFIRMED), stage, number=number)

    @rx.event
    def start_adding(self, stage: str) -> None:
        """Open the form for a photo of a stage; an empty stage closes it."""
        self._close_forms()
        self.adding = stage

    @rx.event
    def set_photo(self, photos: list[PickedPhoto]) -> None:
        """Store which photo the form holds."""
        self.photo = photos[0]["id"] if photos else ""

    @rx.event
    def set_sending(self, sending: bool) -> None:
        """Store whether the photo is being uploaded."""
        self.sending = sending

    @rx.event
    async def add_photo(self, form: dict[str, str]) -> None:
        """Add the photo of the form to the record; the form stays open for the next one."""
        self.add_errors = {}
        values = {"part": str(form.get("part", "")), "note": str(form.get("note", "")), "photo": self.photo}
        try:
            await self._do(handovers.add_photo, t(messages.ADDED), self.adding, **values)
            self.photo, self.picker = "", self.picker + 1
        except Invalid as error:
            self.add_errors = errors_by_field(error)

    @rx.event
    async def confirm_record(self, stage: str) -> None:
        """Confirm the record of a stage."""
        self._close_forms()
        await self._do(handovers.confirm_record, t(messages.CONFIRMED), stage)

    @rx.event
    def ask_disagreement(self, stage: str) -> None:
        """Open the dialog that asks why the reader does not agree."""
        self.disagreeing, self.disagreement_error = stage, ""

    @rx.event
    def close_dialog(self) -> None:
        """Close the dialog without a change."""
        self.disagreeing = ""

    @rx.event
    async def disagree(self, form: dict[str, str]) -> None:
        """Store the disagreement typed."""
        word = str(form.get("disagreement", ""))
        if not word.strip():
            self.disagreement_error = t("Please say why you don't agree.")
            return
        stage = self.disagreeing
        try:
            await self._execute(handovers.confirm_record, self._page_url().last, stage, disagreement=word)
        except Invalid as error:
            self.disagreement_error = error.message
            return
        self._close_forms()
        await self._toast("success", t(messages.DISAGREED))
        await self._reload()

    def _close_forms(self) -> None:
        self.adding, self.photo, self.sending, self.add_errors = "", "", False, {}
        self.picker += 1
        self.disagreeing, self.disagreement_error = "", ""
