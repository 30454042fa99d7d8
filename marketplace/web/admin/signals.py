"""Signals on the pages of the moderation queue."""

from collections.abc import Iterable

import reflex as rx

from marketplace.domain.moderation import Signal
from marketplace.i18n.texts import t
from marketplace.web.admin import messages
from marketplace.web.components.badge import badge


def short_labels(signals: Iterable[Signal]) -> tuple[str, ...]:
    """Return a short label for each kind of signal, the strongest first."""
    return tuple(t(messages.SIGNALS[code]) for code in dict.fromkeys(signal.code for signal in signals))


def label_badges(labels: rx.Var[tuple[str, ...]]) -> rx.Component:
    """The labels of an ad's signals."""
    return rx.cond(
        labels.length() > 0,
        rx.el.div(
            rx.foreach(labels, lambda label: badge(label, look="warning", icon="flag")),
            class_name="flex flex-wrap gap-1.5 pt-1.5",
        ),
    )
