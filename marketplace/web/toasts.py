"""Short messages in the corner: kept in a State, shown by one compiled component, so nothing is evaluated."""

from typing import Literal

import reflex as rx
from pydantic import BaseModel
from reflex_components_sonner.toast import ToastProps

from marketplace import ids

ToastKind = Literal["success", "error", "warning", "info"]

_KEPT = 4
_SHOWN_MS = 5_000


class Toast(BaseModel):
    """One message; ids sort by time, so that a tab shows each only once."""

    id: str
    kind: str
    text: str


class ToastState(rx.State):
    """The latest messages of this tab."""

    feed: list[Toast] = []

    @rx.event
    def show(self, kind: str, text: str) -> None:
        """Add a message."""
        self.feed = [*self.feed, Toast(id=ids.new_id(), kind=kind, text=text)][-_KEPT:]


class ToastFeed(rx.Component):
    """Hands new messages to sonner."""

    library = rx.asset("toasts.js", shared=True).importable_path
    tag = "ToastFeed"
    lib_dependencies: list[str] = ["sonner@2.0.8"]

    feed: rx.Var[list[Toast]]


def toaster() -> rx.Component:
    """Where messages appear: top right, for 5 s, always light; Alt+T (sonner's own key) leads there."""
    return rx.toast.provider(
        position="top-right",
        theme="light",
        toast_options=ToastProps(duration=_SHOWN_MS),  # pyright: ignore[reportCallIssue] - all have defaults
        close_button=True,
        rich_colors=True,
        visible_toasts=_KEPT,
    )


def toast_feed() -> rx.Component:
    """The link between the state and sonner; the layouts place it once."""
    return ToastFeed.create(feed=ToastState.feed)
