"""Registering: a code to the email, then the account."""

import reflex as rx

from marketplace.domain import accounts
from marketplace.domain.accounts import messages
from marketplace.domain.accounts.schemas import AccountDraft
from marketplace.domain.places import PlaceNames
from marketplace.errors import Conflict, MarketplaceError
from marketplace.texts import t
from marketplace.web.auth.forgot import KINDS
from marketplace.web.auth.state import AuthState
from marketplace.web.location import Locating


class RegisterState(Locating, rx.State):
    """The registration form. Passwords and codes pass through its handlers and stay in none of its vars."""

    error: str = ""
    errors: dict[str, str] = {}
    done: str = ""
    busy: bool = False
    sending: bool = False
    code_sent: bool = False
    email: str = ""
    seller_type: str = "person"
    place: str = ""
    city: str = ""
    state_name: str = ""
    _latitude: float | None = None
    _longitude: float | None = None

    @rx.event
    def set_email(self, email: str) -> None:
        """The email was typed; another one needs another code."""
        email = email.strip()
        if email != self.email:
            self.email, self.code_sent = email, False

    @rx.event
    def choose_seller_type(self, kind: str) -> None:
        """Person or business."""
        self.seller_type = "business" if kind == "business" else "person"

    @rx.event
    async def send_code(self):
        """Mail a code to the email typed."""
        self.error, self.errors = "", {}
        if not self.email:
            self.error = t("Please enter your email before requesting OTP.")
            return
        self.sending = True
        yield
        try:
            await self._do(accounts.request_registration_code, self.email, kind=await self._kind())
            self.code_sent = True
            await self._toast("success", t(messages.CODE_SENT))
        except MarketplaceError as error:
            self.error = error.message or t("Failed to send OTP.")
        finally:
            self.sending = False

    @rx.event
    async def submit(self, form: dict[str, str]):
        """Check the code, then make the account."""
        self.set_email(form.get("email", ""))
        self.errors = {}
        self.error = self._first_problem(form)
        if self.error:
            return
        self.busy = True
        yield
        try:
            await self._register(form)
        except Conflict as error:
            taken = "email" in error.message.lower()
            self.error = t(messages.EMAIL_TAKEN) if taken else error.message
        except MarketplaceError as error:
            self.error = error.message or t("Registration failed. Please try again.")
            self.errors = {item["field"]: item["message"] for item in error.errors}
        finally:
            self.busy = False

    @rx.event
    def finish(self):
        """On to the login."""
        self.reset()
        return AuthState.back_to_login

    async def _take_place(self, found: PlaceNames) -> None:
        self._latitude, self._longitude = found.latitude, found.longitude
        self.place, self.city, self.state_name = found.place, found.city, found.state

    def _first_problem(self, form: dict[str, str]) -> str:
        if form.get("password", "") != form.get("confirm_password", ""):
            return t(messages.PASSWORDS_DIFFER)
        if not self.code_sent:
            return t(messages.VERIFY_FIRST)
        if not form.get("otp", "").strip():
            return t("Enter the OTP to continue.")
        return ""

    async def _kind(self):
        return KINDS[(await self.get_state(AuthState)).kind]

    async def _register(self, form: dict[str, str]) -> None:
        kind = await self._kind()
        where = {"latitude": self._latitude, "longitude": self._longitude}
        draft = AccountDraft.model_validate({**form, **where})
        await self._do(accounts.verify_registration_code, self.email, form["otp"].strip(), kind=kind)
        await self._do(accounts.register, draft, kind=kind)
        self.done = t(messages.REGISTERED)
