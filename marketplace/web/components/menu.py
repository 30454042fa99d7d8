"""Dropdown menus. They open without JavaScript."""

import reflex as rx

from marketplace.web.components.icon import icon as draw
from marketplace.web.components.link import link

MENU_ITEM = "menu-item"


class Menu(rx.Component):
    """Wrapper of `menu.jsx`, a details element that closes on Escape and on clicks elsewhere."""

    library = rx.asset("menu.jsx", shared=True).importable_path
    tag = "Menu"


def menu(trigger: tuple, *items: rx.Component, label: str, align: str = "left", chevron: bool = True) -> rx.Component:
    """Dropdown menu.

    Args:
        trigger: content of the button.
        label: accessible name of the menu.
        align: side of the button with which it aligns, left or right.
        chevron: whether the button shows an arrow.
    """
    side = {"left": "left-0", "right": "right-0"}[align]
    return Menu.create(
        rx.el.summary(
            *trigger,
            draw("chevron-down", size=16, class_name="transition-transform group-open/menu:rotate-180")
            if chevron
            else None,
            class_name="menu-button",
        ),
        rx.el.nav(
            *items,
            aria_label=label,
            class_name=f"menu-list {side}",
        ),
        class_name="group/menu relative",
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
