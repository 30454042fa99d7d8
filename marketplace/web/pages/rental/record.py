"""The record of one stage: its photos, what both parties say of them, and the form for another photo."""

import reflex as rx

from marketplace.domain.handovers import EntryView, StageView
from marketplace.i18n.texts import t
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button
from marketplace.web.components.caution import cautions
from marketplace.web.components.dialog import form_dialog
from marketplace.web.components.fields import control_error, select_field, text_area
from marketplace.web.components.icon import icon
from marketplace.web.components.link import outside_link
from marketplace.web.components.photo import photo
from marketplace.web.components.section import panel
from marketplace.web.components.uploads import photo_picker
from marketplace.web.pages.rental.state import RentalState

_NOTE_LENGTH = 500


def stage_panel(stage: rx.Var[StageView]) -> rx.Component:
    """The record of one stage."""
    return panel(
        rx.cond(stage.stage == "pickup", t("Condition at pickup"), t("Condition at return")),
        rx.cond(
            stage.confirmed_at_text,
            rx.el.p(
                icon("handshake", size=18, class_name="mt-0.5 shrink-0 text-success"),
                rx.el.span(t("Confirmed by code:"), " ", stage.confirmed_at_text),
                class_name="flex gap-2 text-sm text-muted",
            ),
        ),
        rx.cond(
            stage.rows.length() > 0,
            rx.el.ol(
                rx.foreach(stage.rows, _entry),
                aria_label=t("Entries"),
                class_name="grid grid-cols-2 gap-3 sm:grid-cols-3",
            ),
            rx.el.p(
                t("No photos yet. Photos that both of you confirm help if there is a question later."),
                class_name="text-muted",
            ),
        ),
        rx.cond(
            stage.can_add,
            rx.fragment(rx.cond(RentalState.adding == stage.stage, _form(), _buttons(stage))),
        ),
        beside=_standing(stage),
    )


def _standing(stage: rx.Var[StageView]) -> rx.Component:
    """What both parties say of the photos."""
    other_says = rx.cond(RentalState.record.mine, stage.seller_says, stage.buyer_says)
    return rx.cond(
        stage.closed,
        badge(t("Both confirmed"), look="success", icon="check-check"),
        rx.fragment(
            rx.cond(stage.own_says == "confirmation", badge(t("You confirmed"), look="success", icon="check")),
            rx.cond(stage.own_says == "disagreement", badge(t("You don't agree"), look="warning")),
            rx.cond(
                other_says == "confirmation",
                badge(rx.fragment(RentalState.record.other_name, ": ", t("confirmed")), look="success", icon="check"),
            ),
            rx.cond(
                other_says == "disagreement",
                badge(rx.fragment(RentalState.record.other_name, ": ", t("does not agree")), look="warning"),
            ),
        ),
    )


def _entry(entry: rx.vars.ObjectVar[EntryView]) -> rx.Component:
    return rx.cond(entry.kind == "photo", _photo(entry), _statement(entry))


def _photo(entry: rx.vars.ObjectVar[EntryView]) -> rx.Component:
    return rx.el.li(
        outside_link(
            photo(entry.photo, alt=entry.part_text, sizes="(min-width: 640px) 200px, 45vw"),
            href=entry.photo.url,
            target="_blank",
            aria_label=rx.Var.create(t("Open the photo:")) + " " + entry.part_text,
            class_name="block aspect-[4/3] overflow-hidden rounded-control bg-sunken",
        ),
        rx.el.b(entry.part_text, class_name="[overflow-wrap:anywhere]"),
        _note(entry),
        _signature(entry),
        class_name=_changed(entry, "flex min-w-0 flex-col gap-1 text-sm"),
    )


def _statement(entry: rx.vars.ObjectVar[EntryView]) -> rx.Component:
    """A confirmation or a disagreement."""
    return rx.el.li(
        rx.el.div(
            rx.cond(
                entry.kind == "confirmation",
                rx.el.b(
                    icon("circle-check", size=18, class_name="shrink-0 text-success"), t("Confirmed"), class_name=_LINE
                ),
                rx.el.b(
                    icon("circle-alert", size=18, class_name="shrink-0 text-warning"),
                    t("Does not agree"),
                    class_name=_LINE,
                ),
            ),
            _signature(entry),
            class_name="flex flex-wrap items-center justify-between gap-x-3 gap-y-1",
        ),
        _note(entry),
        class_name=_changed(entry, "col-span-full flex flex-col gap-1 rounded-control bg-sunken p-3 text-sm"),
    )


_LINE = "flex items-center gap-1.5"


def _changed(entry: rx.vars.ObjectVar[EntryView], look: str) -> rx.Var[str]:
    """Mark the entry that does not fit the chain."""
    marked = f"{look} rounded-control outline-2 outline-offset-4 outline-danger"
    return rx.cond(entry.number == RentalState.record.changed_number, marked, look)


def _note(entry: rx.vars.ObjectVar[EntryView]) -> rx.Component:
    return rx.cond(
        entry.erased,
        rx.el.p(t("The note was erased with the account."), class_name="text-muted"),
        rx.fragment(
            rx.cond(entry.note, rx.el.p(entry.note, class_name="whitespace-pre-line [overflow-wrap:anywhere]")),
            cautions(entry.warnings),
        ),
    )


def _signature(entry: rx.vars.ObjectVar[EntryView]) -> rx.Component:
    author = rx.cond(entry.mine, t("You"), entry.author_name)
    return rx.el.p(
        "#",
        entry.number,
        " · ",
        author,
        " · ",
        rx.el.span(entry.at_text, class_name="whitespace-nowrap"),
        class_name="text-xs text-muted [overflow-wrap:anywhere]",
    )


def _buttons(stage: rx.Var[StageView]) -> rx.Component:
    return rx.el.div(
        button(t("Add a photo"), icon="plus", variant="secondary", on_click=RentalState.start_adding(stage.stage)),
        rx.cond(
            stage.can_confirm,
            rx.fragment(
                button(t("Confirm"), icon="check", on_click=RentalState.confirm_record(stage.stage)),
                button(t("I don't agree"), variant="ghost", on_click=RentalState.ask_disagreement(stage.stage)),
            ),
        ),
        class_name="flex flex-wrap gap-3 border-t border-line pt-4",
    )


def _form() -> rx.Component:
    errors = RentalState.add_errors
    return rx.el.form(
        select_field(
            t("What it shows"),
            "part",
            rx.foreach(RentalState.record.parts, lambda part: rx.el.option(part, value=part)),
            error=errors["part"],
        ),
        rx.el.div(
            photo_picker(
                [],
                on_change=RentalState.set_photo,
                on_busy=RentalState.set_sending,
                most=1,
                add_words=t("Take or choose a photo"),
                too_many=t("One photo at a time, please."),
                key="photo-" + RentalState.picker.to_string(),
            ),
            control_error("photo", errors["photo"]),
        ),
        text_area(
            t("Note"),
            "note",
            rows=2,
            max_length=_NOTE_LENGTH,
            error=errors["note"],
            hint=t("Optional: a scratch, a meter reading, a missing part."),
            key="note-" + RentalState.picker.to_string(),
        ),
        rx.el.div(
            button(t("Add to the record"), type="submit", disabled=RentalState.sending),
            button(t("Done"), variant="ghost", type="button", on_click=RentalState.start_adding("")),
            class_name="flex flex-wrap gap-3",
        ),
        on_submit=RentalState.add_photo,
        no_validate=True,
        class_name="flex flex-col gap-4 border-t border-line pt-4",
    )


def disagreement_dialog() -> rx.Component:
    """Asks why the reader does not agree."""
    return form_dialog(
        rx.el.p(t("Your words become part of the record. They can't be changed later."), class_name="text-muted"),
        text_area(
            t("What is wrong with it?"),
            "disagreement",
            rows=3,
            max_length=_NOTE_LENGTH,
            required=True,
            error=RentalState.disagreement_error,
        ),
        on_submit=RentalState.disagree,
        submit=button(t("Add to the record"), type="submit"),
        open=RentalState.disagreeing != "",
        on_close=RentalState.close_dialog,
        title=t("I don't agree"),
        name="disagree",
        class_name="sm:max-w-md",
    )
