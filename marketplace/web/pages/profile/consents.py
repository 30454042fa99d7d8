"""What the caller agreed to."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import consents, content
from marketplace.domain.consents import ConsentView
from marketplace.domain.views import View
from marketplace.i18n.texts import t
from marketplace.web.admin import times
from marketplace.web.base.page_state import PageState, Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.components.button import button
from marketplace.web.components.section import panel


class ConsentLine(View):
    """A consent with its times as a text."""

    notice: str
    when: str
    can_stop: bool


def _line(view: ConsentView) -> ConsentLine:
    given = times.format_time(view.given_at)
    if view.withdrawn_at:
        when = t("{given}, withdrawn {withdrawn}", given=given, withdrawn=times.format_time(view.withdrawn_at))
        return ConsentLine(notice=view.notice, when=when, can_stop=False)
    return ConsentLine(notice=view.notice, when=given, can_stop=view.purpose == "newsletter")


class ConsentsState(PageState, rx.State):
    """The consents of the account and its address."""

    lines: list[ConsentLine] = []

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:  # noqa: ARG003 - the caller's own consents
        """Load the consents, those that hold first."""
        return {"lines": [_line(view) for view in consents.list_consents(db, actor)]}

    @rx.event
    async def leave_newsletter(self) -> None:
        """End the newsletter to the account's address."""
        await self._execute_with_toast(content.leave_newsletter, done=t("You won't get any more newsletters."))
        await self._reload()


def consents_panel() -> rx.Component:
    """List of consents; all but the newsletter are withdrawn by the switches under Contact, or by deleting the account."""
    return rx.cond(
        ConsentsState.lines.length() > 0,
        panel(
            t("What you agreed to"),
            rx.el.ul(
                rx.foreach(
                    ConsentsState.lines,
                    lambda line: rx.el.li(
                        rx.el.div(
                            rx.el.p(line.notice),
                            rx.el.p(line.when, class_name="text-sm text-muted"),
                        ),
                        rx.cond(
                            line.can_stop,
                            button(
                                t("Stop the newsletter"),
                                variant="secondary",
                                size="sm",
                                on_click=ConsentsState.leave_newsletter,
                            ),
                        ),
                        class_name="flex flex-wrap items-center justify-between gap-3",
                    ),
                ),
                class_name="flex flex-col gap-3",
            ),
            text=t(
                "Turn a switch under Contact off to withdraw its consent. Deleting your account withdraws all of them."
            ),
        ),
    )
