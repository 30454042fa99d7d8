"""Counter of the characters in a text field."""

import reflex as rx

from marketplace.i18n.texts import t


class CharacterCount(rx.Component):
    """Wrapper of `character_count.jsx`."""

    library = rx.asset("character_count.jsx", shared=True).importable_path
    tag = "CharacterCount"

    control: rx.Var[str]
    most: rx.Var[int]
    initial: rx.Var[int]
    words: rx.Var[str]


def character_count(control: str, *, value: rx.Var[str], most: int) -> rx.Component:
    """Counter of a text field such as "34 of 120", which begins with that of its initial value."""
    return CharacterCount.create(
        control=control,
        most=most,
        initial=value.length(),
        words=t("of"),
        class_name="shrink-0 text-xs text-muted tabular-nums",
    )
