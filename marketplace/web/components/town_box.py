"""The chooser of a town or locality, for the header, filters and forms."""

from typing import Any

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web.components.fields import control_class, field, wire


class TownBox(rx.Component):
    """Wrapper of `town_box.jsx`, a combobox."""

    library = rx.asset("town_box.jsx", shared=True).importable_path
    tag = "TownBox"

    name: rx.Var[str]
    words: rx.Var[dict[str, str]]
    classes: rx.Var[dict[str, str]]
    fills: rx.Var[dict[str, str]]
    submits: rx.Var[bool]
    default_value: rx.Var[str]
    placeholder: rx.Var[str]
    max_length: rx.Var[int]
    required: rx.Var[bool]
    on_change: rx.EventHandler[rx.event.input_event]
    on_blur: rx.EventHandler[rx.event.input_event]


def town_box(*, height: str = "h-11", in_flow: bool = False, unknown: str = "", **props: Any) -> rx.Component:
    """Input with suggestions of towns and localities; what is typed counts, too.

    Args:
        in_flow: whether the suggestions move what is below them, instead of covering it.
        unknown: shown if nothing begins with what is typed.
        props: `fills`, ids of the controls for state and locality that a choice fills in; or `submits`, for a form whose
            handler resolves the label of a place.
    """
    return TownBox.create(
        words={"list": t("Towns"), "unknown": unknown},
        classes={
            "root": "relative min-w-0 flex-1",
            "input": control_class(height=height),
            "list": "mt-2 flex flex-col"
            if in_flow
            else "absolute inset-x-0 top-full z-30 mt-1 max-h-64 overflow-y-auto overscroll-contain rounded-box border "
            "border-line bg-raised p-1.5 shadow-pop",
            "option": "min-h-11 cursor-pointer rounded-control px-3 py-2.5 text-[0.9375rem] leading-6 text-ink "
            "aria-selected:bg-sunken",
            "where": "text-muted",
            "problem": "mt-2 text-sm text-danger",
        },
        **{"fills": {}, "max_length": 120} | props,
    )


def town_field(
    name: str, *, state: str, place: str = "", label: str = "", error="", required: bool = False, **props: Any
) -> rx.Component:
    """Labelled chooser, whose value is the town; a choice fills in the controls for its state and locality.

    Args:
        name: its id and, unless `field_name` is given, its name in the form.
        state, place: ids of the controls that are filled in.
        label: "City" if empty.
    """
    props = wire(name, error, required, {"placeholder": t("Town or locality")} | props)
    fills = {"state": state, "place": place}
    return field(label or t("City"), town_box(fills=fills, **props), name=name, error=error, required=required)
