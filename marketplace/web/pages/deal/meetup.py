"""The next step of a deal: the meetup, with its proposals, and the buttons to say that one is late or has arrived."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button
from marketplace.web.components.caution import cautions
from marketplace.web.components.fields import text_field
from marketplace.web.components.icon import icon
from marketplace.web.components.link import download_link
from marketplace.web.pages.deal.state import DealState

_PLACE_LENGTH = 200
_LATE_MINUTES = (10, 20, 30)


def next_step() -> rx.Component:
    """What happens next, who acts and by when, with the meetup and its buttons."""
    step, deal = DealState.deal.next_step, DealState.deal
    return rx.el.section(
        rx.el.div(
            rx.match(
                step.who,
                ("you", badge(t("Your turn"), look="solid")),
                ("other", badge(t("Waiting"), look="plain")),
                ("both", badge(t("Both of you"), look="plain")),
                rx.fragment(),
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
        rx.cond(deal.meetup & deal.moves.contains("cancel"), _meetup()),
        rx.cond(deal.moves.contains("meetup"), _proposal_form()),
        class_name="flex flex-col gap-4 rounded-box border border-accent/30 bg-accent-soft p-4 sm:p-6",
    )


def _meetup() -> rx.Component:
    deal = DealState.deal
    meetup = deal.meetup
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
        _meetup_buttons(),
        class_name="flex flex-col gap-2.5 rounded-box bg-raised p-4 shadow-card",
    )


_SAID = "flex gap-2 rounded-control bg-warning-soft px-3 py-2 text-warning [&>svg]:mt-0.5"


def _line(name: str, text) -> rx.Component:
    return rx.el.p(
        icon(name, size=20, class_name="mt-0.5 text-accent"),
        rx.el.b(text, class_name="min-w-0 [overflow-wrap:anywhere]"),
        class_name="flex gap-2.5",
    )


def _meetup_buttons() -> rx.Component:
    deal = DealState.deal
    meetup = deal.meetup
    return rx.el.div(
        rx.cond(
            deal.moves.contains("confirm_meetup"),
            button(t("Confirm"), icon="check", on_click=DealState.confirm_meetup(meetup.number)),
        ),
        rx.cond(
            deal.moves.contains("here"),
            button(t("I'm here"), icon="map-pin", on_click=DealState.say_here),
        ),
        rx.cond(deal.moves.contains("late"), _late_buttons()),
        rx.cond(
            meetup.confirmed,
            download_link(
                icon("calendar-plus", size=18),
                t("Add to calendar"),
                href=f"/api/deal/{deal.id}/meetup.ics",
                class_name="inline-flex h-11 items-center gap-2 rounded-control border border-control px-4 font-semibold "
                "hover:bg-sunken",
            ),
        ),
        rx.cond(
            deal.moves.contains("meetup") & ~DealState.proposing,
            button(
                rx.cond(meetup.mine & ~meetup.confirmed, t("Change"), t("Propose another")),
                variant="secondary",
                on_click=DealState.set_proposing(True),
            ),
        ),
        class_name="flex flex-wrap gap-3 pt-1",
    )


def _late_buttons() -> rx.Component:
    return rx.el.div(
        rx.el.span(t("Running late?"), class_name="text-sm text-muted"),
        *[
            button(
                t("{count} min", count=minutes), variant="secondary", size="sm", on_click=DealState.say_late(minutes)
            )
            for minutes in _LATE_MINUTES
        ],
        role="group",
        aria_label=t("Running late?"),
        class_name="flex flex-wrap items-center gap-2",
    )


def _proposal_form() -> rx.Component:
    """Form for a place and a time. It stays in the page while it is hidden, so that nothing typed is lost."""
    deal, found = DealState.deal, DealState.help
    needed = ~deal.meetup | DealState.proposing
    return rx.el.form(
        text_field(
            t("Place"),
            "place",
            max_length=_PLACE_LENGTH,
            auto_complete="off",
            error=DealState.meetup_errors["place"],
            hint=t("Choose a busy public place, and say exactly where, e.g. a station and its gate."),
            required=True,
        ),
        rx.cond(
            found.places.length() > 0,
            rx.el.div(
                rx.el.p(t("Near both of you:"), class_name="w-full text-sm text-muted"),
                rx.foreach(
                    found.places,
                    lambda place: button(
                        place,
                        variant="secondary",
                        size="sm",
                        class_name="max-w-full truncate",
                        on_click=rx.set_value("place", place),
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
            min=found.earliest,
            max=found.latest,
            error=DealState.meetup_errors["at"],
            required=True,
        ),
        rx.el.div(
            button(t("Propose"), type="submit", icon="send"),
            rx.cond(
                DealState.proposing,
                button(t("Back"), variant="ghost", on_click=DealState.set_proposing(False)),
            ),
            class_name="flex gap-3",
        ),
        on_submit=DealState.propose,
        no_validate=True,
        class_name=rx.cond(needed, "flex flex-col gap-4 rounded-box bg-raised p-4 shadow-card", "hidden"),
    )
