"""Writing messages: the box, what is on its way, who hands it in, and that the other side is typing."""

from typing import Any

import reflex as rx

from marketplace.settings import get_settings
from marketplace.texts import t
from marketplace.web.components.fields import control_class

# The scripts below import them; each asset is linked beside the others of its Python module. The postman has to be among them:
# from a module of its own it would hand in from another copy of the list than the box writes into.
rx.asset("unsent.js", shared=True)
rx.asset("hand_in.js", shared=True)
rx.asset("send_file.js", shared=True)
_LIBRARY = rx.asset("composer.jsx", shared=True).importable_path
_TYPING_MS = 5_000
_SQUARE = "flex size-11 shrink-0 items-center justify-center rounded-control"
_CLASSES = {
    "form": "flex flex-col gap-2 border-t border-line p-3",
    "photos": "flex gap-2 overflow-x-auto pb-1",
    "photo": "relative size-20 shrink-0 overflow-hidden rounded-control border border-line bg-sunken",
    "thumb": "size-full object-cover",
    "wait": "skeleton absolute inset-x-2 bottom-2 h-1.5",
    "retry": "absolute inset-x-1 bottom-1 rounded-control bg-raised/95 py-0.5 text-xs font-semibold text-danger",
    "remove": "absolute right-1 top-1 flex size-7 items-center justify-center rounded-full bg-raised/95 leading-none "
    "text-ink shadow-card",
    "said": "text-sm text-danger empty:hidden",
    "row": "flex items-end gap-2",
    "attach": f"{_SQUARE} cursor-pointer text-muted hover:bg-sunken hover:text-ink focus-within:outline-2 "
    "focus-within:outline-accent",
    "sign": "size-5 shrink-0 fill-none stroke-current stroke-2",
    "text": control_class(height="min-h-11", extra="resize-none py-2.5 leading-5"),
    "send": "inline-flex h-11 shrink-0 items-center gap-2 rounded-control bg-accent px-4 text-[0.9375rem] font-semibold "
    "text-on-accent hover:bg-accent-strong disabled:opacity-55",
    "words": "max-sm:sr-only",
}
_WAITING_CLASSES = {
    "list": "flex flex-col gap-2",
    "item": "flex flex-col items-end gap-1",
    "bubble": "flex max-w-[80%] flex-col gap-1 rounded-box border border-dashed border-accent bg-accent-soft px-3.5 py-2 text-ink",
    "photo": "max-h-40 rounded-control",
    "text": "whitespace-pre-wrap [overflow-wrap:anywhere]",
    "state": "text-right text-xs empty:hidden",
    "problem": "text-right text-sm text-danger",
    "action": "font-semibold underline underline-offset-4",
}


class Composer(rx.Component):
    """The compiled box."""

    library = _LIBRARY
    tag = "Composer"
    lib_dependencies: list[str] = ["browser-image-compression@2.0.2"]

    me: rx.Var[str]
    other: rx.Var[str]
    about: rx.Var[str]
    first: rx.Var[str]
    answers: rx.Var[dict[str, str]]
    most: rx.Var[int]
    most_photos: rx.Var[int]
    max_mb: rx.Var[float]
    max_px: rx.Var[int]
    words: rx.Var[dict[str, str]]
    classes: rx.Var[dict[str, str]]
    on_send: rx.EventHandler[rx.event.passthrough_event_spec(str, str, str, list[str], str)]
    on_typing: rx.EventHandler[rx.event.passthrough_event_spec(str)]


class Waiting(rx.Component):
    """The compiled list."""

    library = _LIBRARY
    tag = "Waiting"

    other: rx.Var[str]
    known: rx.Var[list[str]]
    words: rx.Var[dict[str, str]]
    classes: rx.Var[dict[str, str]]


class Postman(rx.Component):
    """The compiled part without a look."""

    library = rx.asset("postman.jsx", shared=True).importable_path
    tag = "Postman"

    me: rx.Var[str]
    answers: rx.Var[dict[str, str]]
    on_send: rx.EventHandler[rx.event.passthrough_event_spec(str, str, str, list[str], str)]


class Brief(rx.Component):
    """The compiled line."""

    library = _LIBRARY
    tag = "Brief"

    version: rx.Var[int]
    shown: rx.Var[bool]
    ms: rx.Var[int]


def composer(*, me, other, about, first, answers, on_send: Any, on_typing: Any, key) -> rx.Component:
    """Where a message is written.

    Args:
        me, other: account ids.
        about: the ad from which the conversation begins, empty for none.
        first: words the box begins with, or is filled with when they change.
        answers: what the server said of messages by their client-made ids: nothing means stored, a sentence why not.
        on_send: called with client id, receiver, text, upload ids and ad, again and again until there is an answer.
        on_typing: called with the receiver while somebody types.
        key: another one begins anew.
    """
    settings = get_settings()
    return Composer.create(
        me=me,
        other=other,
        about=about,
        first=first,
        answers=answers,
        most=settings.message_max_length,
        most_photos=settings.max_photos_per_message,
        max_mb=settings.image_max_mb,
        max_px=settings.image_max_px,
        words={
            "placeholder": t("Type a message"),
            "message": t("Message"),
            "send": t("Send"),
            "attach": t("Add photos"),
            "sending": t("Uploading"),
            "remove": t("Remove"),
            "retry": t("Try again"),
            "failed": t("Failed to upload images"),
            "notImage": t("The file given is not an image"),
            "tooMany": t("That is more photos than a message can carry."),
        },
        classes=_CLASSES,
        on_send=on_send,
        on_typing=on_typing,
        key=key,
    )


def waiting(other, known) -> rx.Component:
    """Messages to somebody that are on their way; those the server has confirmed are known."""
    return Waiting.create(
        other=other,
        known=known,
        words={
            "label": t("On their way"),
            "waiting": t("Sending…"),
            "offline": t("Waits for a connection"),
            "again": t("Try again"),
            "drop": t("Delete"),
            "photo": t("Photo"),
        },
        classes=_WAITING_CLASSES,
    )


def postman(*, me, answers, on_send: Any) -> rx.Component:
    """Hands in what is unsent wherever no `composer` does: another page, another visit.

    Args:
        me: account id.
        answers, on_send: as for the composer.
    """
    return Postman.create(me=me, answers=answers, on_send=on_send)


def typing_hint(version, shown, words: str, *, class_name: str = "") -> rx.Component:
    """Words that appear for a few seconds each time `version` rises, where `shown` is true."""
    return Brief.create(words, version=version, shown=shown, ms=_TYPING_MS, class_name=class_name)
