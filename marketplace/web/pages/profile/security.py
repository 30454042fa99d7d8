"""Downloading the own data, and deleting the account."""

import json

import reflex as rx

from marketplace.core.errors import MarketplaceError
from marketplace.domain import personal_data
from marketplace.i18n.texts import t
from marketplace.web.auth.session_forms import redirect_after_deletion
from marketplace.web.base.domain_state import DomainState
from marketplace.web.components.button import button
from marketplace.web.components.dialog import close_button, dialog
from marketplace.web.components.fields import form_error, text_field


class AccountDataState(DomainState, rx.State):
    """The dialog that asks for the password before either.

    Attributes:
        dialog: `export`, `delete`, or empty while it is closed.
        gone: whether the account was deleted; the page is then reloaded without a session.
    """

    dialog: str = ""
    error: str = ""
    gone: bool = False

    @rx.event
    def open_dialog(self, dialog: str) -> None:
        """Open the dialog for `export` or `delete`; empty closes it."""
        self.dialog, self.error = dialog, ""

    @rx.event
    async def confirm(self, form: dict[str, str]):
        """Check the password, then export or delete."""
        password, self.error = str(form.get("password", "")), ""
        try:
            if self.dialog == "export":
                archive = await self._execute(personal_data.export_archive, password)
                self.dialog = ""
                return rx.download(data=json.dumps(archive, indent=2, default=str), filename="my-account.json")
            if self.dialog == "delete":
                await self._execute(personal_data.delete_account, password)
                self.gone = True
        except MarketplaceError as error:
            self.error = error.message
        return None


def own_data_panel() -> rx.Component:
    """Buttons to download the data and to delete the account."""
    return rx.fragment(
        redirect_after_deletion(AccountDataState.gone),
        rx.el.div(
            button(
                t("Download my data"),
                variant="secondary",
                icon="download",
                on_click=AccountDataState.open_dialog("export"),
            ),
            button(
                t("Delete my account"),
                variant="danger",
                icon="trash-2",
                on_click=AccountDataState.open_dialog("delete"),
            ),
            class_name="flex flex-wrap gap-3",
        ),
        dialog(
            rx.el.form(
                rx.cond(
                    AccountDataState.dialog == "delete",
                    rx.el.p(
                        t(
                            "Your ads are deleted immediately. Messages you sent stay with the other person, without your name."
                        )
                    ),
                ),
                form_error(AccountDataState.error),
                text_field(t("Password"), "password", type="password", required=True, auto_complete="current-password"),
                rx.el.div(
                    close_button(t("Cancel")),
                    rx.cond(
                        AccountDataState.dialog == "delete",
                        button(t("Delete my account"), type="submit", variant="danger"),
                        button(t("Download"), type="submit"),
                    ),
                    class_name="flex flex-wrap justify-end gap-3",
                ),
                on_submit=AccountDataState.confirm,
                method="post",
                no_validate=True,
                class_name="flex flex-col gap-4",
            ),
            open=AccountDataState.dialog != "",
            on_close=AccountDataState.open_dialog(""),
            title=rx.cond(AccountDataState.dialog == "delete", t("Delete my account"), t("Download my data")),
            name="own-data",
        ),
    )
