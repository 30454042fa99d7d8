"""Toasts. They are in a State and shown by one compiled component, so no script is sent and evaluated."""

from typing import Literal

import reflex as rx
from pydantic import BaseModel

from marketplace.core import ids
from marketplace.i18n.texts import t

ToastKind = Literal["success", "error", "warning", "info"]

_KEPT = 3
# The class `light` keeps toasts light in dark mode; 20rem are the 320 px of spec 9.4.
_CLASSES = {
    "region": "light toast-region",
    "list": "ml-auto flex w-80 max-w-full flex-col gap-2",
    "toast": "rising flex items-start gap-2.5 rounded-control border p-3 text-sm font-medium shadow-pop",
    "success": "border-success/25 bg-success-soft text-success",
    "error": "border-danger/25 bg-danger-soft text-danger",
    "warning": "border-warning/25 bg-warning-soft text-warning",
    "info": "border-line bg-raised text-ink",
    "sign": "mt-px size-[1.125rem] shrink-0 fill-none stroke-current stroke-2",
    "text": "min-w-0 flex-1 break-words",
    "close": "-m-3 flex size-11 shrink-0 items-center justify-center rounded-control hover:bg-current/10",
}


class Toast(BaseModel):
    """A toast. Ids sort by time, so that a tab shows each toast once."""

    id: str
    kind: str
    text: str


class ToastState(rx.State):
    """The latest toasts of a tab."""

    feed: rx.Field[list[Toast]] = rx.field(default_factory=list)

    @rx.event
    def show(self, kind: str, text: str) -> None:
        """Add a toast; `kind` is success, error, warning or info."""
        self.feed = [*self.feed, Toast(id=ids.new_id(), kind=kind, text=text)][-_KEPT:]


class Toasts(rx.Component):
    """Wrapper of `toasts.jsx`."""

    library = rx.asset("toasts.jsx", shared=True).importable_path
    tag = "Toasts"

    feed: rx.Var[list[Toast]]
    most: rx.Var[int]
    words: rx.Var[dict[str, str]]
    classes: rx.Var[dict[str, str]]


def toaster() -> rx.Component:
    """The toasts at the top right: 320 px wide, for 5 s, always light; Alt+T moves the focus there. Never over what was pressed."""
    return Toasts.create(
        feed=ToastState.feed,
        most=_KEPT,
        words={
            "region": t("Notifications (Alt+T)"),
            "close": t("Close"),
        },
        classes=_CLASSES,
    )
