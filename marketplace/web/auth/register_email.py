"""The part of the registration that verifies the email with a code."""

import reflex as rx

from marketplace.core.errors import MarketplaceError
from marketplace.domain import accounts
from marketplace.domain.accounts import messages
from marketplace.i18n.texts import t
from marketplace.models import AccountKind
from marketplace.web.auth.auth_state import AuthState
from marketplace.web.auth.reset_password import KINDS
from marketplace.web.base.domain_state import DomainState
from marketplace.web.base.errors import unexpected_errors_as


class EmailCodeMixin(DomainState, rx.State, mixin=True):
    """Mixin of the registration; a `verified` email needs no other code. Codes and the proof never reach a var that the browser gets."""

    error: str = ""
    errors: dict[str, str] = {}
    sending: bool = False
    email: str = ""
    code_sent: bool = False
    verified: str = ""
    _proof: str = ""
    _asked_for: AccountKind | None = None

    @rx.event
    def set_email(self, email: str) -> None:
        """Store the email; a different email needs a new code."""
        email = email.strip()
        if email != self.email:
            self.email, self.code_sent, self.verified = email, False, ""

    @rx.event
    async def send_code(self):
        """Send a verification code to the email."""
        self.error, self.errors = "", {}
        if not self.email:
            # The form may have begun with the email of another modal.
            self.set_email((await self.get_state(AuthState)).email)
        if not self.email:
            self.errors = {"email": t("Please enter your email before requesting OTP.")}
            yield rx.set_focus("register-email")
            return
        self.sending = True
        yield
        try:
            kind = await self._kind()
            with unexpected_errors_as(t("Failed to send OTP.")):
                await self._execute(accounts.request_registration_code, self.email, kind=kind)
            self.code_sent, self.verified, self._asked_for = True, "", kind
            await self._toast("success", t(messages.CODE_SENT))
        except MarketplaceError as error:
            self.errors = {"email": error.message}
        finally:
            self.sending = False

    async def _verify(self, code: str) -> dict[str, str]:
        """Verify the email with the code; returns the errors by field."""
        kind = await self._kind()
        if self._asked_for is not kind:
            # A code is valid for one account kind only.
            self._forget_code()
        if not self.code_sent:
            return {"email": t(messages.VERIFY_FIRST)}
        if self.verified:
            return {}
        if not code:
            return {"otp": t("Enter the OTP to continue.")}
        self._proof = await self._execute(accounts.verify_registration_code, self.email, code, kind=kind)
        self.verified = self.email
        return {}

    def _forget_code(self) -> None:
        self.code_sent, self.verified = False, ""

    async def _kind(self) -> AccountKind:
        return KINDS[(await self.get_state(AuthState)).kind]
