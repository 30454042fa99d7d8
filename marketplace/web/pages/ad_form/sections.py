"""The sections of the form."""

import reflex as rx

from marketplace.texts import t
from marketplace.web.components.button import button
from marketplace.web.components.fields import (
    control_class,
    field,
    option,
    radio_group,
    select,
    select_field,
    text_area,
    text_field,
)
from marketplace.web.components.icon import icon
from marketplace.web.components.locate import locate_button
from marketplace.web.components.uploads import file_picker, photo_picker
from marketplace.web.pages.ad_form.form import Choice, SpecField
from marketplace.web.pages.ad_form.state import AdFormState

_PAUSE_MS = 600
_PAIR = "grid gap-4 sm:grid-cols-2"


def _section(title: str, *children) -> rx.Component:
    return rx.el.section(
        rx.el.h2(title, class_name="text-lg font-semibold"),
        *children,
        class_name="flex flex-col gap-4 rounded-box border border-line bg-raised p-5",
    )


def _wired(name: str, *, located: bool = False) -> dict:
    """A control that begins with what the form holds, and keeps it while one types."""
    anew = AdFormState.version.to_string()
    return {
        "key": f"{name}-" + anew + "-" + (AdFormState.located.to_string() if located else ""),
        "default_value": AdFormState.values[name],
        "on_change": lambda value: AdFormState.type(name, value).debounce(_PAUSE_MS),
        "error": AdFormState.errors[name],
    }


def _choice(choice: rx.Var[Choice]) -> rx.Component:
    return rx.el.option(choice.label, value=choice.value)


def basics() -> rx.Component:
    """Basic Information."""
    return _section(
        t("Basic Information"),
        radio_group(
            t("I want to"),
            "producttype",
            {"sell": t("Sell"), "rent": t("Rent out"), "lease": t("Lease out")},
            value=AdFormState.values["producttype"],
            on_change=lambda value: AdFormState.type("producttype", value),
        ),
        text_field(t("Product name"), "name", required=True, max_length=120, **_wired("name")),
        text_field(t("Title"), "title", max_length=160, hint=t("One line that makes people look."), **_wired("title")),
    )


def category() -> rx.Component:
    """Category and subcategory."""
    return _section(
        t("Category"),
        rx.el.div(
            select_field(
                t("Category"),
                "categoryId",
                option(t("Choose a category"), ""),
                rx.foreach(AdFormState.categories, _choice),
                value=AdFormState.values["categoryId"],
                on_change=AdFormState.choose_category,
                error=AdFormState.errors["categoryId"],
                required=True,
            ),
            select_field(
                t("Subcategory"),
                "subcategoryId",
                option(t("Choose a subcategory"), ""),
                rx.foreach(AdFormState.subcategories, _choice),
                value=AdFormState.values["subcategoryId"],
                on_change=AdFormState.choose_subcategory,
                error=AdFormState.errors["subcategoryId"],
                disabled=AdFormState.subcategories.length() == 0,
            ),
            class_name=_PAIR,
        ),
    )


def _option(words: rx.Var[str]) -> rx.Component:
    return rx.el.option(words, value=words)


def _spec(spec: rx.Var[SpecField]) -> rx.Component:
    def keep(value) -> rx.event.EventSpec:
        return AdFormState.type(spec.name, value)

    # A seller may leave a field for later, so `required` is told, and checked when the ad is handed in.
    common = {"id": spec.name, "name": spec.name, "default_value": spec.value, "class_name": control_class()}

    def late(value) -> rx.event.EventSpec:
        return keep(value).debounce(_PAUSE_MS)

    control = rx.match(
        spec.input_type,
        ("number", rx.el.input(type="number", step="any", on_change=late, **common)),
        ("date", rx.el.input(type="date", on_change=keep, **common)),
        (
            "select",
            select(
                option(t("Choose"), ""),
                rx.foreach(spec.options, _option),
                id=spec.name,
                name=spec.name,
                default_value=spec.value,
                on_change=keep,
            ),
        ),
        (
            "file",
            file_picker(
                spec.name,
                id=spec.name,
                url=spec.value,
                file_name=spec.file_name,
                on_sent=AdFormState.set_file,
                on_busy=AdFormState.set_sending,
            ),
        ),
        rx.el.input(type="text", on_change=late, **common),
    )
    return rx.el.div(
        rx.el.label(
            spec.label,
            rx.cond(spec.required, rx.el.span(" *", class_name="text-danger")),
            html_for=spec.name,
            class_name="text-sm font-medium",
        ),
        control,
        key=spec.name + AdFormState.version.to_string(),
        class_name="flex min-w-0 flex-col gap-1.5",
    )


def specifications() -> rx.Component:
    """Product Specifications: what this subcategory asks."""
    return rx.cond(
        AdFormState.specs.length() > 0,
        _section(t("Product Specifications"), rx.el.div(rx.foreach(AdFormState.specs, _spec), class_name=_PAIR)),
    )


def details() -> rx.Component:
    """Product Details."""
    return _section(
        t("Product Details"),
        rx.el.div(
            text_field(t("Price (₹)"), "price", input_mode="decimal", **_wired("price")),
            text_field(t("Discount (%)"), "discount", input_mode="decimal", **_wired("discount")),
            class_name=_PAIR,
        ),
        text_field(t("Short description"), "shortDescription", max_length=300, **_wired("shortDescription")),
        text_area(t("Description"), "description", rows=6, max_length=10_000, **_wired("description")),
        text_area(
            t("Terms and conditions"), "termsandcondition", rows=3, max_length=5_000, **_wired("termsandcondition")
        ),
    )


def location() -> rx.Component:
    """Location, typed or from the browser."""
    return _section(
        t("Location"),
        locate_button(on_found=AdFormState.locate, on_problem=AdFormState.location_failed),
        rx.el.div(
            text_field(t("State"), "state", max_length=120, **_wired("state", located=True)),
            text_field(t("City"), "city", max_length=120, **_wired("city", located=True)),
            class_name=_PAIR,
        ),
        text_field(
            t("Place"), "place", max_length=120, hint=t("Neighbourhood or street"), **_wired("place", located=True)
        ),
        rx.el.div(
            text_field(t("Latitude"), "latitude", input_mode="decimal", **_wired("latitude", located=True)),
            text_field(t("Longitude"), "longitude", input_mode="decimal", **_wired("longitude", located=True)),
            class_name=_PAIR,
        ),
    )


def images() -> rx.Component:
    """Images: the first is the cover."""
    return _section(
        t("Images"),
        photo_picker(
            AdFormState.shown_photos,
            on_change=AdFormState.set_photos,
            on_busy=AdFormState.set_sending,
            key="photos-" + AdFormState.version.to_string(),
        ),
        rx.cond(
            AdFormState.errors["images"], rx.el.p(AdFormState.errors["images"], role="alert", class_name="text-danger")
        ),
    )


def seller() -> rx.Component:
    """Whose ad it is; for admins."""
    return rx.cond(
        AdFormState.sellers.length() > 0,
        _section(
            t("Seller"),
            field(
                t("Seller"),
                select(
                    rx.foreach(AdFormState.sellers, _choice),
                    id="sellerId",
                    name="sellerId",
                    value=AdFormState.values["sellerId"],
                    on_change=lambda value: AdFormState.type("sellerId", value),
                ),
                name="sellerId",
            ),
        ),
    )


def draft_offer() -> rx.Component:
    """What was typed earlier and not handed in."""
    return rx.cond(
        AdFormState.has_draft,
        rx.el.div(
            icon("history", class_name="text-accent"),
            rx.el.p(t("You have an unfinished ad here."), class_name="flex-1 font-medium"),
            button(t("Continue with it"), size="sm", on_click=AdFormState.take_draft),
            button(t("Start afresh"), size="sm", variant="secondary", on_click=AdFormState.drop_draft),
            role="status",
            class_name="flex flex-wrap items-center gap-3 rounded-box bg-accent-soft p-4",
        ),
    )
