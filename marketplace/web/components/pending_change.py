"""A change of a live ad that waits for review or was rejected."""

import reflex as rx
from reflex.vars import ObjectVar

from marketplace.domain.ads.schemas import PendingChange
from marketplace.i18n.texts import t
from marketplace.web.components.badge import badge
from marketplace.web.components.classes import join


def change_badge(change: ObjectVar[PendingChange]) -> rx.Component:
    """Badge beside the status of a live ad; nothing without a change."""
    return rx.cond(
        change,
        rx.cond(
            change.review == "rejected",
            badge(t("Change rejected"), look="danger"),
            badge(t("Change in review"), look="warning", icon="hourglass"),
        ),
    )


def pending_change(change: ObjectVar[PendingChange], *actions: rx.Component, class_name: str = "") -> rx.Component:
    """What the change is, what became of it, and what its owner can do if it was rejected; nothing without a change."""
    rejected = change.review == "rejected"
    none = t("no price")
    before, after = change.before.price_text, change.after.price_text
    return rx.cond(
        change,
        rx.el.div(
            rx.el.p(
                rx.cond(rejected, t("Change rejected:") + " ", t("Change in review")),
                rx.cond(rejected, rx.el.span(change.note, class_name="whitespace-pre-wrap font-normal")),
                class_name="font-semibold",
            ),
            rx.cond(
                before != after,
                rx.el.p(
                    rx.el.span(t("Price now:") + " ", class_name="sr-only"),
                    rx.cond(before, before, none),
                    rx.el.span(" → ", aria_hidden="true"),
                    rx.el.span(t("New price:") + " ", class_name="sr-only"),
                    rx.el.b(rx.cond(after, after, none)),
                ),
            ),
            rx.cond(change.fields.length() > 0, rx.el.p(t("Changed:"), " ", change.fields.join(", "))),
            rx.el.p(
                rx.cond(
                    rejected,
                    t("Buyers still see the earlier version. Edit the change and submit it again."),
                    t("Buyers see the earlier version until the change is approved."),
                ),
                class_name="text-muted",
            ),
            rx.cond(rejected, rx.el.div(*actions, class_name="flex flex-wrap items-center gap-x-2 pt-1.5"))
            if actions
            else None,
            class_name=join(
                "flex flex-col gap-0.5 rounded-control px-3 py-2 text-sm [overflow-wrap:anywhere]",
                rx.cond(rejected, "bg-danger-soft", "bg-warning-soft"),
                class_name,
            ),
        ),
    )
