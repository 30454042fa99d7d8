"""The next step of a deal or rental: the meetup, with its proposals, and the buttons to say that one is late or has arrived."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import reflex as rx

from marketplace.core.errors import Invalid
from marketplace.domain.meetups import MeetupHelp, MeetupView, NextStep, messages
from marketplace.i18n.texts import t
from marketplace.web.base.errors import errors_by_field
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button
from marketplace.web.components.caution import cautions
from marketplace.web.components.fields import text_field
from marketplace.web.components.icon import icon
from marketplace.web.components.insert_button import choice_button
from marketplace.web.components.link import download_link
from marketplace.web.widgets.handover import HandoverMixin

_PLACE_LENGTH = 200
_LATE_MINUTES = (10, 20, 30)


@dataclass(frozen=True)
class MeetupCalls:
    """The functions of the domain that the buttons call."""

    propose: Callable[..., Any]
    confirm: Callable[..., Any]
    say_late: Callable[..., Any]
    say_here: Callable[..., Any]


class MeetupMixin(HandoverMixin, rx.State, mixin=True):
    """Mixin of the State of a page whose two people agree where and when to meet.

    Attributes:
        MEETUPS: what the buttons call, for the id of the URL.
        proposing: whether the form is open although there is a proposal.
        meetup_errors: why a proposal was refused, by field.
    """

    MEETUPS: ClassVar[MeetupCalls]

    proposing: bool = False
    meetup_errors: dict[str, str] = {}

    @rx.event
    def set_proposing(self, proposing: bool) -> None:
        """Open or close the form for another proposal."""
        self.proposing, self.meetup_errors = proposing, {}

    @rx.event
    async def propose(self, form: dict[str, str]) -> None:
        """Propose the place and the time typed."""
        self.meetup_errors = {}
        typed = (str(form.get("place", "")), str(form.get("at", "")))
        try:
            await self._do(self.MEETUPS.propose, t(messages.MEETUP_PROPOSED), *typed)
            self.proposing = False
        except Invalid as error:
            self.meetup_errors = errors_by_field(error)

    @rx.event
    async def confirm_meetup(self, number: int) -> None:
        """Agree to the proposal that the page shows."""
        await self._do(self.MEETUPS.confirm, t(messages.MEETUP_CONFIRMED), number=number)

    @rx.event
    async def say_late(self, minutes: int) -> None:
        """Tell the other party how many minutes the caller is late."""
        await self._do(self.MEETUPS.say_late, t(messages.LATE_SAID), minutes)

    @rx.event
    async def say_here(self) -> None:
        """Tell the other party that the caller has arrived."""
        await self._do(self.MEETUPS.say_here, t(messages.HERE_SAID))


def next_step(
    state: type[MeetupMixin],
    step: rx.vars.ObjectVar[NextStep],
    meetup: rx.vars.ObjectVar[MeetupView],
    moves: rx.vars.ArrayVar[tuple[str, ...]],
    found: rx.vars.ObjectVar[MeetupHelp],
    *,
    shown: rx.Var[bool] | bool = True,
    file: rx.Var[str] | str,
    stage: rx.Var[str] | str = "",
) -> rx.Component:
    """What happens next, who acts and by when, with the meetup and its buttons.

    Args:
        meetup: the newest proposal.
        moves: what the reader may do.
        found: places and times for a proposal.
        shown: whether the meetup still counts.
        file: URL of the calendar file.
        stage: what the two meet for, for rentals; the form starts anew with another one.
    """
    return rx.el.section(
        rx.el.div(
            rx.el.div(
                rx.cond(stage, badge(stage, look="plain")) if isinstance(stage, rx.Var) else None,
                rx.match(
                    step.who,
                    ("you", badge(t("Your turn"), look="solid")),
                    ("other", badge(t("Waiting"), look="plain")),
                    ("both", badge(t("Both of you"), look="plain")),
                    rx.fragment(),
                ),
                class_name="flex flex-wrap gap-2 empty:hidden",
            ),
            rx.el.h2(step.title, class_name="text-xl font-bold tracking-tight text-ink text-balance"),
            rx.cond(step.text, rx.el.p(step.text, class_name="text-ink")),
            rx.cond(
                step.until_text,
                rx.el.p(
                    icon("clock", size=16), step.until_text, class_name="flex items-center gap-1.5 text-sm text-muted"
                ),
            ),
            role="status",
            class_name="flex flex-col items-start gap-2",
        ),
        rx.cond(meetup & shown, _meetup(state, meetup, moves, file)),
        rx.cond(moves.contains("meetup"), _proposal_form(state, meetup, found, stage)),
        class_name="flex flex-col gap-4 rounded-box border border-accent/30 bg-accent-soft p-4 sm:p-6",
    )


def _meetup(state, meetup, moves, file) -> rx.Component:
    return rx.el.div(
        rx.el.div(
            rx.cond(
                meetup.confirmed,
                badge(t("Agreed"), look="success", icon="check"),
                rx.cond(meetup.mine, badge(t("Your proposal")), badge(t("Proposal"), look="warning")),
            ),
            class_name="flex",
        ),
        _line("clock", meetup.at_text),
        _line("map-pin", meetup.place),
        cautions(meetup.warnings),
        rx.cond(meetup.other_text, rx.el.p(icon("info", size=18), rx.el.b(meetup.other_text), class_name=_SAID)),
        rx.cond(
            meetup.own_text,
            rx.el.p(icon("check", size=18), meetup.own_text, class_name="flex gap-2 text-sm text-muted"),
        ),
        _meetup_buttons(state, meetup, moves, file),
        class_name="flex flex-col gap-2.5 rounded-box bg-raised p-4 shadow-card",
    )


_SAID = "flex gap-2 rounded-control bg-warning-soft px-3 py-2 text-warning [&>svg]:mt-0.5"


def _line(name: str, text) -> rx.Component:
    return rx.el.p(
        icon(name, size=20, class_name="mt-0.5 text-accent"),
        rx.el.b(text, class_name="min-w-0 [overflow-wrap:anywhere]"),
        class_name="flex gap-2.5",
    )


def _meetup_buttons(state, meetup, moves, file) -> rx.Component:
    return rx.el.div(
        rx.cond(
            moves.contains("confirm_meetup"),
            button(t("Confirm"), icon="check", on_click=state.confirm_meetup(meetup.number)),
        ),
        rx.cond(
            moves.contains("here"),
            button(t("I'm here"), icon="map-pin", on_click=state.say_here),
        ),
        rx.cond(moves.contains("late"), _late_buttons(state)),
        rx.cond(
            meetup.confirmed,
            download_link(
                icon("calendar-plus", size=18),
                t("Add to calendar"),
                href=file,
                class_name="inline-flex h-11 items-center gap-2 rounded-control border border-control px-4 font-semibold "
                "hover:bg-sunken",
            ),
        ),
        rx.cond(
            moves.contains("meetup") & ~state.proposing,
            button(
                rx.cond(meetup.mine & ~meetup.confirmed, t("Change"), t("Propose another")),
                variant="secondary",
                on_click=state.set_proposing(True),
            ),
        ),
        class_name="flex flex-wrap gap-3 pt-1",
    )


def _late_buttons(state) -> rx.Component:
    return rx.el.div(
        rx.el.span(t("Running late?"), class_name="text-sm text-muted"),
        *[
            button(t("{count} min", count=minutes), variant="secondary", size="sm", on_click=state.say_late(minutes))
            for minutes in _LATE_MINUTES
        ],
        role="group",
        aria_label=t("Running late?"),
        class_name="flex flex-wrap items-center gap-2",
    )


def _proposal_form(state, meetup, found, stage) -> rx.Component:
    """Form for a place and a time. It stays in the page while it is hidden, so that nothing typed is lost."""
    needed = ~meetup | state.proposing
    return rx.el.form(
        text_field(
            t("Place"),
            "place",
            max_length=_PLACE_LENGTH,
            auto_complete="off",
            error=state.meetup_errors["place"],
            hint=t("Choose a busy public place, and say exactly where, e.g. a station and its gate."),
            required=True,
        ),
        rx.cond(
            found.places.length() > 0,
            rx.el.div(
                rx.el.p(t("Near both of you:"), class_name="w-full text-sm text-muted"),
                rx.foreach(
                    found.places,
                    lambda place: choice_button(
                        place, text=place, into="place", variant="secondary", size="sm", extra="max-w-full truncate"
                    ),
                ),
                role="group",
                aria_label=t("Suggested places"),
                class_name="flex flex-wrap gap-2",
            ),
        ),
        text_field(
            t("Date and time"),
            "at",
            type="datetime-local",
            default_value=found.suggested,
            min=found.earliest,
            max=found.latest,
            error=state.meetup_errors["at"],
            required=True,
        ),
        rx.el.div(
            button(t("Propose"), type="submit", icon="send"),
            rx.cond(
                state.proposing,
                button(t("Back"), variant="ghost", on_click=state.set_proposing(False)),
            ),
            class_name="flex gap-3",
        ),
        key=stage,
        on_submit=state.propose,
        no_validate=True,
        class_name=rx.cond(needed, "flex flex-col gap-4 rounded-box bg-raised p-4 shadow-card", "hidden"),
    )
