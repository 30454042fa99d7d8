"""The sections of the form."""

import reflex as rx

from marketplace.texts import t
from marketplace.web import paths
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
from marketplace.web.components.link import link
from marketplace.web.components.locate import locate_button
from marketplace.web.components.towns import towns
from marketplace.web.components.uploads import file_picker, photo_picker
from marketplace.web.pages.ad_form.form import Choice, SpecField
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


def _wired(name: str, *, located: bool = False) -> dict:
    """A control that begins with what the form holds, and keeps it while one types."""
    anew = AdFormState.version.to_string()
    return {
        "key": f"{name}-" + anew + "-" + (AdFormState.located.to_string() if located else ""),
        "default_value": AdFormState.values[name],
        "on_change": lambda value: AdFormState.type(name, value).debounce(_PAUSE_MS),
        # All controls share one pause: who goes on to the next at once must not lose this one.
        "on_blur": lambda value: AdFormState.type(name, value),
        "error": AdFormState.errors[name],
    }


def _choice(choice: rx.Var[Choice]) -> rx.Component:
    return rx.el.option(choice.label, value=choice.value)


def _about_dates() -> rx.Component:
    """Where a rental's dates and prices are set."""
    return rx.el.div(
        icon("calendar-cog", size=18, class_name="mt-0.5 shrink-0 text-accent"),
        rx.cond(
            AdFormState.ad_id,
            rx.el.p(
                t("Opening days, lengths and prices are in the ad's calendar."),
                " ",
                link(
                    t("Open the calendar"),
                    href=paths.calendar(AdFormState.ad_id),
                    class_name="font-medium text-accent underline",
                ),
            ),
            rx.el.p(t("Once it is posted, set opening days, lengths and prices in its calendar, under My Ads.")),
        ),
        class_name="flex gap-2.5 rounded-control bg-sunken px-4 py-3 text-sm text-muted",
    )


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
        rx.cond(AdFormState.values["producttype"] != "sell", _about_dates()),
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
    held, file_name = AdFormState.values[spec.name], AdFormState.values[spec.name + ":name"]
    common = {"id": spec.name, "name": spec.name, "default_value": held, "class_name": control_class()}
    # As a Var, so that what was typed is heard as text: Reflex makes an empty number control 0.
    number = rx.Var.create("number").to(str)

    def late(value) -> rx.event.EventSpec:
        return keep(value).debounce(_PAUSE_MS)

    control = rx.match(
        spec.input_type,
        ("number", rx.el.input(type=number, step="any", on_change=late, on_blur=keep, **common)),
        ("date", rx.el.input(type="date", on_change=keep, **common)),
        (
            "select",
            select(
                option(t("Choose"), ""),
                rx.foreach(spec.options, _option),
                id=spec.name,
                name=spec.name,
                default_value=held,
                on_change=keep,
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
        rx.el.input(type="text", on_change=late, on_blur=keep, **common),
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
            text_field(
                t("City"),
                "city",
                max_length=120,
                list=_TOWNS,
                auto_complete="address-level2",
                **_wired("city", located=True),
            ),
            class_name=_PAIR,
        ),
        towns(_TOWNS, town="city", state="state"),
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
            AdFormState.photos,
            on_change=AdFormState.set_photos,
            on_busy=lambda sending: AdFormState.set_sending("images", sending),
            on_unsent=AdFormState.set_unsent,
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
    """What was typed earlier and not handed in; the form follows once it is decided."""
    offer = AdFormState.offer
    photos = rx.cond(offer.photos == 1, t("1 photo"), offer.photos.to_string() + " " + t("photos"))
    return rx.el.section(
        rx.el.div(
            icon("history", class_name="mt-0.5 text-accent"),
            rx.el.div(
                rx.el.h2(t("You have an unfinished ad here."), class_name="font-semibold"),
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
            button(t("Continue with it"), on_click=AdFormState.take_draft),
            button(t("Start afresh"), variant="secondary", on_click=AdFormState.drop_draft),
            class_name="flex flex-wrap gap-3",
        ),
        class_name="flex max-w-3xl flex-wrap items-center gap-4 rounded-box bg-accent-soft p-5",
    )
