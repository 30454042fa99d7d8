"""Form controls with a label, a hint and an error."""

from functools import partial
from typing import Any

import reflex as rx

from marketplace.domain.views import View
from marketplace.i18n.texts import t
from marketplace.web.components.character_count import character_count
from marketplace.web.components.check_input import Checkbox, Radio
from marketplace.web.components.classes import join, show_if
from marketplace.web.components.icon import icon
from marketplace.web.components.select import Select


class SelectOption(View):
    """An option of a select that a State provides."""

    value: str
    label: str


def control_class(*, height: str = "h-11", extra: str = "") -> str:
    """Return the classes of a control, for controls without a label of their own."""
    return f"control {height} {extra}".rstrip()


def field(
    label,
    control: rx.Component,
    *,
    name: str,
    error="",
    hint="",
    required: bool = False,
    counter: rx.Component | None = None,
) -> rx.Component:
    """Control with label, hint and error, and perhaps its `character_count` beside the label; the control's id must be `name`."""
    words = rx.el.label(
        label,
        rx.el.span(" *", class_name="text-danger", aria_hidden="true") if required else None,
        html_for=name,
        class_name="text-sm font-medium text-ink",
    )
    return rx.el.div(
        rx.el.div(words, counter, class_name="flex items-baseline justify-between gap-3") if counter else words,
        control,
        _below(name, error, hint),
        class_name="flex min-w-0 flex-col gap-1.5",
    )


def control_error(name: str | rx.Var[str], error) -> rx.Component:
    """Error of a control without `field`; nothing while it is empty."""
    return rx.cond(error, _error_text(name, error))


def _error_text(name: str | rx.Var[str], error) -> rx.Component:
    return rx.el.p(
        icon("circle-alert", size=16, class_name="mt-0.5"),
        error,
        id=f"{name}-error",
        role="alert",
        class_name="flex gap-1.5 text-sm text-danger",
    )


def invalid_if(error: rx.Var[str], name: str | rx.Var[str]) -> dict[str, Any]:
    """Return the attributes that mark the control `name` as invalid while there is an error."""
    # HTML forbids a reference to an element that is not on the page.
    return {
        "aria_invalid": rx.cond(error, "true", "false"),
        "aria_describedby": rx.cond(error, f"{name}-error", rx.Var("undefined")),
    }


def _below(name: str, error, hint) -> rx.Component:
    wrong = _error_text(name, error)
    tip = show_if(hint, rx.el.p(hint, class_name="text-sm text-muted")) or rx.fragment()
    if isinstance(error, rx.Var):
        return rx.cond(error, wrong, tip)
    return wrong if error else tip


def wire(name: str, error, required: bool, props: dict) -> dict:
    """Return the props of the control of a `field`, with its id, name and error."""
    props.setdefault("id", name)
    props["name"] = props.pop("field_name", name)
    props["required"] = required
    if isinstance(error, rx.Var):
        props |= invalid_if(error, name)
    elif error:
        props["aria_invalid"] = "true"
        props["aria_describedby"] = f"{name}-error"
    return props


def _counter(name: str, counted: bool, props: dict) -> rx.Component | None:
    return character_count(name, value=props["default_value"], most=props["max_length"]) if counted else None


def text_field(
    label, name: str, *, error="", hint="", required: bool = False, counted: bool = False, type: str = "text", **props
):
    """One-line input.

    Args:
        name: its id and, unless `field_name` is given, its name in the form.
        counted: show how many of the `max_length` characters are used; `default_value` must be a Var.
    """
    props = wire(name, error, required, props)
    counter = _counter(name, counted, props)
    control = rx.el.input(type=type, class_name=control_class(extra=props.pop("class_name", "")), **props)
    return field(label, control, name=name, error=error, hint=hint, required=required, counter=counter)


def password_field(label, name: str, *, shown, on_show, error="", hint="", required: bool = True, **props):
    """Password input with a button that shows the password.

    Args:
        shown: whether the password is readable.
        on_show: handler that toggles `shown`.
    """
    props = wire(name, error, required, props)
    control = rx.el.div(
        rx.el.input(type=rx.cond(shown, "text", "password"), class_name=control_class(extra="pr-12"), **props),
        rx.el.button(
            rx.cond(shown, icon("eye-off"), icon("eye")),
            type="button",
            aria_label=rx.cond(shown, t("Hide password"), t("Show password")),
            aria_pressed=shown,
            on_click=on_show,
            class_name="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-control text-muted "
            "hover:text-ink",
        ),
        class_name="relative",
    )
    return field(label, control, name=name, error=error, hint=hint, required=required)


def text_area(
    label, name: str, *, error="", hint="", required: bool = False, counted: bool = False, rows: int = 4, **props
) -> rx.Component:
    """Multi-line text input; arguments as for `text_field`."""
    props = wire(name, error, required, props)
    counter = _counter(name, counted, props)
    control = rx.el.textarea(
        rows=rows, class_name=control_class(height="py-2.5", extra=props.pop("class_name", "")), **props
    )
    return field(label, control, name=name, error=error, hint=hint, required=required, counter=counter)


def select(*options, class_name: str = "", height: str = "h-11", **props) -> rx.Component:
    """Select without a label; give it an `aria_label` if no label is beside it."""
    create = Select.create if "value" in props else rx.el.select
    return rx.el.div(
        create(*options, class_name=join(control_class(height=height), "appearance-none pr-10", class_name), **props),
        icon(
            "chevron-down",
            size=18,
            class_name="pointer-events-none absolute right-3 top-1/2 -translate-y-1/2 text-muted",
        ),
        class_name="relative min-w-0",
    )


def select_field(label, name: str, *options, error="", hint="", required: bool = False, **props) -> rx.Component:
    """Select with a label; the options are `option(...)` or a foreach over them."""
    props = wire(name, error, required, props)
    return field(label, select(*options, **props), name=name, error=error, hint=hint, required=required)


def option(label, value) -> rx.Component:
    """Option of a select."""
    return rx.el.option(label, value=value)


def options_of(choices: rx.Var) -> rx.Component:
    """Options of a select for a Var with `SelectOption`s."""
    return rx.foreach(choices, lambda choice: option(choice.label, choice.value))


def checkbox(label, name: str, **props) -> rx.Component:
    """Checkbox with a label."""
    create = Checkbox.create if "checked" in props else partial(rx.el.input, type="checkbox")
    return rx.el.label(
        create(
            id=props.pop("id", name),
            name=name,
            class_name="size-5 shrink-0 rounded-control accent-accent",
            **props,
        ),
        rx.el.span(label),
        html_for=name,
        class_name="inline-flex min-h-11 items-center gap-2.5 text-[0.9375rem] text-ink",
    )


def radio_group(label, name: str, choices: dict[str, str], *, value, on_change) -> rx.Component:
    """Radio buttons as a segmented control. A press shows before the server has answered.

    Args:
        choices: labels by value.
        value: the selected value; a change of it is followed.
        on_change: called with the selected value.
    """
    return rx.el.fieldset(
        rx.el.legend(label, class_name="mb-1.5 text-sm font-medium text-ink"),
        rx.el.div(
            *[_segment(words, name, choice, value == choice, on_change) for choice, words in choices.items()],
            class_name="grid auto-cols-fr grid-flow-col gap-1 rounded-control bg-sunken p-1",
        ),
    )


def _segment(words: str, name: str, choice: str, chosen, on_change) -> rx.Component:
    return rx.el.label(
        Radio.create(
            name=name,
            id=f"{name}-{choice}",
            value=choice,
            checked=chosen,
            on_change=on_change,
            class_name="peer absolute opacity-0",
        ),
        rx.el.span(
            words,
            class_name="flex h-10 max-sm:h-11 items-center justify-center rounded-control px-3 text-center text-[0.9375rem] "
            "font-medium text-muted "
            "transition-colors peer-checked:bg-raised peer-checked:text-ink peer-checked:shadow-card "
            "peer-focus-visible:focus-ring",
        ),
        html_for=f"{name}-{choice}",
        class_name="relative",
    )


def form_error(message) -> rx.Component:
    """Error of a whole form."""
    return rx.cond(
        message,
        rx.el.div(
            icon("circle-alert", class_name="mt-0.5"),
            rx.el.p(message),
            role="alert",
            custom_attrs={"data-form-error": "true"},
            class_name="flex gap-2.5 rounded-control bg-danger-soft px-3.5 py-3 text-sm text-danger",
        ),
    )
