"""Dropdown menus. They open without JavaScript."""

import reflex as rx

from marketplace.web.components.icon import icon as draw
from marketplace.web.components.link import link

MENU_ITEM = "menu-item"
CHEVRON = "transition-transform group-has-[:popover-open]/menu:rotate-180"


class Menu(rx.Component):
    """Wrapper of `menu.jsx`, which closes the popover inside of it."""

    library = rx.asset("menu.jsx", shared=True).importable_path
    tag = "Menu"


def menu(
    trigger: tuple, *items: rx.Component, label: str, name, align: str = "left", chevron: bool = True
) -> rx.Component:
    """Dropdown menu.

    Args:
        trigger: content of the button.
        label: accessible name of the menu.
        name: id of the list, unique on the page.
        align: side of the button with which it aligns, left or right.
        chevron: whether the button shows an arrow.
    """
    return Menu.create(
        rx.el.button(
            *trigger,
            draw("chevron-down", size=16, class_name=CHEVRON) if chevron else None,
            type="button",
            class_name="menu-button",
            custom_attrs={"popoverTarget": name},
        ),
        rx.el.nav(
            *items,
            id=name,
            aria_label=label,
            class_name="menu-list",
            custom_attrs={"popover": "auto", "data-align": align},
        ),
        class_name="group/menu",
    )


def menu_link(words, href, *, icon: str = "") -> rx.Component:
    """Menu item that links to a page."""
    return link(draw(icon, size=18, class_name="text-muted") if icon else None, words, href=href, class_name=MENU_ITEM)


def menu_button(words, *, icon: str = "", **props) -> rx.Component:
    """Menu item that is a button."""
    return rx.el.button(
        draw(icon, size=18, class_name="text-muted") if icon else None,
        words,
        type="button",
        class_name=MENU_ITEM,
        **props,
    )
