"""Sections of the enquiry pages."""

import reflex as rx

from marketplace.domain.rentals import EnquiryView
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.components.badge import badge
from marketplace.web.components.caution import cautions
from marketplace.web.components.fields import option, select
from marketplace.web.components.icon import icon
from marketplace.web.components.link import link
from marketplace.web.components.photo import thumb
from marketplace.web.components.tabs import tabs
from marketplace.web.pages.enquiries.state import EnquiriesState


def filters() -> rx.Component:
    """Filters by status, with counts, and by ad."""
    shown = EnquiriesState.shown
    texts = {
        "": t("All"),
        "pending": t("Waiting"),
        "accepted": t("Accepted"),
        "declined": t("Declined"),
        "cancelled": t("Cancelled"),
    }
    return rx.el.div(
        tabs(
            t("Enquiries by status"),
            texts,
            chosen=shown.status,
            on_choose=EnquiriesState.choose,
            counts={status: getattr(shown.counts, status or "all") for status in texts},
        ),
        rx.cond(
            (shown.ads.length() > 1) | (shown.ad_id != ""),
            rx.el.div(
                select(
                    option(t("All ads"), ""),
                    rx.foreach(shown.ads, lambda ad: rx.el.option(ad.name, value=ad.id)),
                    id="ad",
                    aria_label=t("Enquiries of one ad"),
                    value=shown.ad_id,
                    on_change=EnquiriesState.choose_ad,
                ),
                class_name="w-full sm:max-w-72",
            ),
        ),
        class_name="flex flex-col gap-3",
    )


def status(enquiry: rx.Var[EnquiryView]) -> rx.Component:
    """Status badge."""
    return rx.match(
        enquiry.status,
        ("pending", badge(t("Waiting"), look="warning")),
        (
            "accepted",
            rx.cond(
                enquiry.returned,
                badge(t("Returned"), look="success"),
                rx.cond(
                    enquiry.picked_up,
                    badge(t("Picked up"), look="success", class_name="whitespace-nowrap"),
                    badge(t("Accepted"), look="success"),
                ),
            ),
        ),
        ("declined", badge(t("Declined"), look="danger")),
        badge(t("Cancelled")),
    )


def answer(enquiry: rx.Var[EnquiryView]) -> rx.Component:
    """The message sent with the last decision, and what it resembles."""
    return rx.el.div(
        rx.el.p("“", enquiry.answer, "”", class_name="text-sm text-muted [overflow-wrap:anywhere]"),
        cautions(enquiry.warnings),
        class_name="flex flex-col gap-2",
    )


def product(enquiry: rx.Var[EnquiryView]) -> rx.Component:
    """The ad: photo, name and price of the dates."""
    return rx.el.div(
        thumb(enquiry.cover, alt="", px=48, class_name="shrink-0 rounded-control"),
        rx.el.div(
            link(
                enquiry.ad_display_name,
                href=paths.ad(enquiry.ad_id),
                class_name="tall-tap font-medium hover:text-accent",
            ),
            rx.cond(enquiry.quoted_text, rx.el.p(enquiry.quoted_text, class_name="text-sm text-muted")),
            class_name="min-w-0",
        ),
        class_name="flex min-w-0 items-center gap-3",
    )


def _person(name, detail, href) -> rx.Component:
    return rx.el.div(
        link(
            icon("message-circle", size=16, class_name="shrink-0"),
            name,
            href=href,
            class_name="tall-tap flex items-center gap-1.5 hover:text-accent",
        ),
        # A truncated email is complete in the tooltip and in the conversation.
        rx.cond(detail, rx.el.p(detail, title=detail, class_name="max-w-full truncate text-sm text-muted")),
        class_name="min-w-0",
    )


def customer(enquiry: rx.Var[EnquiryView]) -> rx.Component:
    """The buyer with contact links."""
    return _person(enquiry.buyer_name, enquiry.buyer_email, f"{paths.SELLER_MESSAGES}?user={enquiry.buyer_id}")


def seller(enquiry: rx.Var[EnquiryView]) -> rx.Component:
    """The seller with contact links."""
    return _person(enquiry.seller_name, "", f"{paths.USER_MESSAGES}?seller={enquiry.seller_id}")
