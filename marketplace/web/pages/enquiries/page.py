"""The enquiry pages of sellers and buyers."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.auth.session_state import SessionState
from marketplace.web.base.page_state import list_or_placeholder
from marketplace.web.components.button import button_link
from marketplace.web.components.on_change import on_change
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.section import SITE_WIDTH, page_title
from marketplace.web.layouts.sidebar import prompt_for, seller_page
from marketplace.web.layouts.site import site_layout
from marketplace.web.live import LiveState
from marketplace.web.page_registry import private_page
from marketplace.web.pages.enquiries import sections
from marketplace.web.pages.enquiries.calendar_feed import CalendarFeedState, feed_panel
from marketplace.web.pages.enquiries.lists import table_and_cards
from marketplace.web.pages.enquiries.offers import OffersState, offer_panel
from marketplace.web.pages.enquiries.state import EnquiriesState
from marketplace.web.widgets.enquiry_actions import enquiry_dialog


def _list(person: str, show, empty: rx.Component, caption: str) -> rx.Component:
    headings = [
        t("Product"), person, t("Pickup Date"), t("Drop Date"), t("Enquiry At"), t("Status"), t("Actions"),
    ]  # fmt: skip
    return rx.el.div(
        on_change(LiveState.enquiries, EnquiriesState.open),
        offer_panel(),
        sections.filters(),
        list_or_placeholder(
            EnquiriesState,
            EnquiriesState.shown.rows,
            table_and_cards(headings, show, caption=caption),
            empty,
            rx.el.div(class_name="skeleton h-48"),
        ),
        feed_panel(),
        enquiry_dialog(EnquiriesState),
        class_name="flex flex-col gap-5",
    )


def seller_enquiries() -> rx.Component:
    """Page with the enquiries that a seller received."""
    return seller_page(
        page_title(t("Enquiries")),
        _list(
            t("Customer"),
            sections.customer,
            empty_state(
                t("No enquiries yet."), t("Enquiries about your rent and lease ads appear here."), icon="calendar-check"
            ),
            t("Enquiries"),
        ),
        here=paths.SELLER_ENQUIRIES,
    )


def buyer_enquiries() -> rx.Component:
    """Page with the enquiries that a buyer sent."""
    return site_layout(
        rx.el.div(
            page_title(t("My Enquiries")),
            rx.cond(
                SessionState.ready & (SessionState.kind != "user"),
                prompt_for("user", t("Please sign in to see your enquiries.")),
                _list(
                    t("Seller"),
                    sections.seller,
                    empty_state(
                        t("No enquiries yet."),
                        t("Request dates on any rent or lease ad."),
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
    private_page(
        paths.SELLER_ENQUIRIES,
        seller_enquiries,
        t("Enquiries"),
        t("Enquiries from buyers about your rent and lease ads."),
        EnquiriesState,
        OffersState,
        CalendarFeedState,
    ),
    private_page(
        paths.USER_ENQUIRIES,
        buyer_enquiries,
        t("My Enquiries"),
        t("The dates you requested, and their status."),
        EnquiriesState,
        OffersState,
        CalendarFeedState,
    ),
]
