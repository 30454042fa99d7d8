"""The newsletter form in the footer."""

import reflex as rx

from marketplace.core.errors import Invalid
from marketplace.domain import content
from marketplace.domain.consents import messages as consent_messages
from marketplace.domain.content import messages
from marketplace.i18n.texts import t
from marketplace.models import ConsentPurpose
from marketplace.web.base.domain_state import DomainState
from marketplace.web.components.button import button
from marketplace.web.components.fields import control_class

_ANSWER = "newsletter-answer"


class NewsletterState(DomainState, rx.State):
    """Subscribes an email address; a mail then asks for confirmation."""

    answer: str = ""
    wrong: bool = False

    @rx.event
    async def subscribe(self, form: dict[str, str]):
        """Subscribe the address."""
        self.answer, self.wrong = "", False
        yield
        try:
            await self._execute(content.subscribe, form.get("email", ""))
        except Invalid as error:
            self.answer, self.wrong = error.message, True
            return
        self.answer, self.wrong = t(messages.SUBSCRIBED), False


def newsletter() -> rx.Component:
    """The newsletter form."""
    return rx.el.form(
        rx.el.label(t("Newsletter"), html_for="newsletter-email", class_name="font-semibold text-ink"),
        rx.el.p(t(consent_messages.NOTICES[ConsentPurpose.NEWSLETTER]), class_name="text-sm text-muted"),
        rx.el.div(
            rx.el.input(
                type="email",
                name="email",
                id="newsletter-email",
                required=True,
                auto_complete="email",
                placeholder=t("Your email"),
                aria_invalid=rx.cond(NewsletterState.wrong, "true", "false"),
                aria_describedby=_ANSWER,
                class_name=control_class(),
            ),
            button(t("Subscribe"), type="submit"),
            class_name="flex gap-2",
        ),
        rx.el.p(
            NewsletterState.answer,
            id=_ANSWER,
            role=rx.cond(NewsletterState.wrong, "alert", "status"),
            class_name=rx.cond(NewsletterState.wrong, "min-h-5 text-sm text-danger", "min-h-5 text-sm text-success"),
        ),
        on_submit=NewsletterState.subscribe,
        class_name="flex flex-col gap-2",
    )
