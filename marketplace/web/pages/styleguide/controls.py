"""Samples of buttons, form controls and dialogs."""

import reflex as rx

from marketplace.web.components import fields as made
from marketplace.web.components.button import button, button_link, icon_button
from marketplace.web.components.city_picker import opens_city_picker
from marketplace.web.components.copy_button import copy_button, share_button
from marketplace.web.components.dialog import close_attributes, dialog
from marketplace.web.components.geolocation_button import geolocation_button
from marketplace.web.components.insert_button import insert_button
from marketplace.web.components.keyboard import key_hint
from marketplace.web.components.link import link
from marketplace.web.components.menu import menu, menu_button, menu_link
from marketplace.web.components.phone_choice import phone_choice
from marketplace.web.components.push_switch import push_switch
from marketplace.web.components.search_box import search_box
from marketplace.web.components.sheet import sheet
from marketplace.web.components.steps import step, step_list
from marketplace.web.components.town_box import town_field
from marketplace.web.components.uploads import file_picker, photo_picker
from marketplace.web.pages.styleguide.state import StyleState

_ROW = "flex flex-wrap items-center gap-3"
_VARIANTS = ("primary", "secondary", "soft", "ghost", "danger")


def buttons(_scheme: str) -> rx.Component:
    """Buttons in all variants and sizes, disabled and busy; button links."""
    return rx.el.div(
        *[
            rx.el.div(
                button(name.title(), variant=name),
                button("Disabled", variant=name, disabled=True),
                button("Busy", variant=name, busy=rx.Var.create(True)),
                class_name=_ROW,
            )
            for name in _VARIANTS
        ],
        rx.el.div(*[button(f"Size {size}", size=size, icon="search") for size in ("sm", "md", "lg")], class_name=_ROW),
        button("As wide as its box", full=True),
        rx.el.div(
            button_link("A link", href="#", variant="secondary"),
            icon_button("heart", "Save"),
            share_button(),
            copy_button("Copied from the style guide"),
            geolocation_button("Near me", on_found=StyleState.ignore_location, on_problem=StyleState.ignore_value),
            button("With its key", variant="secondary", icon="check"),
            key_hint("A"),
            button("Where are you looking?", variant="secondary", icon="map-pin", custom_attrs=opens_city_picker()),
            link("An accent link", href="#", look="accent"),
            link("A quiet link", href="#", look="quiet"),
            class_name=_ROW,
        ),
        class_name="flex flex-col gap-3",
    )


def steps(scheme: str) -> rx.Component:
    """A form in steps, of which the second is open."""
    titles, current = ["Photos", "Price", "Review"], rx.Var.create(2)
    return rx.el.div(
        step_list(titles, current, StyleState.ignore_value, label=f"Sample steps, {scheme}"),
        *[
            step(
                number,
                titles,
                made.text_field(title, f"style-{scheme}-{number}"),
                current=current,
                name=f"style-{scheme}-step",
            )
            for number, title in enumerate(titles, start=1)
        ],
        class_name="flex flex-col gap-4",
    )


def fields(scheme: str) -> rx.Component:
    """Form controls: empty, filled, invalid, disabled; then choices."""
    name = f"style-{scheme}"
    return rx.el.div(
        search_box(class_name="sm:col-span-2"),
        made.text_field("Label", f"{name}-text", hint="A hint", required=True, placeholder="Placeholder"),
        made.text_field(
            "Filled in",
            f"{name}-filled",
            default_value=rx.Var.create("Teak dining table"),
            max_length=120,
            counted=True,
        ),
        made.text_field("Wrong", f"{name}-wrong", error="What is wrong with it", default_value="abc"),
        made.text_field("Disabled", f"{name}-disabled", disabled=True, default_value="seller@example.com"),
        made.text_field("Number", f"{name}-number", type="number"),
        made.text_field("Moment", f"{name}-moment", type="datetime-local"),
        rx.el.div(
            town_field(f"{name}-town", state="", label="Town, with suggestions"),
        ),
        made.password_field("Password", f"{name}-password", shown=StyleState.shown, on_show=StyleState.show),
        made.select_field("Select", f"{name}-select", made.option("One", "1"), made.option("Two", "2")),
        made.select_field("Wrong select", f"{name}-select-wrong", made.option("", ""), error="Choose one"),
        made.text_area("Text", f"{name}-area"),
        insert_button("Insert a text", text="We have looked again.", into=f"{name}-area"),
        made.text_area("Wrong text", f"{name}-area-wrong", error="Say more", rows=2),
        rx.el.div(
            made.radio_group(
                "One of two",
                f"{name}-radio",
                {"user": "User", "seller": "Seller"},
                value=StyleState.choice,
                on_change=StyleState.choose,
            ),
            made.checkbox("Tick me", f"{name}-check"),
            made.checkbox("Ticked", f"{name}-checked", default_checked=True),
            made.checkbox("Disabled", f"{name}-check-disabled", disabled=True),
            phone_choice(rx.Var.create(False), on_change=StyleState.ignore_value, name=f"{name}-calls"),
            push_switch(
                rx.Var.create(False),
                rx.Var.create(""),
                on_subscribe=StyleState.ignore_file,
                on_unsubscribe=StyleState.ignore_value,
            ),
            class_name="flex flex-col gap-3",
        ),
        rx.el.div(made.form_error(rx.Var.create("What is wrong with the form")), class_name="sm:col-span-2"),
        class_name="grid items-start gap-4 sm:grid-cols-2",
    )


def files(scheme: str) -> rx.Component:
    """File and photo pickers, empty and filled."""
    return rx.el.div(
        photo_picker(rx.Var.create([]), on_change=StyleState.ignore_value, on_busy=StyleState.ignore_value),
        photo_picker(
            rx.Var.create([_PHOTO]), on_change=StyleState.ignore_value, on_busy=StyleState.ignore_value, most=1
        ),
        *[
            made.field(
                "A file",
                file_picker(
                    "file",
                    id=f"style-{scheme}-file-{number}",
                    url=url,
                    file_name=name,
                    on_sent=StyleState.ignore_file,
                    on_busy=StyleState.ignore_value,
                ),
                name=f"style-{scheme}-file-{number}",
            )
            for number, (url, name) in enumerate((("", ""), ("#", "papers.pdf")))
        ],
        class_name="flex flex-col gap-4",
    )


_PHOTO = {"id": "1", "name": "table.webp", "url": "/default-product.svg", "thumb": "/default-product.svg"}


def openers(scheme: str) -> rx.Component:
    """Dialogs, menus and toasts; toasts stay light in dark mode."""
    return rx.el.div(
        menu(
            ("Menu",),
            menu_link("First", "#", icon="house"),
            menu_link("Second", "#"),
            menu_button("Does something", icon="log-out"),
            label=f"Sample, {scheme}",
            name=f"style-{scheme}-menu",
        ),
        button("Dialog", variant="secondary", on_click=StyleState.open_in(scheme)),
        *[
            button(f"Toast: {kind}", variant="secondary", on_click=StyleState.toast(kind))
            for kind in ("success", "error", "warning", "info")
        ],
        dialog(
            rx.el.p("It keeps the focus inside and closes on Escape."),
            open=StyleState.opened == scheme,
            on_close=StyleState.open_in(""),
            title="A dialog",
            name=f"style-{scheme}-dialog",
        ),
        sheet(
            button("Sheet", variant="secondary"),
            rx.el.p("It opens at once: from the bottom of a phone, in the middle of a wide screen."),
            title="A sheet",
            name=f"style-{scheme}-sheet",
            actions=(button("Done", custom_attrs=close_attributes(), class_name="ml-auto"),),
        ),
        class_name=f"{_ROW} min-h-44 content-start",
    )
