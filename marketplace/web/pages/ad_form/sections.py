"""The sections of the form."""

import reflex as rx

from marketplace.domain import ad_texts
from marketplace.domain.ad_texts import AD_TEXTS, AdText
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.components.button import button
from marketplace.web.components.fields import (
    SelectOption,
    control_class,
    field,
    option,
    radio_group,
    select,
    select_field,
    text_area,
    text_field,
)
from marketplace.web.components.geolocation_button import geolocation_button
from marketplace.web.components.icon import icon
from marketplace.web.components.link import link
from marketplace.web.components.town_suggestions import town_suggestions
from marketplace.web.components.uploads import file_picker, photo_picker
from marketplace.web.pages.ad_form.form import SpecField, list_price_units
from marketplace.web.pages.ad_form.state import AdFormState

_PAUSE_MS = 400
_TOWNS = "ad-towns"
_PAIR = "grid gap-4 sm:grid-cols-2"


def _section(title: str, *children) -> rx.Component:
    return rx.el.section(
        rx.el.h2(title, class_name="text-lg font-semibold"),
        *children,
        class_name="flex flex-col gap-4 rounded-box border border-line bg-raised p-5",
    )


def _bind(name: str, *, filled_by_location: bool = False) -> dict:
    """Return the props of a control that starts with the form's value and saves changes while the user types."""
    version = AdFormState.version.to_string()
    return {
        "key": f"{name}-" + version + "-" + (AdFormState.location_version.to_string() if filled_by_location else ""),
        "default_value": AdFormState.values[name],
        "on_change": lambda value: AdFormState.set_value(name, value).debounce(_PAUSE_MS),
        # A separate debounce for each control: a shared one would drop this change when the next control changes.
        "on_blur": lambda value: AdFormState.set_value(name, value),
        "error": AdFormState.errors[name],
    }


def _text(text: AdText, **props) -> rx.Component:
    if text.rows > 1:
        control, props["rows"] = text_area, text.rows
    else:
        control = text_field
    return control(
        text.label(),
        text.wire,
        hint=text.hint(),
        required=text.required,
        max_length=text.max_length,
        **props,
        **_bind(text.wire, filled_by_location=text.section == "location"),
    )


def _choice(choice: rx.Var[SelectOption]) -> rx.Component:
    return rx.el.option(choice.label, value=choice.value)


def _about_dates() -> rx.Component:
    """Hint about where dates and prices of a rental are set."""
    return rx.el.div(
        icon("calendar-cog", size=18, class_name="mt-0.5 shrink-0 text-accent"),
        rx.cond(
            AdFormState.ad_id,
            rx.el.p(
                t("Opening days, rental periods and more prices are in the ad's calendar."),
                " ",
                link(
                    t("Open the calendar"),
                    href=paths.calendar(AdFormState.ad_id),
                    class_name="font-medium text-accent underline",
                ),
            ),
            rx.el.p(
                t(
                    "After posting, you can set opening days, rental periods and more prices in its calendar, under My Ads."
                )
            ),
        ),
        class_name="flex gap-2.5 rounded-control bg-sunken px-4 py-3 text-sm text-muted",
    )


def basics() -> rx.Component:
    """Section "Basic Information"."""
    return _section(
        t("Basic Information"),
        radio_group(
            t("I want to"),
            "producttype",
            {"sell": t("Sell"), "rent": t("Rent out"), "lease": t("Lease out")},
            value=AdFormState.values["producttype"],
            on_change=lambda value: AdFormState.set_value("producttype", value),
        ),
        rx.cond(AdFormState.values["producttype"] != "sell", _about_dates()),
        *map(_text, ad_texts.in_section("basics")),
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
    def save(value) -> rx.event.EventSpec:
        return AdFormState.set_value(spec.name, value)

    # A required field may be filled in later, so the control only shows it; submitting checks it.
    held, file_name = AdFormState.values[spec.name], AdFormState.values[spec.name + ":name"]
    common = {"id": spec.name, "name": spec.name, "default_value": held, "class_name": control_class()}
    # A Var keeps the value a string; for a plain number input Reflex would send 0 instead of an empty value.
    number = rx.Var.create("number").to(str)

    def late(value) -> rx.event.EventSpec:
        return save(value).debounce(_PAUSE_MS)

    control = rx.match(
        spec.input_type,
        ("number", rx.el.input(type=number, step="any", on_change=late, on_blur=save, **common)),
        ("date", rx.el.input(type="date", on_change=save, **common)),
        (
            "select",
            select(
                option(t("Choose"), ""),
                rx.foreach(spec.options, _option),
                id=spec.name,
                name=spec.name,
                default_value=held,
                on_change=save,
            ),
        ),
        (
            "file",
            file_picker(
                spec.name,
                id=spec.name,
                url=held,
                file_name=file_name,
                on_sent=AdFormState.set_file,
                on_busy=lambda sending: AdFormState.set_sending(spec.name, sending),
            ),
        ),
        rx.el.input(type="text", on_change=late, on_blur=save, **common),
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
    """Section "Product Specifications": the dynamic fields of the subcategory."""
    return rx.cond(
        AdFormState.specs.length() > 0,
        _section(t("Product Specifications"), rx.el.div(rx.foreach(AdFormState.specs, _spec), class_name=_PAIR)),
    )


def _price_unit() -> rx.Component:
    values = AdFormState.values
    return rx.cond(
        values["producttype"] != "sell",
        select_field(
            t("Price is for"),
            "priceUnit",
            *[option(unit.label, unit.value) for unit in list_price_units()],
            value=rx.cond(values["priceUnit"], values["priceUnit"], AdFormState.default_unit),
            on_change=lambda value: AdFormState.set_value("priceUnit", value),
            error=AdFormState.errors["priceUnit"],
        ),
    )


def details() -> rx.Component:
    """Section "Product Details"."""
    return _section(
        t("Product Details"),
        rx.el.div(
            text_field(t("Price (₹)"), "price", input_mode="decimal", **_bind("price")),
            _price_unit(),
            text_field(t("Discount (%)"), "discount", input_mode="decimal", **_bind("discount")),
            class_name=_PAIR,
        ),
        *map(_text, ad_texts.in_section("details")),
    )


def location() -> rx.Component:
    """Location, typed or from the browser."""
    return _section(
        t("Location"),
        geolocation_button(on_found=AdFormState.locate, on_problem=AdFormState.location_failed),
        rx.el.div(
            _text(AD_TEXTS["state"]),
            _text(AD_TEXTS["city"], list=_TOWNS, auto_complete="address-level2"),
            class_name=_PAIR,
        ),
        town_suggestions(_TOWNS, town="city", state="state"),
        _text(AD_TEXTS["place"]),
        rx.el.div(
            text_field(t("Latitude"), "latitude", input_mode="decimal", **_bind("latitude", filled_by_location=True)),
            text_field(
                t("Longitude"), "longitude", input_mode="decimal", **_bind("longitude", filled_by_location=True)
            ),
            class_name=_PAIR,
        ),
    )


def images() -> rx.Component:
    """Photos; the first is the cover."""
    return _section(
        t("Images"),
        photo_picker(
            AdFormState.photos,
            on_change=AdFormState.set_photos,
            on_busy=lambda sending: AdFormState.set_sending("images", sending),
            on_unsent=AdFormState.set_failed_uploads,
            key="photos-" + AdFormState.version.to_string(),
        ),
        rx.cond(
            AdFormState.errors["images"], rx.el.p(AdFormState.errors["images"], role="alert", class_name="text-danger")
        ),
    )


def seller() -> rx.Component:
    """Seller of the ad, for admins."""
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
                    on_change=lambda value: AdFormState.set_value("sellerId", value),
                ),
                name="sellerId",
            ),
        ),
    )


def draft_offer() -> rx.Component:
    """Offer to restore the saved draft; the form appears after the decision."""
    offer = AdFormState.offer
    photos = rx.cond(offer.photos == 1, t("1 photo"), offer.photos.to_string() + " " + t("photos"))
    return rx.el.section(
        rx.el.div(
            icon("history", class_name="mt-0.5 text-accent"),
            rx.el.div(
                rx.el.h2(t("You have an unfinished ad."), class_name="font-semibold"),
                rx.el.p(
                    offer.name,
                    rx.cond(offer.photos > 0, " · " + photos, ""),
                    class_name="break-words text-sm text-muted",
                ),
                class_name="min-w-0",
            ),
            class_name="flex min-w-0 flex-1 gap-3",
        ),
        rx.el.div(
            button(t("Continue editing"), on_click=AdFormState.restore_draft),
            button(t("Start over"), variant="secondary", on_click=AdFormState.discard_draft),
            class_name="flex flex-wrap gap-3",
        ),
        class_name="flex max-w-3xl flex-wrap items-center gap-4 rounded-box bg-accent-soft p-5",
    )
