"""Tables that scroll inside their own box on a phone."""

import reflex as rx


def table(headings: list, *rows, caption: str) -> rx.Component:
    """A table.

    Args:
        headings: words of the head row.
        rows: `row(...)` or a foreach over them.
        caption: what the table shows, for screen readers.
    """
    return rx.el.div(
        rx.el.table(
            rx.el.caption(caption, class_name="sr-only"),
            rx.el.thead(
                rx.el.tr(
                    *[
                        rx.el.th(
                            words,
                            scope="col",
                            class_name="whitespace-nowrap px-4 py-3 text-left text-sm font-semibold text-muted",
                        )
                        for words in headings
                    ]
                ),
                class_name="bg-sunken",
            ),
            rx.el.tbody(*rows, class_name="divide-y divide-line"),
            class_name="w-full text-[0.9375rem]",
        ),
        tab_index=0,
        role="region",
        aria_label=caption,
        class_name="relative overflow-x-auto rounded-box border border-line bg-raised",
    )


def row(*cells, **props) -> rx.Component:
    """A row; each cell is a component or a text."""
    return rx.el.tr(*[rx.el.td(cell, class_name="px-4 py-3 align-middle") for cell in cells], **props)
