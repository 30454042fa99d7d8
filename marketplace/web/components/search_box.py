"""Search box with suggestions."""

from typing import Any

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web.components.fields import control_class

# Without a frame of its own, inside of a framed form.
_BARE = "bare-control"


class SearchBox(rx.Component):
    """Wrapper of `search_box.jsx`, a combobox."""

    library = rx.asset("search_box.jsx", shared=True).importable_path
    tag = "SearchBox"

    name: rx.Var[str]
    words: rx.Var[dict[str, str]]
    classes: rx.Var[dict[str, str]]
    default_value: rx.Var[str]
    placeholder: rx.Var[str]
    max_length: rx.Var[int]
    wide: rx.Var[bool]


def search_box(
    *children,
    height: str = "h-11",
    extra: str = "",
    bare: bool = False,
    class_name: str = "",
    **props: Any,
) -> rx.Component:
    """Keyword input of a search form; its name in the form is `keyword`.

    Args:
        children: components over the box, e.g. an icon at its start.
        height, extra: classes of the input.
        bare: without a frame, for a form that has one; the suggestions are as wide as that.
        class_name: classes of the wrapper.
    """
    return SearchBox.create(
        *children,
        name="keyword",
        max_length=300,
        wide=bare,
        placeholder=t("What are you looking for"),
        custom_attrs={"aria-label": t("What are you looking for")},
        words={"list": t("Suggestions"), "category": t("Category"), "ad": t("Ad")},
        classes={
            "root": f"relative min-w-0 {class_name}",
            "input": f"{_BARE} {height} {extra}" if bare else control_class(height=height, extra=extra),
            "list": "z-30 max-h-[60dvh] overflow-y-auto rounded-box border border-line bg-raised p-1.5 text-ink shadow-pop",
            "option": "flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-2 text-[0.9375rem] "
            "aria-selected:bg-sunken",
            "mark": "size-4.5 shrink-0 fill-none stroke-current stroke-2 text-muted",
            "text": "min-w-0 flex-1 truncate",
            "kind": "shrink-0 text-sm text-muted",
        },
        **props,
    )
