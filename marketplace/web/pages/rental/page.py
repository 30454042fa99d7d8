"""The page of a rental: pickup and return by code, and the record of the condition at both."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button, button_link
from marketplace.web.components.icon import icon
from marketplace.web.components.on_change import on_change
from marketplace.web.components.section import fact, panel
from marketplace.web.components.trade_header import trade_header
from marketplace.web.layouts.trade_page import trade_page
from marketplace.web.live import LiveState
from marketplace.web.page_registry import private_page
from marketplace.web.pages.rental.deposit import deposit_panel
from marketplace.web.pages.rental.record import disagreement_dialog, stage_panel
from marketplace.web.pages.rental.state import RentalState
from marketplace.web.widgets.handover import code_form, new_code_button, own_code
from marketplace.web.widgets.meetup import next_step


def rental_page() -> rx.Component:
    """The rental, its skeleton, a login prompt or an error."""
    return trade_page(
        RentalState, RentalState.record.rental.id, _found(), prompt=t("Please sign in to see your rental.")
    )


def _found() -> rx.Component:
    record = RentalState.record
    return rx.el.div(
        on_change(LiveState.enquiries, RentalState.open),
        _heading(),
        rx.cond(
            record.next_step,
            next_step(
                RentalState,
                record.next_step,
                record.meetup,
                record.moves,
                record.help,
                file=f"/api/enquiry/{record.rental.id}/meetup.ics",
                stage=rx.cond(record.meetup_stage == "pickup", t("Pickup"), t("Return")),
            ),
        ),
        _code_or_reviews(),
        deposit_panel(),
        rx.foreach(record.stages, stage_panel),
        rx.cond(record.chain_text, _chain()),
        rx.cond(
            record.terms,
            panel(
                t("Terms"),
                rx.el.p(record.terms, class_name="whitespace-pre-line [overflow-wrap:anywhere]"),
                text=t("The terms of the ad when the enquiry was sent."),
            ),
        ),
        panel(t("Rental"), _facts(), _actions()),
        disagreement_dialog(),
        class_name="mx-auto flex max-w-2xl flex-col gap-5",
    )


def _heading() -> rx.Component:
    record = RentalState.record
    rental = record.rental
    return trade_header(
        name=rental.ad_display_name,
        ad_id=rental.ad_id,
        cover=rental.cover,
        facts=[
            rx.el.p(
                rx.el.span(rental.pickup_text, " –", class_name="whitespace-nowrap"),
                " ",
                rx.el.span(rental.drop_text, class_name="whitespace-nowrap"),
                class_name="font-medium text-ink",
            ),
            _status(),
        ],
        other=record.other_name,
        is_buyer=record.mine,
        chat=rx.cond(
            record.mine,
            f"{paths.USER_MESSAGES}?seller={rental.seller_id}&ad={rental.ad_id}",
            f"{paths.SELLER_MESSAGES}?user={rental.buyer_id}",
        ),
    )


def _status() -> rx.Component:
    record = RentalState.record
    return rx.match(
        record.rental.status,
        (
            "accepted",
            rx.cond(
                record.rental.is_over,
                badge(t("Finished"), look="success"),
                rx.cond(record.picked_up_at, badge(t("Picked up"), look="success"), badge(t("Booked"), look="warning")),
            ),
        ),
        ("pending", badge(t("Waiting"), look="warning")),
        ("declined", badge(t("Declined"), look="danger")),
        badge(t("Cancelled"), look="danger"),
    )


def _code_or_reviews() -> rx.Component:
    """The code of the stage that comes next, or the form for it; the reviews when the rental is over."""
    record = RentalState.record
    return rx.cond(
        record.code_stage,
        rx.cond(
            record.alone,
            _return_alone(),
            _code(),
        ),
        rx.cond(record.rental.is_over, _reviews()),
    )


def _return_alone() -> rx.Component:
    """The return for a party whose other's account is deleted."""
    return panel(
        t("Record the return"),
        rx.el.div(
            button(t("It was returned"), icon="handshake", on_click=RentalState.confirm_return({})), class_name="flex"
        ),
        text=t("The other account is closed, so you need no code. The rental goes on until you record its return."),
    )


def _code() -> rx.Component:
    """The code for the buyer, the form for it for the seller."""
    record = RentalState.record
    is_pickup = record.code_stage == "pickup"
    return rx.cond(
        record.mine,
        panel(
            rx.cond(is_pickup, t("Your pickup code"), t("Your return code")),
            own_code(record.code),
            new_code_button(RentalState.renew_code),
            text=rx.cond(
                is_pickup,
                t("Show it to the seller only when you have the item in your hands."),
                t("Show it to the seller when you give it back."),
            ),
        ),
        panel(
            rx.cond(is_pickup, t("Confirm the pickup"), t("Confirm the return")),
            rx.cond(
                is_pickup,
                code_form(t("Confirm pickup"), error=RentalState.code_error, on_submit=RentalState.confirm_pickup),
                code_form(t("Confirm return"), error=RentalState.code_error, on_submit=RentalState.confirm_return),
            ),
            text=rx.cond(
                is_pickup,
                t("When you meet, the buyer shows you four digits. Typing them here confirms that they have it now."),
                t(
                    "When you have it back, type the four new digits that the buyer shows you. The rental is finished then."
                ),
            ),
        ),
    )


def _reviews() -> rx.Component:
    return panel(
        t("The rental is finished"),
        rx.el.div(
            button_link(t("Reviews"), href=paths.reviews_of_rental(RentalState.record.rental.id), icon="star"),
            class_name="flex",
        ),
        text=t("Each of you can say how it was. Both reviews appear together."),
    )


def _chain() -> rx.Component:
    """Whether the record is as it was written."""
    record = RentalState.record
    return rx.el.section(
        rx.el.p(
            rx.cond(
                record.unchanged,
                icon("shield-check", size=20, class_name="mt-0.5 shrink-0 text-success"),
                icon("circle-alert", size=20, class_name="mt-0.5 shrink-0 text-danger"),
            ),
            rx.el.b(record.chain_text),
            class_name="flex gap-2",
        ),
        rx.el.p(
            t("Each entry includes a fingerprint of all entries before it, so a later change shows. The latest:"),
            " ",
            rx.el.span(record.fingerprint, class_name="font-mono text-xs [overflow-wrap:anywhere]"),
            class_name="text-sm text-muted",
        ),
        aria_label=t("Integrity of the record"),
        class_name="flex flex-col gap-1 rounded-box border border-line bg-raised p-4 sm:p-6",
    )


def _facts() -> rx.Component:
    record = RentalState.record
    return rx.el.dl(
        fact(t("Pickup Date"), record.rental.pickup_text),
        fact(t("Drop Date"), record.rental.drop_text),
        rx.cond(record.free_from_text, fact(t("Can be booked again from"), record.free_from_text)),
        rx.cond(record.rental.zone_text, fact(t("Time zone"), record.rental.zone_text)),
        fact(t("Buyer"), record.rental.buyer_name),
        fact(t("Seller"), record.rental.seller_name),
        rx.cond(record.rental.quoted_text, fact(t("Price"), record.rental.quoted_text)),
        class_name="grid gap-x-6 gap-y-3 sm:grid-cols-2",
    )


def _actions() -> rx.Component:
    record = RentalState.record
    enquiries = rx.cond(record.mine, paths.USER_ENQUIRIES, paths.SELLER_ENQUIRIES)
    return rx.el.div(
        button_link(t("All enquiries"), href=enquiries, variant="secondary"),
        class_name="flex flex-wrap gap-3 border-t border-line pt-4",
    )


PAGES = [
    private_page(
        "/rentals/[rental_id]",
        rental_page,
        t("Rental"),
        t("Pickup and return by code, and the record of the condition at both."),
        RentalState,
    )
]
