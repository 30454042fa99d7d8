"""The static sample detail page of the specification: a mobile phone that is nobody's; not indexed."""

import reflex as rx

from marketplace.texts import t
from marketplace.web import paths
from marketplace.web.components.badge import badge
from marketplace.web.components.breadcrumb import breadcrumb
from marketplace.web.components.button import button_link
from marketplace.web.components.fields import checkbox
from marketplace.web.components.icon import icon
from marketplace.web.components.photo import DEFAULT_AD, measures
from marketplace.web.components.section import SITE_WIDTH, section_header
from marketplace.web.layouts.site import site_layout
from marketplace.web.site import Page

_BOX = "flex flex-col gap-4 rounded-box border border-line bg-raised p-5"


def _facts() -> rx.Component:
    facts = ((t("Brand"), "Samsung"), (t("Storage"), "128 GB"), (t("Condition"), t("Like new")), (t("Year"), "2025"))
    return rx.el.dl(
        *[
            rx.el.div(rx.el.dt(k, class_name="text-sm text-muted"), rx.el.dd(v, class_name="font-medium"))
            for k, v in facts
        ],
        class_name="grid grid-cols-2 gap-4 rounded-box bg-sunken p-5 sm:grid-cols-4",
    )


def _panel() -> rx.Component:
    return rx.el.div(
        badge(t("Sample"), look="warning"),
        rx.el.h1(t("Mobile phone"), class_name="text-2xl font-bold tracking-tight sm:text-3xl"),
        rx.el.p("₹18,500", class_name="text-2xl font-bold"),
        rx.el.p(icon("map-pin", size=18), "Koregaon Park, Pune", class_name="flex items-center gap-1.5 text-muted"),
        rx.el.div(
            checkbox(t("Warranty"), "sample-warranty"),
            checkbox(t("Insurance"), "sample-insurance"),
            class_name="flex flex-wrap gap-5",
        ),
        rx.el.div(
            button_link(t("Chat"), href=paths.USER_MESSAGES, icon="message-circle"),
            button_link(t("View number"), href=paths.CONTACT, variant="secondary", icon="phone"),
            class_name="grid grid-cols-2 gap-3",
        ),
        class_name=_BOX,
    )


def sample() -> rx.Component:
    """What an ad looks like."""
    return site_layout(
        rx.el.div(
            breadcrumb((t("Home"), paths.HOME), here=t("Sample ad")),
            rx.el.div(
                rx.el.div(
                    rx.el.img(
                        src=DEFAULT_AD,
                        alt="",
                        custom_attrs=measures(800, 600),
                        class_name="aspect-[4/3] w-full rounded-box object-cover",
                    ),
                    _facts(),
                    rx.el.p(
                        t("This page shows what an ad looks like. Nothing on it is for sale."), class_name="text-muted"
                    ),
                    class_name="flex min-w-0 flex-col gap-6",
                ),
                _panel(),
                class_name="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-10",
            ),
            section_header(t("Related ads"), href=paths.SEARCH),
            rx.el.div(
                *[
                    button_link(words, href=paths.listing(ad_type), variant="secondary")
                    for ad_type, words in (("sell", t("For Sale")), ("rent", t("For Rent")), ("lease", t("Lease")))
                ],
                class_name="flex flex-wrap gap-3",
            ),
            class_name=f"flex flex-col gap-6 py-6 {SITE_WIDTH}",
        )
    )


PAGES = [
    Page(paths.SAMPLE, sample, t("Sample ad"), t("What an ad looks like; nothing here is for sale."), indexed=False)
]
