"""Where one is signed in, and signing out there."""

import reflex as rx
from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain import accounts
from marketplace.domain.accounts import messages
from marketplace.domain.views import View
from marketplace.errors import MarketplaceError, NotSignedIn
from marketplace.texts import t
from marketplace.web.admin import moments
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button
from marketplace.web.components.icon import icon
from marketplace.web.door import Door


class SessionLine(View):
    """A sign-in for people; `about` is its network address, and when it was used last."""

    id: str
    device: str
    about: str
    phone: bool
    current: bool


def look(db: Session, actor: Actor) -> list[SessionLine]:
    """The caller's own, the latest used first.

    Raises:
        NotSignedIn: nobody is signed in.
    """
    return [
        SessionLine(
            id=session.id,
            device=session.device,
            about=t("{address} · last seen {when}", address=session.address, when=moments.show(session.last_seen_at))
            if session.address
            else t("Last seen {when}", when=moments.show(session.last_seen_at)),
            phone=any(mark in session.device for mark in ("Android", "iPhone", "iPad")),
            current=session.current,
        )
        for session in accounts.list_sessions(db, actor)
    ]


class SessionsState(Door, rx.State):
    """The sign-ins of whoever looks."""

    lines: list[SessionLine] = []
    loading: bool = True

    @rx.event
    async def open(self) -> None:
        """Fetch them."""
        try:
            self.lines = await self._ask(look)
        except NotSignedIn:
            self.lines = []
        finally:
            self.loading = False

    @rx.event
    async def end(self, session_id: str) -> None:
        """Sign a device out."""
        try:
            await self._do(accounts.end_session, session_id)
        except NotSignedIn:
            raise
        except MarketplaceError as error:
            await self._toast("error", error.message)
        else:
            await self._toast("success", t(messages.SESSION_ENDED))
        await self.open()

    @rx.event
    async def end_others(self) -> None:
        """Sign out everywhere else."""
        await self._do(accounts.end_other_sessions)
        await self._toast("success", t(messages.SESSIONS_ENDED))
        await self.open()


def _line(line: rx.Var[SessionLine]) -> rx.Component:
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
    """Where the account is signed in."""
    return rx.fragment(
        rx.cond(
            SessionsState.loading,
            rx.el.div(class_name="skeleton h-16"),
            rx.el.ul(rx.foreach(SessionsState.lines, _line), class_name="-my-3 divide-y divide-line"),
        ),
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
