"""The proof of the verified email stays in the tab that verified it."""

import asyncio
import json

from sqlmodel import Session, select

from marketplace.models import Account
from marketplace.web.auth.auth_state import AuthState
from marketplace.web.auth.register_state import RegisterState
from tests import factories
from tests.domain.accounts.steps import BUYER_FORM, code_for
from tests.web.tabs import part, tab

EMAIL = BUYER_FORM["email"]


def move(page: RegisterState, address: str) -> None:
    """Connect the tab again from another network address."""
    root = page._get_root_state()
    root.router_data = root._update_router_vars({**root.router_data, "ip": address}, root.router_data)


def submit(page: RegisterState, **changes: str) -> None:
    page.step = page.LAST_STEP
    asyncio.run(page.submit({**BUYER_FORM, **changes}))


def ask_for_code(page: RegisterState) -> None:
    async def whole() -> None:
        page.set_email(EMAIL)
        async for _ in page.send_code():
            pass

    asyncio.run(whole())


def verified(db: Session) -> RegisterState:
    """A tab whose code was accepted, but whose username is taken."""
    factories.buyer(db, username="taken")
    page = part(tab(db), RegisterState)
    ask_for_code(page)
    submit(page, otp=code_for(db, EMAIL), username="taken")
    assert (page.verified, page.done) == (EMAIL, "")
    return page


def test_second_attempt_succeeds_from_another_network_address(db: Session):
    page = verified(db)
    move(page, "203.0.113.77")
    submit(page)
    assert page.done, page.error
    assert db.exec(select(Account.email).where(Account.username == "asha")).one() == EMAIL


def test_other_tab_does_not_get_the_proof(db: Session):
    verified(db)
    other = part(tab(db), RegisterState)
    move(other, "203.0.113.77")
    ask_for_code(other)
    other.verified = EMAIL
    submit(other, proof="guess")
    assert (other.done, other.verified) == ("", "")


def test_proof_is_not_sent_to_the_browser(db: Session):
    page = verified(db)
    assert page._proof
    assert page._proof not in json.dumps(page._get_root_state().dict(), default=str)


def test_code_goes_to_the_email_of_the_login_modal(db: Session):
    root = tab(db)
    part(root, AuthState).email = EMAIL
    page = part(root, RegisterState)

    async def whole() -> None:
        async for _ in page.send_code():
            pass

    asyncio.run(whole())
    assert (page.email, page.code_sent) == (EMAIL, True)


def test_the_steps_are_checked_one_by_one(db: Session):
    page = part(tab(db), RegisterState)

    def press_next(**form: str) -> tuple[int, dict[str, str]]:
        asyncio.run(page.submit({"email": EMAIL, "step": str(page.step), **form}))
        return page.step, page.errors

    assert press_next() == (1, {"email": "Please verify your email with OTP first."})
    ask_for_code(page)
    assert press_next() == (1, {"otp": "Enter the OTP to continue."})
    assert press_next(otp="wrong") == (1, {"otp": "Invalid or expired OTP."})
    assert press_next(otp=code_for(db, EMAIL)) == (2, {})
    step, errors = press_next(password="12345", confirm_password="12346")
    assert (step, errors.keys()) == (2, {"name", "username", "phone", "password", "confirm_password"})
    person = {name: BUYER_FORM[name] for name in ("name", "username", "phone", "password", "confirm_password")}
    assert press_next(**person) == (3, {})
    step, errors = press_next(**person)
    assert (step, errors.keys()) == (3, {"address", "place"})
    press_next(**BUYER_FORM)
    assert page.done


def test_the_last_digit_of_the_code_opens_the_next_step(db: Session):
    page = part(tab(db), RegisterState)

    async def type_code(code: str) -> None:
        async for _ in page.enter_code(code):
            # The browser hears in between that the error is gone.
            assert page.errors == {}

    def enter(code: str) -> tuple[int, dict[str, str]]:
        asyncio.run(type_code(code))
        return page.step, page.errors

    ask_for_code(page)
    right = code_for(db, EMAIL)
    assert enter("".join(str(9 - int(digit)) for digit in right)) == (1, {"otp": "Invalid or expired OTP."})
    assert enter(right) == (2, {})
    # Typed into the same field again, it opens no further step.
    assert enter(right) == (2, {})


def test_a_taken_username_opens_its_step(db: Session):
    page = verified(db)
    assert (page.step, page.errors.keys()) == (2, {"username"})


def test_another_kind_of_account_needs_another_code(db: Session):
    page = verified(db)
    part(page._get_root_state(), AuthState).kind = "seller"
    submit(page, whatsapp=BUYER_FORM["phone"])
    assert (page.step, page.errors, page.done) == (1, {"email": "Please verify your email with OTP first."}, "")
