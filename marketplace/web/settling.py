"""Deciding on an enquiry, wherever it is shown: a yes at once, a no only after a word to the other side was asked for."""

import reflex as rx

from marketplace.domain import rentals
from marketplace.domain.rentals import EnquiryView, messages
from marketplace.texts import t
from marketplace.web.components.button import button
from marketplace.web.components.classes import join
from marketplace.web.components.dialog import dialog
from marketplace.web.components.fields import text_area
from marketplace.web.door import Door

_WORD_LENGTH = 500
_MOVES = {
    "accept": (rentals.accept, messages.ACCEPTED),
    "decline": (rentals.decline, messages.DECLINED),
    "cancel": (rentals.cancel, messages.CANCELLED),
}


class Settling(Door, rx.State, mixin=True):
    """Mixin of the States whose pages show enquiries.

    Attributes:
        asked, asked_name, move: the enquiry that is about to be declined or cancelled, its ad, and which of the two.
    """

    asked: str = ""
    asked_name: str = ""
    move: str = ""

    @rx.event
    async def accept(self, enquiry_id: str) -> None:
        """Book the dates."""
        await self._move(enquiry_id, "accept", "")

    @rx.event
    def ask(self, enquiry_id: str, name: str, move: str) -> None:
        """Decline or cancel: ask for a word first."""
        if move in _MOVES:
            self.asked, self.asked_name, self.move = enquiry_id, name, move

    @rx.event
    def keep(self) -> None:
        """Never mind."""
        self.asked, self.asked_name, self.move = "", "", ""

    @rx.event
    async def confirm(self, form: dict[str, str]) -> None:
        """Decline or cancel what was asked about, with the word typed."""
        enquiry_id, move = self.asked, self.move
        self.keep()
        if move in _MOVES:
            await self._move(enquiry_id, move, str(form.get("word", "")))

    async def _move(self, enquiry_id: str, move: str, word: str) -> None:
        verb, done = _MOVES[move]
        try:
            await self._do(verb, enquiry_id, word=word)
            await self._toast("success", t(done))
        finally:
            await self._settled()

    async def _settled(self) -> None:
        """Look again: something was decided, or was meanwhile by somebody else."""
        raise NotImplementedError


def settle_buttons(
    state: type[Settling], enquiry: rx.Var[EnquiryView], *, cancel: str, class_name: str = ""
) -> rx.Component:
    """What the one who looks may do with an enquiry now.

    Args:
        cancel: what the button says that calls it off.
    """

    def no(move: str, words: str) -> rx.Component:
        handler = state.ask(enquiry.id, enquiry.ad_name, move)
        return rx.cond(enquiry.moves.contains(move), button(words, size="sm", variant="secondary", on_click=handler))

    return rx.el.div(
        rx.cond(enquiry.moves.contains("accept"), button(t("Accept"), size="sm", on_click=state.accept(enquiry.id))),
        no("decline", t("Decline")),
        no("cancel", cancel),
        class_name=join("flex gap-2 empty:hidden", class_name),
    )


def settle_dialog(state: type[Settling]) -> rx.Component:
    """A word with a no."""
    words = rx.cond(state.move == "cancel", t("Cancel enquiry"), t("Decline enquiry"))
    return dialog(
        rx.el.form(
            rx.el.p(rx.el.b(state.asked_name, class_name="capitalize")),
            text_area(
                t("A word to the other side"),
                "word",
                rows=3,
                max_length=_WORD_LENGTH,
                hint=t("They get it by mail and see it here. You may leave it out."),
            ),
            rx.el.div(
                button(t("Back"), variant="secondary", on_click=state.keep),
                button(words, type="submit", variant="danger"),
                class_name="flex justify-end gap-3",
            ),
            key=state.asked,
            on_submit=state.confirm,
            class_name="flex flex-col gap-4",
        ),
        open=state.asked != "",
        on_close=state.keep,
        title=words,
        name="settle-enquiry",
        class_name="sm:max-w-md",
    )
