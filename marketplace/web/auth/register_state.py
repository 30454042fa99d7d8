"""The State of the registration form: verify the email with a code, then create the account."""

from typing import Any

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict, Invalid, MarketplaceError
from marketplace.domain import accounts
from marketplace.domain.accounts import messages
from marketplace.domain.accounts.schemas import AccountDraft, OwnAccount
from marketplace.domain.places import PlaceNames
from marketplace.i18n.texts import t
from marketplace.models import AccountKind
from marketplace.web.auth.auth_state import AuthState
from marketplace.web.auth.reset_password import KINDS
from marketplace.web.base.errors import errors_by_field, unexpected_errors_as
from marketplace.web.widgets.geolocation import GeolocationMixin

# Fields that a person has once, whatever the kind of account.
_SHARED = ("name", "username", "phone", "whatsapp", "address")


def _load_own(db: Session, actor: Actor) -> OwnAccount:
    return accounts.get_profile(db, actor, actor.require(AccountKind.BUYER, AccountKind.SELLER))


def _vars_of(own: OwnAccount) -> dict[str, Any]:
    """Return the vars of `RegisterState` for the second account of this person."""
    same = {"email": own.email, "place": own.place, "city": own.city, "state_name": own.state}
    known = {name: getattr(own, name) for name in _SHARED}
    if own.kind is AccountKind.BUYER:
        reason = t(
            "You need a seller account to post ads. It will have the same email. Please add the missing details."
        )
        # The domain knows that the email is verified, and so needs no code.
        verified = {"code_sent": True, "verified": own.email, "_asked_for": AccountKind.SELLER}
        return {**same, **verified, "known": known, "reason": reason}
    return {
        **same,
        "known": known,
        "reason": t("You need a buyer account for wishlists, chats and enquiries. It will have the same email."),
    }


class RegisterState(GeolocationMixin, rx.State):
    """The registration form. Passwords, codes and the proof of the email never reach a var that the browser gets."""

    error: str = ""
    errors: dict[str, str] = {}
    done: str = ""
    busy: bool = False
    sending: bool = False
    code_sent: bool = False
    verified: str = ""  # the email whose code is used up: submitting again needs none
    _proof: str = ""
    email: str = ""
    # What is known of a signed-in person, and how often it was filled in.
    known: dict[str, str] = {}
    prefilled: int = 0
    reason: str = ""
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
        """Store the email; a different email needs a new code."""
        email = email.strip()
        if email != self.email:
            self.email, self.code_sent, self.verified = email, False, ""

    @rx.event
    async def prefill(self) -> None:
        """Begin the registration of a second account with what the signed-in account says."""
        own = await self._query(_load_own)
        times = self.prefilled + 1
        self.reset()
        (await self.get_state(AuthState)).email = own.email
        # The browser creates the fields again for a new number.
        for name, value in {**_vars_of(own), "prefilled": times, "placed": times}.items():
            setattr(self, name, value)

    @rx.event
    def choose_seller_type(self, kind: str) -> None:
        """Choose `person` or `business`."""
        self.seller_type = "business" if kind == "business" else "person"

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
            self.error = error.message
        finally:
            self.sending = False

    @rx.event
    async def submit(self, form: dict[str, str]):
        """Verify the code and create the account."""
        self.set_email(form.get("email", ""))
        self.error = self._first_problem(form, await self._kind())
        self.errors = await self._problems(form) if self.error else {}
        if self.error:
            return
        self.busy = True
        yield
        try:
            with unexpected_errors_as(t("Registration failed. Please try again.")):
                await self._register(form)
        except Conflict as error:
            taken = "email" in error.message.lower()
            self.error = t(messages.EMAIL_TAKEN) if taken else error.message
        except MarketplaceError as error:
            self.error = error.message
            if error.message == t(messages.VERIFY_FIRST):
                # The proof of the email has expired.
                self.code_sent, self.verified = False, ""
                self.error = t("Incorrect or expired OTP. Please try again.")
            self.errors = errors_by_field(error)
        finally:
            self.busy = False

    @rx.event
    def finish(self):
        """Reset the form and show the login."""
        self.reset()
        return AuthState.back_to_login

    async def _fill_place(self, found: PlaceNames) -> None:
        self._latitude, self._longitude = found.latitude, found.longitude
        self.city, self.state_name = found.city, found.state
        if found.place:
            # Keep what was typed if the geocoder knows no place name.
            self.place = found.place
            self.placed += 1

    def _first_problem(self, form: dict[str, str], kind: AccountKind) -> str:
        if self._asked_for is not kind:
            # A code is valid for one account kind only.
            self.code_sent, self.verified = False, ""
        if form.get("password", "") != form.get("confirm_password", ""):
            return t(messages.PASSWORDS_DIFFER)
        if not self.code_sent:
            return t(messages.VERIFY_FIRST)
        if not self.verified and not form.get("otp", "").strip():
            return t("Enter the OTP to continue.")
        return ""

    async def _problems(self, form: dict[str, str]) -> dict[str, str]:
        """Validate the rest of the form too, so that all errors appear at once."""
        try:
            await self._query(accounts.check_registration, AccountDraft.model_validate(form), kind=await self._kind())
        except Invalid as error:
            return errors_by_field(error)
        return {"otp" if self.code_sent else "email": self.error}

    async def _kind(self) -> AccountKind:
        return KINDS[(await self.get_state(AuthState)).kind]

    async def _register(self, form: dict[str, str]) -> None:
        kind = await self._kind()
        where = {"latitude": self._latitude, "longitude": self._longitude}
        draft = AccountDraft.model_validate({**form, **where})
        if not self.verified:
            otp = form["otp"].strip()
            self._proof = await self._execute(accounts.verify_registration_code, self.email, otp, kind=kind)
            self.verified = self.email
        await self._execute(accounts.register, draft, kind=kind, proof=self._proof)
        self.done = t("Your account has been created.")
