"""The choice whether buyers see the phone number."""

import reflex as rx

from marketplace.domain.consents import messages
from marketplace.i18n.texts import t
from marketplace.models import ConsentPurpose
from marketplace.web.components.fields import checkbox


def phone_choice(checked, *, on_change, name: str = "takes_calls") -> rx.Component:
    """Checkbox for the phone number, with who would read it."""
    return rx.el.div(
        checkbox(t(messages.NOTICES[ConsentPurpose.CALLS]), name, checked=checked, on_change=on_change),
        rx.el.p(t(messages.CALLS_HINT), class_name="pl-[1.875rem] text-sm text-muted"),
    )
