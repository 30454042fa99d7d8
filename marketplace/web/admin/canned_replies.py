"""Canned replies beside the box of an answer."""

import reflex as rx

from marketplace.domain.cases import ReplyView
from marketplace.i18n.texts import t
from marketplace.web.components.insert_button import insert_button


def canned_replies(replies: rx.Var[list[ReplyView]], *, into: str) -> rx.Component:
    """Buttons that insert a text each into the control with the id `into`; nothing without replies."""
    return rx.cond(
        replies.length() > 0,
        rx.el.div(
            rx.el.p(t("Insert a canned reply"), class_name="text-sm text-muted"),
            rx.el.div(
                rx.foreach(replies, lambda reply: insert_button(reply.title, text=reply.text, into=into)),
                class_name="flex flex-wrap gap-2",
            ),
            class_name="flex flex-col gap-2",
        ),
    )
