"""The controls of the form, bound to its State."""

from typing import Any

import reflex as rx

from marketplace.domain.ad_texts import AdText
from marketplace.web.components.fields import text_area, text_field
from marketplace.web.pages.ad_form.state import AdFormState

PAUSE_MS = 400
PAIR = "grid gap-4 sm:grid-cols-2"


def box(title: str, *children) -> rx.Component:
    """Section of a step; without a title if it is the only one."""
    return rx.el.section(
        rx.el.h3(title, class_name="text-lg font-semibold") if title else None,
        *children,
        class_name="flex flex-col gap-4 sm:rounded-box sm:border sm:border-line sm:bg-raised sm:p-5",
    )


def bind(name: str, *, times: rx.Var[int] | str = "") -> dict:
    """Return the props of a control that starts with the form's value and saves changes while the user types.

    Args:
        times: a new value resets the control, beside a new version of the form.
    """
    version = AdFormState.version.to_string()
    return {
        "key": f"{name}-{version}-{times}",
        "default_value": AdFormState.values[name],
        "on_change": lambda value: AdFormState.set_value(name, value).debounce(PAUSE_MS),
        # A separate debounce for each control: a shared one would drop this change when the next control changes.
        "on_blur": lambda value: AdFormState.set_value(name, value),
        "error": AdFormState.errors[name],
    }


def text(text: AdText, **props: Any) -> rx.Component:
    """The control of a text of the ad."""
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
        counted=text.section != "location",
        **bind(text.wire, times=AdFormState.location_version if text.section == "location" else ""),
    )
