"""The choice of the visitor's home town, and the buttons that open it."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web.components.button import icon_button
from marketplace.web.components.icon import icon
from marketplace.web.components.menu import MENU_ITEM
from marketplace.web.components.town_box import town_box

# `city_picker.jsx` imports it; each asset has to be linked beside it.
rx.asset("geolocation_button.jsx", shared=True)
_ID = "city-picker"

_LIBRARY = rx.asset("city_picker.jsx", shared=True).importable_path


class ChooseCity(rx.Component):
    """A button that chooses a town."""

    library = _LIBRARY
    tag = "ChooseCity"

    cookie: rx.Var[str]
    town: rx.Var[str]


class CityPicker(rx.Component):
    """Search for a town, the browser's position, and a list of towns."""

    library = _LIBRARY
    tag = "CityPicker"

    words: rx.Var[dict[str, str]]
    classes: rx.Var[dict[str, str]]
    cookie: rx.Var[str]
    anywhere: rx.Var[str]
    towns: rx.Var[list[str]]


def city_picker(towns: list[str], *, cookie: str, anywhere: str) -> rx.Component:
    """Popover in which a visitor chooses a town; one for the page, opened by elements with `opens_city_picker()`.

    Args:
        towns: offered before anything is typed.
        cookie: name of the cookie that keeps the choice.
        anywhere: its value for no town.
    """
    title = t("Where are you looking?")
    return rx.el.div(
        rx.el.div(
            rx.el.h2(title, class_name="text-lg font-bold tracking-tight"),
            icon_button(
                "x",
                t("Close"),
                class_name="-mr-2",
                custom_attrs={"popoverTarget": _ID, "popoverTargetAction": "hide"},
            ),
            class_name="flex items-center justify-between",
        ),
        CityPicker.create(
            town_box(
                in_flow=True,
                submits=True,
                unknown=t("We don't know this town."),
                placeholder=t("Town or locality"),
                custom_attrs={"aria-label": t("Search for a town or locality")},
            ),
            icon("locate-fixed", size=18, class_name="text-accent"),
            t("Use my location"),
            words={
                "popular": t("Large cities"),
                "anywhere": t("Anywhere in India"),
                "failed": t("Unable to retrieve your location."),
                "unsupported": t("Geolocation is not supported by your browser."),
            },
            classes={
                "root": "city-choices",
                "form": "contents",
                "problem": "text-sm text-danger empty:hidden",
                "actions": "flex flex-col border-b border-line pb-2",
                "action": f"{MENU_ITEM} font-semibold disabled:opacity-55",
                "towns": "grid grid-cols-2 gap-x-2 sm:grid-cols-3",
                "town": MENU_ITEM,
            },
            cookie=cookie,
            anywhere=anywhere,
            towns=towns,
        ),
        id=_ID,
        class_name="city-picker border border-line bg-raised p-4 text-ink shadow-pop",
        custom_attrs={"popover": "auto", "role": "dialog", "aria-label": title},
    )


def opens_city_picker() -> dict[str, str]:
    """Return the attributes of a button that opens the picker; a new dict each time, because components change theirs."""
    return {"popoverTarget": _ID}
