"""Where one is signed in, one's data, and leaving."""

import json

import reflex as rx

from marketplace.domain import accounts
from marketplace.domain.accounts import messages
from marketplace.domain.accounts.schemas import SessionView
from marketplace.errors import MarketplaceError, NotSignedIn
from marketplace.texts import t
from marketplace.web import paths
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button
from marketplace.web.components.dialog import dialog
from marketplace.web.components.fields import form_error, text_field
from marketplace.web.door import Door


class SecurityState(Door, rx.State):
    """Sessions, the archive, deletion."""

    sessions: list[SessionView] = []
    asking: str = ""
    error: str = ""

    @rx.event
    async def open(self) -> None:
        """Fetch the sessions."""
        try:
            self.sessions = await self._ask(accounts.list_sessions)
        except NotSignedIn:
            self.sessions = []

    @rx.event
    async def end(self, session_id: str) -> None:
        """Sign a device out."""
        await self._do(accounts.end_session, session_id)
        await self._toast("success", t(messages.SESSION_ENDED))
        await self.open()

    @rx.event
    async def end_others(self) -> None:
        """Sign out everywhere else."""
        await self._do(accounts.end_other_sessions)
        await self._toast("success", t(messages.SESSIONS_ENDED))
        await self.open()

    @rx.event
    def ask(self, what: str) -> None:
        """Ask for the password before `export` or `delete`; empty: never mind."""
        self.asking, self.error = what, ""

    @rx.event
    async def confirm(self, form: dict[str, str]):
        """The password was typed."""
        password = str(form.get("password", ""))
        try:
            if self.asking == "export":
                archive = await self._do(accounts.export_archive, password)
                self.asking = ""
                return rx.download(data=json.dumps(archive, indent=2, default=str), filename="my-account.json")
            if self.asking == "delete":
                await self._do(accounts.delete_account, password)
                # A full load: whoever looks next is nobody.
                return rx.redirect(paths.HOME, is_external=True)
        except MarketplaceError as error:
            self.error = error.message
        return None


def _session(session: rx.Var[SessionView]) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            rx.el.p(
                session.device,
                " ",
                rx.cond(session.current, badge(t("This device"), look="success")),
                class_name="font-medium",
            ),
            rx.el.p(session.address, class_name="text-sm text-muted"),
        ),
        rx.cond(
            session.current,
            rx.fragment(),
            button(t("Sign out"), variant="secondary", size="sm", on_click=SecurityState.end(session.id)),
        ),
        class_name="flex items-center justify-between gap-3 py-3",
    )


def sessions() -> rx.Component:
    """Where one is signed in."""
    return rx.fragment(
        rx.el.ul(rx.foreach(SecurityState.sessions, _session), class_name="divide-y divide-line"),
        rx.cond(
            SecurityState.sessions.length() > 1,
            button(t("Sign out everywhere else"), variant="secondary", on_click=SecurityState.end_others),
        ),
    )


def own_data() -> rx.Component:
    """Take one's data along, or leave."""
    return rx.fragment(
        rx.el.div(
            button(t("Download my data"), variant="secondary", icon="download", on_click=SecurityState.ask("export")),
            button(t("Delete my account"), variant="danger", icon="trash-2", on_click=SecurityState.ask("delete")),
            class_name="flex flex-wrap gap-3",
        ),
        dialog(
            rx.el.form(
                rx.cond(
                    SecurityState.asking == "delete",
                    rx.el.p(t("Your ads go at once. Messages you sent stay with the other side, without your name.")),
                ),
                form_error(SecurityState.error),
                text_field(t("Password"), "password", type="password", required=True, auto_complete="current-password"),
                rx.el.div(
                    button(t("Cancel"), variant="secondary", on_click=SecurityState.ask("")),
                    button(t("Continue"), type="submit"),
                    class_name="flex justify-end gap-3",
                ),
                on_submit=SecurityState.confirm,
                class_name="flex flex-col gap-4",
            ),
            open=SecurityState.asking != "",
            on_close=SecurityState.ask(""),
            title=rx.cond(SecurityState.asking == "delete", t("Delete my account"), t("Download my data")),
            name="confirm-password",
        ),
    )
