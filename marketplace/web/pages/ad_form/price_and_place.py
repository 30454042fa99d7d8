"""The step with the price and the place."""

import reflex as rx

from marketplace.domain.ad_texts import AD_TEXTS
from marketplace.domain.price_units import unit_text
from marketplace.i18n.texts import t
from marketplace.models import PriceUnit
from marketplace.web import paths
from marketplace.web.components.fields import option, radio_group, select_field, text_field
from marketplace.web.components.geolocation_button import geolocation_button
from marketplace.web.components.icon import icon
from marketplace.web.components.link import link
from marketplace.web.components.pin_map import pin_map
from marketplace.web.components.town_box import town_field
from marketplace.web.pages.ad_form.controls import PAIR, bind, box, text
from marketplace.web.pages.ad_form.state import AdFormState


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


def _price_unit() -> rx.Component:
    values = AdFormState.values
    return rx.cond(
        values["producttype"] != "sell",
        select_field(
            t("Price is for"),
            "priceUnit",
            *[option(unit_text(unit), unit) for unit in PriceUnit],
            value=rx.cond(values["priceUnit"], values["priceUnit"], AdFormState.default_unit),
            on_change=lambda value: AdFormState.set_value("priceUnit", value),
            error=AdFormState.errors["priceUnit"],
        ),
    )


def price() -> rx.Component:
    """Section "Product Details": what is asked for."""
    return box(
        t("Product Details"),
        radio_group(
            t("I want to"),
            "producttype",
            {"sell": t("Sell"), "rent": t("Rent out"), "lease": t("Lease out")},
            value=AdFormState.values["producttype"],
            on_change=lambda value: AdFormState.set_value("producttype", value),
        ),
        rx.cond(AdFormState.values["producttype"] != "sell", _about_dates()),
        rx.el.div(
            text_field(t("Price (₹)"), "price", input_mode="decimal", **bind("price")),
            _price_unit(),
            text_field(
                t("Discount (%)"), "discount", input_mode="decimal", hint=t("From 0 to 99.99"), **bind("discount")
            ),
            class_name=PAIR,
        ),
    )


def location() -> rx.Component:
    """Section "Location": the town, typed or from the browser, and a pin on the map."""
    return box(
        t("Location"),
        geolocation_button(on_found=AdFormState.locate, on_problem=AdFormState.location_failed),
        rx.el.div(
            _city(),
            text(AD_TEXTS["state"]),
            class_name=PAIR,
        ),
        text(AD_TEXTS["place"]),
        _map(),
        _coordinates(),
    )


def _city() -> rx.Component:
    city = AD_TEXTS["city"]
    return town_field(
        city.wire,
        state="state",
        place="place",
        label=city.label(),
        required=city.required,
        max_length=city.max_length,
        **bind(city.wire, times=AdFormState.location_version),
    )


def _map() -> rx.Component:
    values, note = AdFormState.values, "text-sm text-muted"
    return rx.cond(
        AdFormState.area,
        rx.el.div(
            pin_map(
                AdFormState.area,
                latitude=values["latitude"],
                longitude=values["longitude"],
                on_move=AdFormState.move_pin,
            ),
            rx.el.p(
                t("Tap the map or drag the pin to where it is. Buyers see only the circle, not the pin."),
                class_name=note,
            ),
            class_name="flex flex-col gap-2",
        ),
        rx.el.p(t("Enter the city to see the map."), class_name=note),
    )


def _coordinates() -> rx.Component:
    times = AdFormState.pin_version
    return rx.el.details(
        rx.el.summary(
            t("Enter coordinates"),
            class_name="flex min-h-11 items-center gap-1.5 font-medium text-accent cursor-pointer",
        ),
        rx.el.div(
            text_field(
                t("Latitude"),
                "latitude",
                input_mode="decimal",
                hint=t("From -90 to 90"),
                **bind("latitude", times=times),
            ),
            text_field(
                t("Longitude"),
                "longitude",
                input_mode="decimal",
                hint=t("From -180 to 180"),
                **bind("longitude", times=times),
            ),
            class_name=PAIR,
        ),
    )
