"""State and forms to reset a forgotten password, shared by the modal and the page."""

import asyncio
from typing import Any

import reflex as rx

from marketplace.core.errors import MarketplaceError
from marketplace.domain import accounts
from marketplace.domain.accounts import messages
from marketplace.i18n.texts import t
from marketplace.models import AccountKind
from marketplace.settings import get_settings
from marketplace.web import paths
from marketplace.web.auth.auth_state import AuthState
from marketplace.web.base.domain_state import DomainState
from marketplace.web.base.errors import errors_by_field, unexpected_errors_as
from marketplace.web.components.button import button
from marketplace.web.components.fields import form_error, text_field

KINDS = {"user": AccountKind.BUYER, "seller": AccountKind.SELLER}


class ResetPasswordState(DomainState, rx.State):
    """Step 1 requests a code, step 2 sends the code with the new password, in the panel of the administration too (`for_staff`)."""

    for_staff: bool = False
    step: int = 1
    kind: str = "user"
    email: str = ""
    error: str = ""
    errors: dict[str, str] = {}

    @rx.event
    def open(self) -> None:
        """Show step 1."""
        self.for_staff = False
        self.step, self.email, self.error, self.errors = 1, "", "", {}

    @rx.event
    def open_for_staff(self) -> None:
        """Show step 1 in the panel of the administration."""
        self.open()
        self.for_staff = True

    @rx.event
    def choose_kind(self, kind: str) -> None:
        """Choose `user` or `seller`."""
        self.kind = kind if kind in KINDS else "user"

    @rx.event
    async def send_code(self, form: dict[str, str]) -> None:
        """Step 1 on the page: request a code."""
        self.for_staff = False
        # The choice may have been made before hydration, when no event was sent; the form contains it anyway.
        if form.get("account-type") in KINDS:
            self.kind = form["account-type"]
        await self._send_code(form, t("Failed to send OTP"))

    @rx.event
    async def send_code_in_modal(self, form: dict[str, str]) -> None:
        """Step 1 in the modal, where the login's toggle chooses the account kind."""
        self.for_staff, self.kind = False, (await self.get_state(AuthState)).kind
        await self._send_code(form, t("Error sending OTP"))

    @rx.event
    async def send_code_to_staff(self, form: dict[str, str]) -> None:
        """Step 1 in the panel of the administration."""
        self.for_staff = True
        await self._send_code(form, t("Failed to send OTP"))

    async def _send_code(self, form: dict[str, str], failed: str) -> None:
        self.email, self.error = form.get("email", "").strip(), ""
        if not self.email:
            self.error = t("Email is required")
            return
        try:
            with unexpected_errors_as(failed):
                await self._execute(accounts.request_reset_code, self.email, kind=self._kind())
            self.step = 2
            await self._toast("success", t(messages.CODE_SENT))
        except MarketplaceError as error:
            self.error = error.message

    @rx.event
    async def reset_password(self, form: dict[str, str]):
        """Step 2 on the page: reset the password, then open the home page after 2 s."""
        if await self._reset(form, t("Failed to reset password")):
            return ResetPasswordState.leave(paths.HOME)
        return None

    @rx.event
    async def reset_in_modal(self, form: dict[str, str]):
        """Step 2 in the modal: reset the password, then show the login after 2 s."""
        if await self._reset(form, t("Error resetting password")):
            return ResetPasswordState.leave("")
        return None

    @rx.event
    async def reset_staff_password(self, form: dict[str, str]) -> None:
        """Step 2 in the panel of the administration: reset the password, then show the login."""
        self.for_staff = True
        if await self._reset(form, t("Failed to reset password")):
            self.open()

    @rx.event(background=True)
    async def leave(self, path: str):
        """Reset the form after the delay in which the message is read, then go to a path, or to the login modal if it is empty."""
        await asyncio.sleep(get_settings().reset_return_ms / 1000)
        async with self:
            self.open()
        yield rx.redirect(paths.HOME) if path else AuthState.back_to_login

    def _kind(self) -> AccountKind:
        return AccountKind.ADMIN if self.for_staff else KINDS[self.kind]

    async def _reset(self, form: dict[str, str], failed: str) -> bool:
        code, new = form.get("otp", "").strip(), form.get("new_password", "")
        self.error, self.errors = "", {}
        if not code or not new:
            self.error = t(messages.RESET_NEEDS)
            self.errors = {"new_password" if code else "otp": self.error}
        elif new != form.get("confirm_password", new):
            self.error = t("Passwords do not match")
            self.errors = {"confirm_password": self.error}
        else:
            try:
                with unexpected_errors_as(failed):
                    await self._execute(accounts.reset_password, self.email, code, new, kind=self._kind())
            except MarketplaceError as error:
                self.error, self.errors = error.message, errors_by_field(error)
        if self.error:
            return False
        await self._toast("success", t(messages.RESET_DONE))
        return True


def code_form(on_submit, *above: rx.Component, name: str, **email: Any) -> rx.Component:
    """Form of step 1, which asks for the email; `name` is the prefix of the ids, `above` comes before the field."""
    return rx.el.form(
        *above,
        text_field(
            t("Email"),
            f"{name}-email",
            field_name="email",
            type="email",
            auto_complete="username",
            error=ResetPasswordState.error,
            **email,
        ),
        button(t("Send OTP"), type="submit", size="lg", full=True),
        on_submit=on_submit,
        no_validate=True,
        class_name="flex flex-col gap-4",
    )


def _new_password(label: str, name: str, field: str, kind: AccountKind) -> rx.Component:
    return text_field(
        label,
        name,
        field_name=field,
        type="password",
        auto_complete="new-password",
        min_length=accounts.min_password_length(kind),
        error=ResetPasswordState.errors.get(field, ""),
    )


def password_form(
    on_submit, *, name: str, kind: AccountKind = AccountKind.BUYER, on_restart=ResetPasswordState.open
) -> rx.Component:
    """Form of step 2: the code and the new password; the email is read-only, and `on_restart` shows step 1 again.

    Args:
        kind: admin for moderators, whose passwords are longer.
    """
    return rx.el.form(
        form_error(rx.cond(ResetPasswordState.errors.length() > 0, "", ResetPasswordState.error)),
        text_field(
            t("Email"), f"{name}-email-locked", field_name="email", value=ResetPasswordState.email, read_only=True
        ),
        text_field(
            t("OTP"),
            f"{name}-otp",
            field_name="otp",
            input_mode="numeric",
            auto_complete="one-time-code",
            max_length=6,
            hint=t("The six digits we emailed you."),
            error=ResetPasswordState.errors.get("otp", ""),
        ),
        _new_password(t("New Password"), f"{name}-new", "new_password", kind),
        _new_password(t("Confirm Password"), f"{name}-confirm", "confirm_password", kind),
        button(t("Reset Password"), type="submit", size="lg", full=True),
        rx.el.p(
            t("No email after a minute? Check your spam folder, or"),
            " ",
            rx.el.button(
                t("request another code"),
                type="button",
                on_click=on_restart,
                class_name="rounded-control py-1 font-semibold text-accent underline-offset-4 hover:underline",
            ),
            ".",
            class_name="text-sm text-muted",
        ),
        on_submit=on_submit,
        method="post",
        no_validate=True,
        class_name="flex flex-col gap-4",
    )
