"""The deposit of a rental: what one party says of it, the other's confirmation, and the form."""

import reflex as rx

from marketplace.domain.handovers import DepositView
from marketplace.i18n.texts import t
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button
from marketplace.web.components.fields import text_field
from marketplace.web.components.section import panel
from marketplace.web.pages.rental.state import RentalState


def deposit_panel() -> rx.Component:
    """What is recorded, and what can be recorded next; nothing before the day of the pickup."""
    record = RentalState.record
    form = record.deposit_form
    return rx.cond(
        (form.stage != "") | (record.deposits.length() > 0),
        panel(
            t("Deposit"),
            rx.cond(
                record.deposits.length() > 0,
                rx.el.ul(
                    rx.foreach(record.deposits, _said),
                    class_name="flex flex-col divide-y divide-line",
                ),
            ),
            rx.cond(form.stage, rx.cond(RentalState.recording, _form(), _open_form())),
            text=rx.cond(
                record.rental.deposit_text,
                rx.el.span(t("Agreed:"), " ", record.rental.deposit_text, ". ", _WHY),
                _WHY,
            ),
        ),
    )


_WHY = t("One of you records what was paid, the other confirms it. This site takes no payment.")


def _said(said: rx.vars.ObjectVar[DepositView]) -> rx.Component:
    other = RentalState.record.other_name
    return rx.el.li(
        rx.el.div(
            rx.el.p(
                rx.cond(said.stage == "pickup", t("Given"), t("Given back")),
                ": ",
                rx.el.b(said.amount_text, class_name="whitespace-nowrap text-ink"),
                ", ",
                rx.el.span(said.paid_on_text, class_name="whitespace-nowrap"),
            ),
            rx.cond(
                said.confirmed,
                badge(t("Both confirmed"), look="success", icon="check-check"),
                rx.cond(
                    said.mine,
                    badge(rx.fragment(t("Waiting for"), " ", other)),
                    badge(rx.fragment(t("Recorded by"), " ", other), look="warning"),
                ),
            ),
            class_name="flex flex-wrap items-center justify-between gap-x-3 gap-y-1",
        ),
        rx.cond(said.kept_text, rx.el.p(said.kept_text, class_name="text-sm text-warning")),
        rx.cond(
            said.can_confirm,
            rx.el.div(
                button(
                    t("Confirm the deposit"),
                    icon="check",
                    on_click=RentalState.confirm_deposit(said.stage, said.number),
                ),
                class_name="flex pt-2",
            ),
        ),
        class_name="flex flex-col gap-1 py-3 first:pt-0 last:pb-0",
    )


def _open_form() -> rx.Component:
    form = RentalState.record.deposit_form
    return rx.el.div(
        button(
            rx.cond(
                form.replaces,
                t("Record something else"),
                rx.cond(form.stage == "pickup", t("Record the deposit"), t("Record that it was given back")),
            ),
            variant="secondary",
            on_click=RentalState.set_recording(True),
        ),
        class_name="flex border-t border-line pt-4 first:border-0 first:pt-0",
    )


def _form() -> rx.Component:
    form, errors = RentalState.record.deposit_form, RentalState.deposit_errors
    return rx.el.form(
        rx.el.div(
            text_field(
                rx.cond(form.stage == "pickup", t("Deposit given (₹)"), t("Deposit given back (₹)")),
                "amount",
                input_mode="decimal",
                auto_complete="off",
                max_length=16,
                default_value=form.amount,
                error=errors["amount"],
                required=True,
            ),
            text_field(
                t("Day"),
                "paid_on",
                type="date",
                default_value=form.day,
                min=form.earliest,
                max=form.day,
                error=errors["paid_on"],
                required=True,
            ),
            class_name="grid gap-3 sm:grid-cols-2",
        ),
        rx.el.div(
            button(t("Record"), type="submit"),
            button(t("Back"), variant="ghost", on_click=RentalState.set_recording(False)),
            class_name="flex flex-wrap gap-3",
        ),
        key=form.stage,
        on_submit=RentalState.record_deposit,
        no_validate=True,
        class_name="flex flex-col gap-4 border-t border-line pt-4 first:border-0 first:pt-0",
    )
