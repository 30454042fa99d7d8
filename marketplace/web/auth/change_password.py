"""Changing the password of the own account."""

import reflex as rx

from marketplace.core.errors import MarketplaceError
from marketplace.domain import accounts
from marketplace.domain.accounts import messages
from marketplace.i18n.texts import t
from marketplace.models import AccountKind
from marketplace.web.auth.sessions import SessionsState
from marketplace.web.base.domain_state import DomainState
from marketplace.web.base.errors import errors_by_field
from marketplace.web.components.button import button
from marketplace.web.components.fields import form_error, password_field


class ChangePasswordState(DomainState, rx.State):
    """State of the form. Passwords are arguments of its handler and are never stored in vars."""

    error: str = ""
    errors: dict[str, str] = {}
    shown: bool = False
    # Part of the form's key; a new value empties the form.
    version: int = 0

    @rx.event
    def open(self) -> None:
        """Reset the form when the page opens."""
        self.error, self.errors, self.shown = "", {}, False

    @rx.event
    def toggle_visibility(self) -> None:
        """Show or hide the passwords."""
        self.shown = not self.shown

    @rx.event
    async def change(self, form: dict[str, str]):
        """Check the form and change the password."""
        self.error, self.errors = "", {}
        new = str(form.get("new_password", ""))
        if new != str(form.get("confirm_password", "")):
            self.error = t(messages.PASSWORDS_DIFFER)
            self.errors = {"confirm_password": self.error}
            return None
        try:
            await self._execute(accounts.change_password, str(form.get("current_password", "")), new)
        except MarketplaceError as error:
            self.error, self.errors = error.message, errors_by_field(error)
            return None
        self.version += 1
        self.shown = False
        await self._toast("success", t(messages.PASSWORD_CHANGED))
        return SessionsState.open


def _password_input(label: str, name: str, complete: str, **props) -> rx.Component:
    return password_field(
        label,
        name,
        shown=ChangePasswordState.shown,
        on_show=ChangePasswordState.toggle_visibility,
        auto_complete=complete,
        error=ChangePasswordState.errors.get(name, ""),
        **props,
    )


def password_form(kind: AccountKind) -> rx.Component:
    """Form to change the password. The page is for this kind of account, or for any but admin."""
    least = accounts.min_password_length(kind)
    hint = t("At least {least} characters.", least=least)
    return rx.el.form(
        form_error(rx.cond(ChangePasswordState.errors.length() > 0, "", ChangePasswordState.error)),
        _password_input(t("Current Password"), "current_password", "current-password"),
        rx.el.div(
            _password_input(t("New Password"), "new_password", "new-password", min_length=least, hint=hint),
            _password_input(t("Confirm Password"), "confirm_password", "new-password"),
            class_name="grid gap-4 sm:grid-cols-2",
        ),
        button(t("Change Password"), type="submit", class_name="self-start"),
        key="password-" + ChangePasswordState.version.to_string(),
        on_submit=ChangePasswordState.change,
        # Before hydration the browser submits the form itself; POST keeps passwords out of the URL.
        method="post",
        no_validate=True,
        class_name="flex flex-col gap-4",
    )
