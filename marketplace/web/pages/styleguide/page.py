"""The living style page."""

import reflex as rx

from marketplace.web.components.ad_card import GRID, ad_card, ad_card_skeleton, ad_row
from marketplace.web.components.avatar import avatar
from marketplace.web.components.badge import badge
from marketplace.web.components.breadcrumb import breadcrumb
from marketplace.web.components.button import button, button_link, icon_button
from marketplace.web.components.carousel import carousel, slide
from marketplace.web.components.dialog import dialog
from marketplace.web.components.fields import (
    checkbox,
    form_error,
    option,
    password_field,
    radio_group,
    select_field,
    text_area,
    text_field,
)
from marketplace.web.components.link import link
from marketplace.web.components.menu import menu, menu_link
from marketplace.web.components.pagination import pagination
from marketplace.web.components.price import price
from marketplace.web.components.section import page_title, section, section_header
from marketplace.web.components.states import empty_state, error_state
from marketplace.web.components.table import row, table
from marketplace.web.components.tabs import tab, tabs
from marketplace.web.layouts.site import site_layout
from marketplace.web.pages.styleguide.samples import COLOURS
from marketplace.web.pages.styleguide.state import StyleState
from marketplace.web.site import Page

_ROW = "flex flex-wrap items-center gap-3"


def _part(name: str, *children: rx.Component, class_name: str = _ROW) -> rx.Component:
    return rx.el.div(
        section_header(name), rx.el.div(*children, class_name=class_name), class_name="flex flex-col gap-3"
    )


def _colours() -> rx.Component:
    def swatch(name: str) -> rx.Component:
        return rx.el.div(
            rx.el.div(style={"background": f"var(--{name})"}, class_name="h-14 rounded-control border border-line"),
            rx.el.p(name, class_name="text-sm text-muted"),
        )

    grid = "grid grid-cols-3 gap-3 sm:grid-cols-5 lg:grid-cols-10"
    return _part("Colours", *[swatch(name) for name in COLOURS], class_name=grid)


def _buttons() -> rx.Component:
    variants = ("primary", "secondary", "soft", "ghost", "danger")
    return _part(
        "Buttons",
        *[button(name.title(), variant=name) for name in variants],
        *[button(f"Size {size}", size=size, icon="search") for size in ("sm", "md", "lg")],
        button("Disabled", disabled=True),
        button("Busy", busy=StyleState.open | True),
        button_link("A link", href="#", variant="secondary"),
        icon_button("heart", "Save"),
        link("An accent link", href="#", look="accent"),
        link("A quiet link", href="#", look="quiet"),
    )


def _fields() -> rx.Component:
    return _part(
        "Fields",
        text_field("Label", "style-text", hint="A hint", required=True),
        text_field("Wrong", "style-wrong", error="What is wrong with it"),
        password_field("Password", "style-password", shown=StyleState.shown, on_show=StyleState.show),
        select_field("Select", "style-select", option("One", "1"), option("Two", "2")),
        text_area("Text", "style-area"),
        rx.el.div(
            radio_group(
                "One of two",
                "style-radio",
                {"user": "User", "seller": "Seller"},
                value=StyleState.choice,
                on_change=StyleState.choose,
            ),
            checkbox("Tick me", "style-check"),
            form_error(rx.Var.create("What is wrong with the form")),
            class_name="flex flex-col gap-3",
        ),
        class_name="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3",
    )


def _small() -> rx.Component:
    looks = ("accent", "success", "warning", "danger", "neutral", "solid")
    return _part(
        "Small things",
        *[badge(look.title(), look=look, icon="star") for look in looks],
        avatar("Asha"),
        avatar("Ravi", px=100),
        price(rx.Var.create("₹18,500"), rx.Var.create("₹21,000")),
        breadcrumb(("Home", "#"), ("Categories", "#"), here="Furniture"),
        menu(("Menu",), menu_link("First", "#", icon="house"), menu_link("Second", "#"), label="Sample"),
        button("Dialog", variant="secondary", on_click=StyleState.switch),
        *[
            button(f"Toast: {kind}", variant="secondary", on_click=StyleState.toast(kind))
            for kind in ("success", "error")
        ],
        dialog(
            rx.el.p("It keeps the focus inside and closes on Escape."),
            open=StyleState.open,
            on_close=StyleState.switch,
            title="A dialog",
            name="style-dialog",
        ),
    )


def _lists() -> rx.Component:
    saved = rx.Var.create(False)
    return rx.fragment(
        _part(
            "Cards and their skeleton",
            rx.foreach(StyleState.cards, lambda ad: ad_card(ad, saved=ad.saved, on_save=StyleState.show)),
            ad_card_skeleton(),
            class_name=GRID,
        ),
        _part(
            "Rows",
            rx.foreach(StyleState.cards, lambda ad: ad_row(ad, saved=saved, on_save=StyleState.show)),
            class_name="flex flex-col gap-5",
        ),
        _part(
            "Tabs, table, pages",
            tabs(
                tab("All", chosen=rx.Var.create(True), count=3), tab("Pending", chosen=saved, count=1), label="Sample"
            ),
            table(["Name", "Price"], row("Table", "₹18,500"), row("Chair", "₹1,200"), caption="Sample table"),
            pagination(StyleState.links),
            class_name="flex flex-col gap-4",
        ),
        _part(
            "Empty, failed",
            empty_state("Nothing here", "This is what to do next.", button("Do it")),
            error_state("It could not be fetched.", on_retry=StyleState.show),
            class_name="grid gap-4 lg:grid-cols-2",
        ),
        _part(
            "Carousel",
            carousel(
                *[slide(rx.el.p(f"Slide {n}", class_name="rounded-box bg-sunken p-10 text-center")) for n in (1, 2, 3)],
                label="Sample",
            ),
            class_name="",
        ),
    )


def styleguide() -> rx.Component:
    """Tokens and components; the switch in the header shows them in the dark."""
    return site_layout(
        section(
            page_title("Style guide", "Every token and component, in every state."),
            _colours(),
            _buttons(),
            _fields(),
            _small(),
            _lists(),
            class_name="flex flex-col gap-10",
        )
    )


PAGES = [Page("/styleguide", styleguide, "Style guide", indexed=False, development=True)]
