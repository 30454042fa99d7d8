"""The State of the registration form: the email with its code, the person, the address; then the account is created."""

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
from marketplace.web.auth.register_email import EmailCodeMixin
from marketplace.web.base.errors import errors_by_field, unexpected_errors_as
from marketplace.web.base.steps import StepsMixin
from marketplace.web.widgets.geolocation import GeolocationMixin

EMAIL, PERSON, ADDRESS = range(1, 4)
TITLES = [t("Your email"), t("About you"), t("Where you are")]
_FIELDS = {
    EMAIL: ("email", "otp"),
    PERSON: ("name", "username", "phone", "password", "confirm_password"),
    ADDRESS: ("address", "place", "city", "state", "whatsapp", "seller_type", "shop_name", "business_id"),
}
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
        verified = {"code_sent": True, "verified": own.email, "_asked_for": AccountKind.SELLER, "step": PERSON}
        return {**same, **verified, "known": known, "reason": reason}
    return {
        **same,
        "known": known,
        "reason": t("You need a buyer account for wishlists, chats and enquiries. It will have the same email."),
    }


class RegisterState(StepsMixin, EmailCodeMixin, GeolocationMixin, rx.State):
    """The registration form, prefilled with what is known of a signed-in person. Passwords never reach a var that the browser gets."""

    LAST_STEP = ADDRESS

    done: str = ""
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
    async def submit(self, form: dict[str, str]) -> None:
        """Check the step and open the next, or create the account."""
        if form.get("step", str(self.step)) != str(self.step):
            # The second click of a double click must not skip a step.
            return
        self.set_email(form.get("email", ""))
        self.error, self.errors = "", {}
        try:
            with unexpected_errors_as(t("Registration failed. Please try again.")):
                await self._submit(form)
        except Conflict as error:
            taken = "email" in error.message.lower()
            self._refuse({"email": t(messages.EMAIL_TAKEN)} if taken else {"username": error.message})
        except MarketplaceError as error:
            if error.message == t(messages.VERIFY_FIRST):
                # The proof of the email has expired.
                self._forget_code()
                self._refuse({"email": t("Incorrect or expired OTP. Please try again.")})
            elif self.step == EMAIL:
                self._refuse({"otp": error.message})
            else:
                self.error = error.message
                self._refuse(errors_by_field(error))

    @rx.event
    async def enter_code(self, code: str):
        """Go on with a whole code, as the button does."""
        if self.step == EMAIL:
            self.errors = {}
            # So that the same error is shown anew: the browser has hidden it, since the code was changed.
            yield
            await self.submit({"email": self.email, "otp": code})

    @rx.event
    def finish(self):
        """Reset the form and show the login."""
        self.reset()
        return AuthState.back_to_login

    async def _submit(self, form: dict[str, str]) -> None:
        if errors := await self._verify(form.get("otp", "").strip()) or await self._check(form):
            self._refuse(errors)
        elif self.step < self.LAST_STEP:
            self.go_to(self.step + 1)
        else:
            where = {"latitude": self._latitude, "longitude": self._longitude}
            draft = AccountDraft.model_validate({**form, **where})
            await self._execute(accounts.register, draft, kind=await self._kind(), proof=self._proof)
            self.done = t("Your account has been created.")

    async def _check(self, form: dict[str, str]) -> dict[str, str]:
        """Return the errors of the open step by field; in the last step, of all steps."""
        try:
            await self._query(accounts.check_registration, AccountDraft.model_validate(form), kind=await self._kind())
        except Invalid as error:
            is_last, own = self.step == self.LAST_STEP, _FIELDS[self.step]
            return {name: text for name, text in errors_by_field(error).items() if is_last or name in own}
        return {}

    def _refuse(self, errors: dict[str, str]) -> None:
        self.errors = errors
        if errors:
            self._reveal(min(step for step, fields in _FIELDS.items() if errors.keys() & set(fields)))

    async def _fill_place(self, found: PlaceNames) -> None:
        self._latitude, self._longitude = found.latitude, found.longitude
        self.city, self.state_name = found.city, found.state
        if found.place:
            # Keep what was typed if the geocoder knows no place name.
            self.place = found.place
            self.placed += 1
