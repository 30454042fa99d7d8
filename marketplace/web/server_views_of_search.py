"""What the server shows for the components that search and choose in the browser."""

import reflex as rx

from marketplace.web.components.choice_list import ChoiceList
from marketplace.web.components.city_picker import CityPicker
from marketplace.web.components.search_box import SearchBox
from marketplace.web.components.town_box import TownBox
from marketplace.web.reflex_ext.ssr import Element, with_props
from marketplace.web.reflex_ext.ssr.registry import Part


def show_choice_list(made: ChoiceList) -> Part:
    """Return the first render of a list of choices."""
    classes = made.classes
    box = rx.el.input(
        type="text",
        input_mode="search",
        auto_complete="off",
        placeholder=made.label,
        aria_label=made.label,
        class_name=classes["box"],
        default_value="",
    )
    return rx.el.div(
        rx.cond(made.searchable, box),
        rx.el.ul(*made.children, class_name=rx.cond(made.searchable, classes["long"], classes["list"])),
        rx.cond(made.searchable, rx.el.p(role="status", class_name=classes["hidden"])),
        class_name=made.classes["root"],
    )


def show_search_box(box: SearchBox) -> Part:
    """Return the first render of a search box."""
    return Element(
        "div",
        {"className": box.classes["root"]},
        (
            *box.children,
            with_props(
                box,
                "input",
                without=("words", "classes", "wide"),
                type="text",
                inputMode="search",
                enterKeyHint="search",
                role="combobox",
                autoComplete="off",
                className=box.classes["input"],
                **{"aria-autocomplete": "list", "aria-expanded": False},
            ),
        ),
    )


def show_town_box(box: TownBox) -> Part:
    """Return the first render of a chooser of towns."""
    hint = {"enterKeyHint": "search"} if box.submits is not None else {}
    shown = with_props(
        box,
        "input",
        without=("words", "classes", "fills", "submits"),
        type="text",
        role="combobox",
        autoComplete="off",
        className=box.classes["input"],
        **hint,
        **{"aria-autocomplete": "list", "aria-expanded": False},
    )
    return Element("div", {"className": box.classes["root"]}, (shown,))


def show_city_picker(picker: CityPicker) -> Part:
    """Return the first render of the picker of towns."""
    words, classes = picker.words, picker.classes
    box, *inside = picker.children
    action = {"type": "button", "class_name": classes["action"]}
    return rx.el.div(
        rx.el.form(box, class_name=classes["form"]),
        rx.el.p(role="alert", class_name=classes["problem"]),
        rx.el.div(
            rx.el.button(*inside, aria_busy=False, **action),
            rx.el.button(words["anywhere"], **action),
            class_name=classes["actions"],
        ),
        rx.el.ul(
            rx.foreach(
                picker.towns.to(list[str]),
                lambda town: rx.el.li(rx.el.button(town, type="button", class_name=classes["town"])),
            ),
            aria_label=words["popular"],
            class_name=classes["towns"],
        ),
        class_name=classes["root"],
    )
