"""Checkbox that turns the notifications of this browser on and off."""

import reflex as rx

from marketplace.domain.consents import messages
from marketplace.i18n.texts import t
from marketplace.models import ConsentPurpose


class PushSwitch(rx.Component):
    """Wrapper of `push_switch.jsx`."""

    library = rx.asset("push_switch.jsx", shared=True).importable_path
    tag = "PushSwitch"

    subscribed: rx.Var[bool]
    public_key: rx.Var[str]
    words: rx.Var[dict[str, str]]
    classes: rx.Var[dict[str, str]]
    on_subscribe: rx.EventHandler[rx.event.passthrough_event_spec(str, str, str)]
    on_unsubscribe: rx.EventHandler[rx.event.passthrough_event_spec(str)]


def push_switch(subscribed, public_key, *, on_subscribe, on_unsubscribe) -> rx.Component:
    """Checkbox that turns the notifications of this browser on and off, and says why if the browser refuses.

    Args:
        subscribed: whether the server sends the notifications of this session.
        public_key: key of the server that the browser subscribes with.
        on_subscribe: called with the endpoint and the two keys of a new subscription.
        on_unsubscribe: called with the endpoint of the subscription that has ended.
    """
    return PushSwitch.create(
        rx.el.span(t(messages.NOTICES[ConsentPurpose.PUSH])),
        subscribed=subscribed,
        public_key=public_key,
        words={
            "unsupported": t(
                "This browser can't show notifications. On an iPhone, add the site to the home screen and open it there."
            ),
            "denied": t(
                "This browser blocks notifications of this site. Allow them in its site settings, then try again."
            ),
            "unanswered": t("Please allow notifications when the browser asks."),
            "failed": t("That didn't work. Please try again."),
        },
        classes={
            "label": "inline-flex min-h-11 items-center gap-2.5 text-[0.9375rem] text-ink",
            "box": "size-5 shrink-0 rounded-control accent-accent",
            "note": "text-sm text-muted",
        },
        on_subscribe=on_subscribe,
        on_unsubscribe=on_unsubscribe,
    )
