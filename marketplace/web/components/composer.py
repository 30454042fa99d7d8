"""Writing chat messages: the composer, the pending messages, the outbox flusher and the typing indicator."""

from typing import Any

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.settings import get_settings
from marketplace.web.components.fields import control_class
from marketplace.web.components.icon import icon

_LIBRARY = rx.asset("composer.jsx", shared=True).importable_path
_TYPING_MS = 5_000
_SQUARE = "flex size-11 shrink-0 items-center justify-center rounded-control"
_CLASSES = {
    "form": "flex flex-col gap-2 border-t border-line p-3",
    "questions": "no-scrollbar -mx-3 flex gap-2 overflow-x-auto px-3 py-0.5",
    "question": "inline-flex min-h-11 items-center whitespace-nowrap rounded-full border border-control px-3 text-sm "
    "font-medium text-ink hover:bg-sunken",
    "photos": "flex gap-2 overflow-x-auto pb-1",
    "photo": "relative size-20 shrink-0 overflow-hidden rounded-control border border-line bg-sunken",
    "thumb": "size-full object-cover",
    "wait": "skeleton absolute inset-x-2 bottom-2 h-1.5",
    "retry": "absolute inset-x-1 bottom-1 rounded-control bg-raised/95 py-0.5 text-xs font-semibold text-danger",
    "remove": "absolute right-1 top-1 flex size-7 items-center justify-center rounded-full bg-raised/95 leading-none "
    "text-ink shadow-card",
    "notice": "text-sm text-danger empty:hidden",
    "row": "flex items-end gap-2",
    "attach": f"{_SQUARE} cursor-pointer text-muted hover:bg-sunken hover:text-ink has-focus-visible:focus-ring",
    # It grows with its text; browsers without `field-sizing` show three lines.
    "text": control_class(
        height="min-h-11",
        extra="field-sizing-content max-h-40 resize-none py-2.5 leading-5 not-supports-[field-sizing:content]:h-20",
    ),
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
    """Wrapper of the composer in `composer.jsx`."""

    library = _LIBRARY
    tag = "Composer"
    lib_dependencies: list[str] = ["browser-image-compression@2.0.2"]

    other: rx.Var[str]
    about: rx.Var[str]
    first: rx.Var[str]
    questions: rx.Var[list[str]]
    most: rx.Var[int]
    most_photos: rx.Var[int]
    max_mb: rx.Var[float]
    max_px: rx.Var[int]
    words: rx.Var[dict[str, str]]
    classes: rx.Var[dict[str, str]]
    on_typing: rx.EventHandler[rx.event.passthrough_event_spec(str)]


class PendingMessages(rx.Component):
    """Wrapper of the list of pending messages in `composer.jsx`."""

    library = _LIBRARY
    tag = "PendingMessages"

    other: rx.Var[str]
    known: rx.Var[list[str]]
    words: rx.Var[dict[str, str]]
    classes: rx.Var[dict[str, str]]


class OutboxFlusher(rx.Component):
    """Wrapper of `outbox_flusher.jsx`, which sends the messages of the outbox; one for a page.

    Attributes:
        me: account id.
        results: the server's results by client-made message id: empty if stored, else the error.
        on_send: called with client id, receiver, text, upload ids and ad, repeatedly until there is a result.
    """

    library = rx.asset("outbox_flusher.jsx", shared=True).importable_path
    tag = "OutboxFlusher"

    me: rx.Var[str]
    results: rx.Var[dict[str, str]]
    on_send: rx.EventHandler[rx.event.passthrough_event_spec(str, str, str, list[str], str)]


class TemporaryText(rx.Component):
    """Wrapper of the temporary text in `composer.jsx`."""

    library = _LIBRARY
    tag = "TemporaryText"

    version: rx.Var[int]
    until: rx.Var[str]
    shown: rx.Var[bool]
    ms: rx.Var[int]


def composer(*, other, about, first, questions, on_typing: Any, key) -> rx.Component:
    """Box in which a message is written; the page needs an `outbox_flusher`, which sends it.

    Args:
        other: account id of the receiver.
        about: id of the ad that the conversation is about; empty for none.
        first: text of the box at the beginning; a new value replaces it.
        questions: texts that are sent with one press; the first three are shown.
        on_typing: called with the receiver while the user types.
        key: a new value resets the box.
    """
    settings = get_settings()
    return Composer.create(
        icon("camera"),
        icon("send"),
        other=other,
        about=about,
        first=first,
        questions=questions,
        most=settings.message_max_length,
        most_photos=settings.max_photos_per_message,
        max_mb=settings.image_max_mb,
        max_px=settings.image_max_px,
        words={
            "placeholder": t("Type a message"),
            "message": t("Message"),
            "send": t("Send"),
            "questions": t("Questions to send"),
            "attach": t("Add photos"),
            "sending": t("Uploading"),
            "remove": t("Remove"),
            "retry": t("Try again"),
            "failed": t("This photo could not be uploaded."),
            "oneOfSeveral": t("{name} ({place} of {count})", name="{name}", place="{place}", count="{count}"),
            "notImage": t("The file given is not an image"),
            "noneAdded": t("No photo was added."),
            "tooMany": t("A message can have at most {most} photos.", most=settings.max_photos_per_message),
            "notAdded": t("Not added:"),
        },
        classes=_CLASSES,
        on_typing=on_typing,
        key=key,
    )


def pending_messages(other, known) -> rx.Component:
    """List of the messages to the other account that are on their way; the server has confirmed the known ones."""
    return PendingMessages.create(
        other=other,
        known=known,
        words={
            "label": t("Unsent messages"),
            "waiting": t("Sending…"),
            "offline": t("Waiting for a connection"),
            "again": t("Try again"),
            "drop": t("Delete"),
            "photo": t("Photo"),
        },
        classes=_WAITING_CLASSES,
    )


outbox_flusher = OutboxFlusher.create


def typing_indicator(version, shown, words: str, *, until) -> rx.Component:
    """Text that appears for a few seconds each time `version` rises, if `shown` is true; it goes when `until` changes."""
    look = "text-sm text-accent empty:hidden"
    return TemporaryText.create(words, version=version, until=until, shown=shown, ms=_TYPING_MS, class_name=look)
