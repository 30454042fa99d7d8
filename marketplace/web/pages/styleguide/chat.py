"""Samples of the chat components."""

import reflex as rx

from marketplace.domain import trust
from marketplace.domain.trust import WarningView
from marketplace.web.components.button import button
from marketplace.web.components.caution import caution
from marketplace.web.components.composer import composer, outbox_flusher, pending_messages, typing_indicator
from marketplace.web.components.message_link import message_link
from marketplace.web.components.scroll_end import scroll_end
from marketplace.web.pages.styleguide.state import StyleState

_LINES = (
    "A message that says “wait” stays on its way, one that says “no” is refused, any other is stored.",
    "This box shows its end whenever it grows, and otherwise stays where one reads.",
)


def messages(scheme: str) -> rx.Component:
    """Message log, pending and rejected messages, typing indicator and composer."""
    other = f"style-{scheme}"
    return rx.el.div(
        scroll_end(
            *[rx.el.p(line, class_name="max-w-[80%] rounded-box bg-sunken px-3.5 py-2") for line in _LINES],
            rx.foreach(
                StyleState.sent_texts,
                lambda text: rx.el.p(
                    text, class_name="max-w-[80%] self-end rounded-box bg-accent px-3.5 py-2 text-on-accent"
                ),
            ),
            pending_messages(other, []),
            version=StyleState.sent_texts.length().to_string(),
            delay_ms=100,
            role="log",
            aria_label=f"Sample messages, {scheme}",
            tab_index=0,
            class_name="flex max-h-72 flex-col gap-2 overflow-y-auto p-4",
        ),
        rx.el.div(
            button("Somebody types", variant="secondary", size="sm", on_click=StyleState.add_typing("")),
            typing_indicator(
                StyleState.typing,
                rx.Var.create(True),
                "typing…",
                until=StyleState.sent_texts.length().to_string(),
            ),
            class_name="flex min-h-9 items-center gap-3 px-4 pb-3",
        ),
        outbox_flusher(me="style", results=StyleState.results, on_send=StyleState.add_message),
        composer(
            other=other,
            about="",
            first="",
            questions=["Is it still available?", "What is your best price?", "Where can I see it?"],
            on_typing=StyleState.add_typing,
            key=other,
        ),
        class_name="rounded-box border border-line bg-raised",
    )


def warning(_scheme: str) -> rx.Component:
    """Warning under a received message, in English and Hindi."""
    sample = trust.describe("qr_to_receive")
    assert sample
    return caution(
        rx.Var.create((sample,)).to(tuple[WarningView, ...]),
        button("Report and block", size="sm", variant="danger"),
        button("This is fine", size="sm", variant="secondary"),
        hindi=rx.Var.create(True),
    )


def foreign_link(scheme: str) -> rx.Component:
    """Link to another site in a received message and in an own one."""
    return rx.el.div(
        *(
            rx.el.p(
                "Track it here: ",
                message_link(
                    "https://example.com/track/42", "example.com", "example.org", on_click=StyleState.add_typing("")
                ),
                class_name=f"max-w-[80%] rounded-box px-3.5 py-2 {look}",
            )
            for look in ("self-start bg-sunken text-ink", "self-end bg-accent text-on-accent")
        ),
        key=scheme,
        class_name="flex flex-col gap-2",
    )
