"""Tables whose rows become cards on narrow screens."""

from collections.abc import Sequence

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web.components.classes import join

_CELL = "px-4 py-3 align-middle"
_NARROW = "px-3 py-3 align-middle"
# A card starts with one or two cells; the others follow two in a line (four on wider screens), each below its heading.
_LINE = "max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3"
_CARD = f"{_LINE} max-sm:gap-y-3 max-sm:p-4"
_COMPACT = f"{_LINE} max-sm:gap-y-1.5 max-sm:px-3 max-sm:py-2.5"
_WHOLE = "max-sm:block max-sm:basis-full max-sm:p-0"
_SMALL = "max-sm:block max-sm:flex-none max-sm:p-0"
_REST = "max-sm:block max-sm:min-w-0 max-sm:basis-3/5 max-sm:grow max-sm:p-0"
_HALF = (
    "max-sm:block max-sm:min-w-0 max-sm:basis-[calc(50%-0.375rem)] max-sm:self-start max-sm:p-0 "
    "max-sm:[overflow-wrap:anywhere]"
)
_NAMED = "max-sm:before:block max-sm:before:pb-0.5 max-sm:before:text-xs max-sm:before:text-muted "
_NAMED += "max-sm:before:content-[attr(data-label)]"
_PLACED = "max-sm:block max-sm:p-0"
# Buttons explain themselves, and must not shrink.
_PRESSED = "max-sm:block max-sm:flex-none max-sm:self-end max-sm:p-0"


def _below(width: str, *classes: str) -> str:
    return " ".join(classes).replace("max-sm:", f"max-{width}:")


def table(headings: Sequence, *rows, caption: str, cards: str = "", narrow: bool = False) -> rx.Component:
    """Table that scrolls inside its box if it is too wide.

    Args:
        headings: texts of the head row.
        rows: `row(...)` or a foreach over them.
        caption: description for screen readers.
        cards: show rows as cards below this width: `sm` for few narrow columns, `xl` for many. Rows then need `labels`.
        narrow: less space between columns.
    """

    def part(role: str, name: str = "", as_card: str = "") -> dict[str, str]:
        # As cards the elements lose their table display, and screen readers would ignore the table without these roles. HTML
        # allows them only if the table element itself has no role of a table, so the element around it has that.
        return {"class_name": join(name, _below(cards, as_card)), "role": role} if cards else {"class_name": name}

    whole = {"role": "table", "aria_label": caption} if cards else {}
    head = f"whitespace-nowrap {'px-3' if narrow else 'px-4'} py-3 text-left text-sm font-semibold text-muted"
    return rx.el.div(
        rx.el.div(
            rx.el.table(
                *([] if cards else [rx.el.caption(caption, class_name="sr-only")]),
                rx.el.thead(
                    rx.el.tr(
                        *[rx.el.th(words, scope="col", **part("columnheader", head)) for words in headings],
                        **part("row"),
                    ),
                    **part("rowgroup", "bg-sunken", "max-sm:sr-only"),
                ),
                rx.el.tbody(*rows, **part("rowgroup", "divide-y divide-line", "max-sm:block")),
                **part("presentation", "w-full text-[0.9375rem]", "max-sm:block"),
            ),
            **whole,
        ),
        tab_index=0,
        role="region",
        aria_label=caption,
        class_name="relative overflow-x-auto rounded-box border border-line bg-raised",
    )


def row(
    *cells,
    labels: Sequence = (),
    cards: str = "sm",
    lead: int = 1,
    narrow: bool = False,
    places: Sequence[str] = (),
    **props,
) -> rx.Component:
    """Table row; each cell is a component or a text.

    Args:
        labels: headings of the table, if its rows can be cards.
        cards: same value as for the table.
        narrow: same value as for the table, if its rows cannot be cards.
        lead: number of cells at the start of the card, without a heading: its name, or (2) a small cell and the name.
        places: classes that place each cell on the card, instead of a heading above each value; the table is `narrow` then.
    """
    if not labels:
        return rx.el.tr(*[rx.el.td(cell, class_name=_NARROW if narrow else _CELL) for cell in cells], **props)
    leading = [_SMALL, _REST] if lead == 2 else [_WHOLE]
    quarter = "" if cards == "sm" else f"sm:max-{cards}:basis-[calc(25%-0.5625rem)]"

    def look(at: int, words) -> str:
        if places:
            return join(_NARROW, _below(cards, _PLACED, places[at]))
        if at < lead:
            return join(_CELL, _below(cards, leading[at]))
        if words == t("Actions"):
            return join(_CELL, _below(cards, _PRESSED))
        return join(_CELL, _below(cards, _HALF, _NAMED), quarter)

    return rx.el.tr(
        *[
            rx.el.td(
                cell,
                role="cell",
                custom_attrs={"data-label": words} if isinstance(words, str) else {},
                class_name=look(at, words),
            )
            for at, (cell, words) in enumerate(zip(cells, labels, strict=True))
        ],
        role="row",
        class_name=_below(cards, _COMPACT if places else _CARD),
        **props,
    )
