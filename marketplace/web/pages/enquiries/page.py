"""Enquiries for sellers, My Enquiries for buyers."""

import reflex as rx

from marketplace.domain.rentals import EnquiryView
from marketplace.texts import t
from marketplace.web import paths
from marketplace.web.auth.state import AuthState
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button, button_link
from marketplace.web.components.icon import icon
from marketplace.web.components.link import link
from marketplace.web.components.pagination import pagination
from marketplace.web.components.section import SITE_WIDTH, page_title
from marketplace.web.components.states import empty_state
from marketplace.web.components.table import row, table
from marketplace.web.components.tabs import tab, tabs
from marketplace.web.components.watch import on_change
from marketplace.web.layouts.side import seller_layout, sign_in_wall
from marketplace.web.layouts.site import site_layout
from marketplace.web.live import LiveState
from marketplace.web.pages.enquiries.state import EnquiriesState
from marketplace.web.session import SessionState
from marketplace.web.site import Page


def _tabs() -> rx.Component:
    statuses = {
        "": t("All"),
        "pending": t("Waiting"),
        "accepted": t("Accepted"),
        "declined": t("Declined"),
        "cancelled": t("Cancelled"),
    }
    return tabs(
        *[
            tab(words, chosen=EnquiriesState.shown.status == status, on_click=EnquiriesState.choose(status))
            for status, words in statuses.items()
        ],
        label=t("Enquiries by status"),
    )


def _status(enquiry: rx.Var[EnquiryView]) -> rx.Component:
    return rx.el.div(
        rx.match(
            enquiry.status,
            ("pending", badge(t("Waiting"), look="warning")),
            ("accepted", badge(t("Accepted"), look="success")),
            ("declined", badge(t("Declined"), look="danger")),
            badge(t("Cancelled")),
        ),
        rx.cond(enquiry.answer, rx.el.p(enquiry.answer, class_name="max-w-56 pt-1 text-sm text-muted")),
    )


def _moves(enquiry: rx.Var[EnquiryView]) -> rx.Component:
    def move(name: str, words: str, look: str, handler) -> rx.Component:
        return rx.cond(
            enquiry.moves.contains(name), button(words, size="sm", variant=look, on_click=handler(enquiry.id))
        )

    return rx.el.div(
        move("accept", t("Accept"), "primary", EnquiriesState.accept),
        move("decline", t("Decline"), "secondary", EnquiriesState.decline),
        move("cancel", t("Cancel"), "secondary", EnquiriesState.cancel),
        class_name="flex gap-2",
    )


def _product(enquiry: rx.Var[EnquiryView]) -> rx.Component:
    return rx.el.div(
        link(enquiry.ad_name, href=paths.ad(enquiry.ad_id), class_name="font-medium capitalize hover:text-accent"),
        rx.cond(enquiry.quoted_text, rx.el.p(enquiry.quoted_text, class_name="text-sm text-muted")),
    )


def _person(name, detail, href) -> rx.Component:
    return rx.el.div(
        link(
            icon("message-circle", size=16), name, href=href, class_name="flex items-center gap-1.5 hover:text-accent"
        ),
        rx.cond(detail, rx.el.p(detail, class_name="text-sm text-muted")),
    )


def _seller_row(enquiry: rx.Var[EnquiryView]) -> rx.Component:
    return row(
        _product(enquiry),
        _person(enquiry.buyer_name, enquiry.buyer_email, f"{paths.SELLER_MESSAGES}?user={enquiry.buyer_id}"),
        enquiry.pickup_text,
        enquiry.drop_text,
        enquiry.created_text,
        _status(enquiry),
        _moves(enquiry),
    )


def _buyer_row(enquiry: rx.Var[EnquiryView]) -> rx.Component:
    return row(
        _product(enquiry),
        _person(enquiry.seller_name, "", f"{paths.USER_MESSAGES}?seller={enquiry.seller_id}"),
        enquiry.pickup_text,
        enquiry.drop_text,
        _status(enquiry),
        _moves(enquiry),
    )


def _list(headings: list[str], make_row, empty: rx.Component, caption: str) -> rx.Component:
    shown = EnquiriesState.shown
    return rx.el.div(
        on_change(LiveState.enquiries, EnquiriesState.open),
        _tabs(),
        rx.cond(
            shown.rows.length() > 0,
            rx.fragment(table(headings, rx.foreach(shown.rows, make_row), caption=caption), pagination(shown.links)),
            rx.cond(EnquiriesState.loading, rx.el.div(class_name="skeleton h-48"), empty),
        ),
        class_name="flex flex-col gap-5",
    )


def seller_enquiries() -> rx.Component:
    """What buyers asked for."""
    headings = [
        t("Product"), t("Customer"), t("Pickup Date"), t("Drop Date"), t("Enquiry At"), t("Status"), t("Actions"),
    ]  # fmt: skip
    return seller_layout(
        rx.el.div(
            page_title(t("Enquiries")),
            _list(
                headings,
                _seller_row,
                empty_state(
                    t("No enquiries yet."), t("They come from your rent and lease ads."), icon="calendar-check"
                ),
                t("Enquiries"),
            ),
            class_name="flex flex-col gap-5",
        ),
        here=paths.SELLER_ENQUIRIES,
    )


def buyer_enquiries() -> rx.Component:
    """What a buyer asked for."""
    headings = [t("Product"), t("Seller"), t("Pickup Date"), t("Drop Date"), t("Status"), t("Actions")]
    return site_layout(
        rx.el.div(
            page_title(t("My Enquiries")),
            rx.cond(
                SessionState.ready & (SessionState.kind != "user"),
                sign_in_wall(t("Please login to send an enquiry"), AuthState.show_login),
                _list(
                    headings,
                    _buyer_row,
                    empty_state(
                        t("No enquiries yet."),
                        t("Ask for dates on any rent or lease ad."),
                        button_link(t("Browse rentals"), href=paths.listing("rent")),
                        icon="calendar-check",
                    ),
                    t("My Enquiries"),
                ),
            ),
            class_name=f"flex flex-col gap-5 py-6 sm:py-8 {SITE_WIDTH}",
        )
    )


PAGES = [
    Page(
        paths.SELLER_ENQUIRIES,
        seller_enquiries,
        t("Enquiries"),
        t("What buyers asked of your rent and lease ads."),
        on_load=(EnquiriesState.open,),
        indexed=False,
    ),
    Page(
        paths.USER_ENQUIRIES,
        buyer_enquiries,
        t("My Enquiries"),
        t("The dates you asked for, and what became of them."),
        on_load=(EnquiriesState.open,),
        indexed=False,
    ),
]
