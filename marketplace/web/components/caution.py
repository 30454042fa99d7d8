"""A warning under a text of another person: the fraud that it resembles, and what to do."""

import reflex as rx

from marketplace.domain.trust import WarningView
from marketplace.web.components.icon import icon


def caution(reasons: rx.Var[tuple[WarningView, ...]], *buttons: rx.Component, hindi) -> rx.Component:
    """Box with the reasons and the buttons; with `hindi`, each reason is said in Hindi too."""
    return rx.el.aside(
        rx.foreach(reasons, lambda reason: _reason(reason, hindi)),
        rx.el.div(*buttons, class_name="flex flex-wrap gap-2 empty:hidden"),
        class_name="flex max-w-md flex-col gap-3 rounded-box border border-warning/25 bg-warning-soft p-3.5 text-warning",
    )


def cautions(reasons: rx.Var[tuple[WarningView, ...]]) -> rx.Component:
    """Box under a text of an offer, deal or rental, in both languages; nothing without a reason."""
    return rx.cond(reasons.length() > 0, caution(reasons, hindi=True))


def _reason(reason: rx.Var[WarningView], hindi) -> rx.Component:
    return rx.el.div(
        icon("circle-alert", size=20, class_name="mt-0.5 shrink-0"),
        rx.el.div(
            _words(reason.title, reason.advice),
            rx.cond(hindi, rx.el.div(_words(reason.title_hi, reason.advice_hi), lang="hi", class_name="mt-2")),
            class_name="text-sm [overflow-wrap:anywhere]",
        ),
        key=reason.code,
        class_name="flex gap-2",
    )


def _words(title, advice) -> rx.Component:
    return rx.fragment(rx.el.p(title, class_name="font-semibold"), rx.el.p(advice))
