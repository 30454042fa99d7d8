"""The controls of the dynamic fields of a subcategory."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web.components.fields import control_class, control_error, invalid_if, option, select
from marketplace.web.components.icon import icon
from marketplace.web.components.uploads import file_picker
from marketplace.web.pages.ad_form.controls import PAUSE_MS
from marketplace.web.pages.ad_form.form import SpecField
from marketplace.web.pages.ad_form.state import AdFormState


def dynamic_field(spec: rx.Var[SpecField]) -> rx.Component:
    """The control of a dynamic field."""

    def save(value) -> rx.event.EventSpec:
        return AdFormState.set_value(spec.name, value)

    # A required field may be filled in later, so the control only shows it; submitting checks it.
    held, file_name = AdFormState.values[spec.name], AdFormState.values[spec.name + ":name"]
    error = AdFormState.errors[spec.name]
    wiring = {"id": spec.name, "name": spec.name, **invalid_if(error, spec.name)}
    common = {**wiring, "default_value": held, "class_name": control_class()}
    # A Var keeps the value a string; for a plain number input Reflex would send 0 instead of an empty value.
    number = rx.Var.create("number").to(str)

    def late(value) -> rx.event.EventSpec:
        return save(value).debounce(PAUSE_MS)

    control = rx.match(
        spec.input_type,
        ("number", rx.el.input(type=number, step="any", on_change=late, on_blur=save, **common)),
        ("date", rx.el.input(type="date", on_change=save, **common)),
        (
            "select",
            select(
                option(t("Choose"), ""),
                rx.foreach(spec.options, lambda words: option(words, words)),
                **wiring,
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
                invalid=error,
                on_sent=AdFormState.set_file,
                on_busy=lambda sending: AdFormState.set_sending(spec.name, sending),
            ),
        ),
        rx.el.input(type="text", on_change=late, on_blur=save, **common),
    )
    return rx.el.div(
        rx.el.label(
            spec.label,
            rx.cond(spec.unit, " (" + spec.unit + ")", ""),
            rx.cond(spec.required, rx.el.span(" *", class_name="text-danger")),
            html_for=spec.name,
            class_name="text-sm font-medium",
        ),
        control,
        rx.cond(
            spec.input_type == "file",
            rx.el.p(
                icon("shield-check", size=16, class_name="mt-0.5 shrink-0"),
                rx.cond(
                    spec.is_public,
                    t("Everyone who sees the ad can open this file."),
                    t("Only moderators can open this file, and your buyer after a deal or booking."),
                ),
                class_name="flex gap-1.5 text-sm text-muted",
            ),
        ),
        rx.cond(
            error,
            control_error(spec.name, error),
            rx.cond(spec.hint, rx.el.p(spec.hint, class_name="text-sm text-muted")),
        ),
        key=spec.name + AdFormState.version.to_string(),
        class_name="flex min-w-0 flex-col gap-1.5",
    )
