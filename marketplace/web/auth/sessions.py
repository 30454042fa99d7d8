"""The list of the account's sessions, each of which can be signed out."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import accounts
from marketplace.domain.accounts import messages
from marketplace.domain.accounts.schemas import SessionView
from marketplace.domain.views import View
from marketplace.i18n.texts import t
from marketplace.web.admin import times
from marketplace.web.base.page_state import PageState, Vars, content_or_error
from marketplace.web.base.page_url import PageUrl
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button
from marketplace.web.components.icon import icon


class SessionLine(View):
    """A session; `about` has its network address and the time of its last use."""

    id: str
    device: str
    about: str
    phone: bool
    current: bool


def _session_line(session: SessionView) -> SessionLine:
    when = times.format_time(session.last_seen_at)
    return SessionLine.of(
        session,
        about=t("{address} · last seen {when}", address=session.address, when=when)
        if session.address
        else t("Last seen {when}", when=when),
        phone=any(mark in session.device for mark in ("Android", "iPhone", "iPad")),
    )


class SessionsState(PageState, rx.State):
    """The sessions of the signed-in account."""

    lines: list[SessionLine] = []

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:  # noqa: ARG003 - the same on all pages
        """Load the sessions."""
        return {"lines": [_session_line(session) for session in accounts.list_sessions(db, actor)]}

    @rx.event
    async def end(self, session_id: str) -> None:
        """Sign a session out."""
        try:
            await self._execute(accounts.end_session, session_id)
            await self._toast("success", t(messages.SESSION_ENDED))
        finally:
            await self._reload()

    @rx.event
    async def end_others(self) -> None:
        """Sign out all other sessions."""
        await self._execute(accounts.end_other_sessions)
        await self._toast("success", t(messages.SESSIONS_ENDED))
        await self._reload()


def _session_item(line: rx.Var[SessionLine]) -> rx.Component:
    return rx.el.li(
        rx.el.span(
            rx.cond(line.phone, icon("smartphone", size=20), icon("monitor", size=20)),
            class_name="flex size-10 shrink-0 items-center justify-center rounded-full bg-sunken text-muted",
        ),
        rx.el.div(
            rx.el.p(line.device, class_name="font-medium"),
            rx.el.p(line.about, class_name="text-sm text-muted [overflow-wrap:anywhere]"),
            class_name="min-w-0 flex-1",
        ),
        rx.cond(
            line.current,
            badge(t("This device"), look="success"),
            button(t("Sign out"), size="sm", variant="secondary", on_click=SessionsState.end(line.id)),
        ),
        class_name="flex items-center gap-3 py-3",
    )


def session_list() -> rx.Component:
    """List of the account's sessions."""
    lines = rx.fragment(
        rx.el.ul(rx.foreach(SessionsState.lines, _session_item), class_name="-my-3 divide-y divide-line"),
        rx.cond(
            SessionsState.lines.length() > 1,
            button(
                t("Sign out everywhere else"),
                variant="secondary",
                icon="log-out",
                class_name="self-start",
                on_click=SessionsState.end_others,
            ),
        ),
    )
    skeleton = rx.el.div(class_name="skeleton h-16")
    return content_or_error(SessionsState, rx.cond(SessionsState.loading, skeleton, lines))
