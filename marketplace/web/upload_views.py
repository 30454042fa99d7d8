"""What the server shows for the photo and file inputs: their first render in the browser."""

import reflex as rx

from marketplace.web.components.icon import icon
from marketplace.web.components.link import outside_link
from marketplace.web.components.uploads import IMAGES, FilePicker, PhotoPicker
from marketplace.web.reflex_ext.ssr.registry import Part


def photo_picker(picker: PhotoPicker) -> Part:
    """The stored photos with their tools, and the input."""
    photos, most, words, classes = picker.photos.to(list[dict[str, str]]), picker.most, picker.words, picker.classes

    def tool(words: rx.Var, name: rx.Var, sign: str, disabled: rx.Var) -> rx.Component:
        # The label ends in a colon, the tooltip doesn't.
        return rx.el.button(
            icon(sign, size=16),
            type="button",
            class_name=classes["tool"],
            aria_disabled=disabled,
            aria_label=f"{words} {name}",
            title=words.to(str)[:-1],
        )

    def item(photo: rx.vars.ObjectVar[dict[str, str]], index: rx.vars.NumberVar) -> rx.Component:
        first, name = index == 0, photo["name"]
        return rx.el.li(
            rx.el.img(src=rx.cond(photo["thumb"], photo["thumb"], photo["url"]), alt=name, class_name=classes["image"]),
            rx.cond(first & (most > 1), rx.el.span(words["cover"], class_name=classes["cover"])),
            rx.cond(
                most > 1,
                rx.el.div(
                    tool(words["first"], name, "star", first),
                    tool(words["earlier"], name, "chevron-left", first),
                    tool(words["later"], name, "chevron-right", index == photos.length() - 1),
                    class_name=classes["tools"],
                ),
            ),
            rx.el.button(
                icon("x", size=16),
                type="button",
                class_name=classes["remove"],
                aria_label=f"{words['remove']} {name}",
                title=words["remove"],
                custom_attrs={"data-remove": True},
            ),
            class_name=classes["item"],
            custom_attrs={"draggable": True, "data-state": "done", "data-name": name},
        )

    chooser = rx.el.label(
        rx.el.span(words["add"]),
        rx.el.span(words["hint"], class_name=classes["hint"]),
        rx.el.input(type="file", accept=IMAGES, multiple=most > 1, class_name="sr-only"),
        class_name=classes["add"],
    )
    return rx.el.div(
        rx.el.ul(
            rx.foreach(photos, item),
            rx.cond(photos.length() < most, rx.el.li(chooser, class_name=classes["room"])),
            class_name=classes["list"],
        ),
        rx.el.p(role="status", class_name=classes["said"]),
        class_name=classes["box"],
    )


def file_picker(picker: FilePicker) -> Part:
    """The stored file and the input."""
    classes = picker.classes
    name = rx.cond(picker.file_name, picker.file_name, picker.words["open"])
    return rx.el.div(
        rx.cond(picker.url, outside_link(name, href=picker.url, target="_blank", class_name=classes["link"])),
        rx.el.input(
            id=picker.id,
            type="file",
            accept=picker.accept,
            aria_invalid=picker.invalid,
            aria_describedby=f"{picker.id}-error",
            class_name=classes["input"],
        ),
        class_name=classes["box"],
    )
