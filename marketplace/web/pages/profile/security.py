"""One's data, and leaving."""

import json

import reflex as rx

from marketplace.domain import accounts
from marketplace.errors import MarketplaceError
from marketplace.texts import t
from marketplace.web.auth.session_forms import leave_once
from marketplace.web.components.button import button
from marketplace.web.components.dialog import dialog
from marketplace.web.components.fields import form_error, text_field
from marketplace.web.door import Door


class SecurityState(Door, rx.State):
    """The archive and deletion, each after the password."""

    asking: str = ""
    error: str = ""
    busy: bool = False
    # The page is left with a full load: whoever looks next is nobody.
    gone: bool = False

    @rx.event
    def ask(self, what: str) -> None:
        """Ask for the password before `export` or `delete`; empty: never mind."""
        self.asking, self.error = what, ""

    @rx.event
    async def confirm(self, form: dict[str, str]):
        """The password was typed."""
        password, self.error, self.busy = str(form.get("password", "")), "", True
        yield
        try:
            if self.asking == "export":
                archive = await self._do(accounts.export_archive, password)
                self.asking = ""
                yield rx.download(data=json.dumps(archive, indent=2, default=str), filename="my-account.json")
            elif self.asking == "delete":
                await self._do(accounts.delete_account, password)
                self.gone = True
        except MarketplaceError as error:
            self.error = error.message
        finally:
            self.busy = False


def own_data() -> rx.Component:
    """Take one's data along, or leave."""
    return rx.fragment(
        leave_once(SecurityState.gone),
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
                    rx.cond(
                        SecurityState.asking == "delete",
                        button(t("Delete my account"), type="submit", variant="danger", busy=SecurityState.busy),
                        button(t("Download"), type="submit", busy=SecurityState.busy),
                    ),
                    class_name="flex flex-wrap justify-end gap-3",
                ),
                on_submit=SecurityState.confirm,
                method="post",
                no_validate=True,
                class_name="flex flex-col gap-4",
            ),
            open=SecurityState.asking != "",
            on_close=SecurityState.ask(""),
            title=rx.cond(SecurityState.asking == "delete", t("Delete my account"), t("Download my data")),
            name="own-data",
        ),
    )
