"""Another password for one's own account, whatever kind it is."""

import reflex as rx

from marketplace.domain import accounts
from marketplace.domain.accounts import messages
from marketplace.errors import MarketplaceError
from marketplace.settings import get_settings
from marketplace.texts import t
from marketplace.web.auth.sessions import SessionsState
from marketplace.web.components.button import button
from marketplace.web.components.fields import form_error, password_field
from marketplace.web.controls import by_control
from marketplace.web.door import Door


class PasswordState(Door, rx.State):
    """The form's state. Passwords pass through its handler and stay in none of its vars."""

    error: str = ""
    errors: dict[str, str] = {}
    busy: bool = False
    shown: bool = False
    # Another one empties the form.
    version: int = 0

    @rx.event
    def open(self) -> None:
        """The page was opened."""
        self.error, self.errors, self.shown = "", {}, False

    @rx.event
    def show(self) -> None:
        """Make the passwords readable, or hide them."""
        self.shown = not self.shown

    @rx.event
    async def change(self, form: dict[str, str]):
        """Current, new, and the new one again."""
        self.error, self.errors = "", {}
        new = str(form.get("new_password", ""))
        if new != str(form.get("confirm_password", "")):
            self.error = t(messages.PASSWORDS_DIFFER)
            self.errors = {"confirm_password": self.error}
            return
        self.busy = True
        yield
        try:
            await self._do(accounts.change_password, str(form.get("current_password", "")), new)
        except MarketplaceError as error:
            self.error, self.errors = error.message, by_control(error)
        else:
            self.version += 1
            self.shown = False
            await self._toast("success", t(messages.PASSWORD_CHANGED))
            yield SessionsState.open
        finally:
            self.busy = False


def _secret(label: str, name: str, complete: str, **props) -> rx.Component:
    return password_field(
        label,
        name,
        shown=PasswordState.shown,
        on_show=PasswordState.show,
        auto_complete=complete,
        error=PasswordState.errors.get(name, ""),
        **props,
    )


def password_form() -> rx.Component:
    """Change Password."""
    least = get_settings().password_min_length
    hint = t("At least {least} characters.", least=least)
    return rx.el.form(
        form_error(rx.cond(PasswordState.errors.length() > 0, "", PasswordState.error)),
        _secret(t("Current Password"), "current_password", "current-password"),
        rx.el.div(
            _secret(t("New Password"), "new_password", "new-password", min_length=least, hint=hint),
            _secret(t("Confirm Password"), "confirm_password", "new-password"),
            class_name="grid gap-4 sm:grid-cols-2",
        ),
        button(t("Change Password"), type="submit", busy=PasswordState.busy, class_name="self-start"),
        key="password-" + PasswordState.version.to_string(),
        on_submit=PasswordState.change,
        # Without scripts a browser would send it itself: never in the address.
        method="post",
        no_validate=True,
        class_name="flex flex-col gap-4",
    )
