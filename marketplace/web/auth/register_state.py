"""Registering: a code to the email, then the account."""

import reflex as rx

from marketplace.domain import accounts
from marketplace.domain.accounts import messages
from marketplace.domain.accounts.schemas import AccountDraft
from marketplace.domain.places import PlaceNames
from marketplace.errors import Conflict, Invalid, MarketplaceError
from marketplace.models import AccountKind
from marketplace.texts import t
from marketplace.web.auth.forgot import KINDS
from marketplace.web.auth.state import AuthState
from marketplace.web.controls import by_control
from marketplace.web.failing import failing
from marketplace.web.location import Locating


class RegisterState(Locating, rx.State):
    """The registration form. Passwords and codes pass through its handlers and stay in none of its vars."""

    error: str = ""
    errors: dict[str, str] = {}
    done: str = ""
    busy: bool = False
    sending: bool = False
    code_sent: bool = False
    # The email that was proven; its code is used up, so a second try of the form needs none.
    verified: str = ""
    email: str = ""
    seller_type: str = "person"
    place: str = ""
    placed: int = 0
    city: str = ""
    state_name: str = ""
    _latitude: float | None = None
    _longitude: float | None = None
    _asked_for: AccountKind | None = None

    @rx.event
    def set_email(self, email: str) -> None:
        """The email was typed; another one needs another code."""
        email = email.strip()
        if email != self.email:
            self.email, self.code_sent, self.verified = email, False, ""

    @rx.event
    def choose_seller_type(self, kind: str) -> None:
        """Person or business."""
        self.seller_type = "business" if kind == "business" else "person"

    @rx.event
    async def send_code(self):
        """Mail a code to the email typed."""
        self.error, self.errors = "", {}
        if not self.email:
            self.errors = {"email": t("Please enter your email before requesting OTP.")}
            yield rx.set_focus("register-email")
            return
        self.sending = True
        yield
        try:
            kind = await self._kind()
            with failing(t("Failed to send OTP.")):
                await self._do(accounts.request_registration_code, self.email, kind=kind)
            self.code_sent, self.verified, self._asked_for = True, "", kind
            await self._toast("success", t(messages.CODE_SENT))
        except MarketplaceError as error:
            self.error = error.message
        finally:
            self.sending = False

    @rx.event
    async def submit(self, form: dict[str, str]):
        """Check the code, then make the account."""
        self.set_email(form.get("email", ""))
        self.error = self._first_problem(form, await self._kind())
        self.errors = await self._problems(form) if self.error else {}
        if self.error:
            return
        self.busy = True
        yield
        try:
            with failing(t("Registration failed. Please try again.")):
                await self._register(form)
        except Conflict as error:
            taken = "email" in error.message.lower()
            self.error = t(messages.EMAIL_TAKEN) if taken else error.message
        except MarketplaceError as error:
            self.error = error.message
            if error.message == t(messages.VERIFY_FIRST):
                # The proof of the email has lapsed.
                self.code_sent, self.verified = False, ""
                self.error = t("Incorrect or expired OTP. Please try again.")
            self.errors = by_control(error)
        finally:
            self.busy = False

    @rx.event
    def finish(self):
        """On to the login."""
        self.reset()
        return AuthState.back_to_login

    async def _take_place(self, found: PlaceNames) -> None:
        self._latitude, self._longitude = found.latitude, found.longitude
        self.city, self.state_name = found.city, found.state
        if found.place:
            # Where the source knows none, what was typed stays.
            self.place = found.place
            self.placed += 1

    def _first_problem(self, form: dict[str, str], kind: AccountKind) -> str:
        if self._asked_for is not kind:
            # A code is good for the kind of account it was asked for.
            self.code_sent, self.verified = False, ""
        if form.get("password", "") != form.get("confirm_password", ""):
            return t(messages.PASSWORDS_DIFFER)
        if not self.code_sent:
            return t(messages.VERIFY_FIRST)
        if not self.verified and not form.get("otp", "").strip():
            return t("Enter the OTP to continue.")
        return ""

    async def _problems(self, form: dict[str, str]) -> dict[str, str]:
        """What else is wrong, said at each control: a refused form is mended in one go."""
        try:
            await self._ask(accounts.check_registration, AccountDraft.model_validate(form), kind=await self._kind())
        except Invalid as error:
            return by_control(error)
        return {"otp" if self.code_sent else "email": self.error}

    async def _kind(self) -> AccountKind:
        return KINDS[(await self.get_state(AuthState)).kind]

    async def _register(self, form: dict[str, str]) -> None:
        kind = await self._kind()
        where = {"latitude": self._latitude, "longitude": self._longitude}
        draft = AccountDraft.model_validate({**form, **where})
        if not self.verified:
            await self._do(accounts.verify_registration_code, self.email, form["otp"].strip(), kind=kind)
            self.verified = self.email
        await self._do(accounts.register, draft, kind=kind)
        self.done = t(messages.REGISTERED)
