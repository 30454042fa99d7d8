"""A page that is loaded again shows no errors of what was typed before; one that only connects again keeps them."""

import asyncio

import pytest
from reflex.event import Event
from reflex.state import State
from sqlmodel import Session

from marketplace.web.auth.register_state import RegisterState
from marketplace.web.pages.dashboard.state import DashboardState
from marketplace.web.pages.rental.state import RentalState
from marketplace.web.reflex_ext.forget_errors import ForgetErrors
from tests.web.tabs import part, tab


def left_by(db: Session, payload: dict) -> tuple:
    root = tab(db)
    part(root, RegisterState).errors = {"otp": "Invalid or expired OTP."}
    part(root, RentalState).code_error = "That code is wrong."
    part(root, DashboardState).load_error = "Failed to load data"
    event = Event(name=f"{State.get_full_name()}.hydrate_and_load", payload=payload)
    asyncio.run(ForgetErrors().preprocess(None, root, event))
    return part(root, RegisterState).errors, part(root, RentalState).code_error, part(root, DashboardState).load_error


@pytest.mark.parametrize("payload", [{"hashes": []}, {"hashes": ["1"], "vars": {}}])
def test_errors_of_forms_are_gone_after_a_reload(db: Session, payload: dict):
    assert left_by(db, payload) == ({}, "", "Failed to load data")


def test_a_tab_that_connects_again_keeps_what_is_read(db: Session):
    assert left_by(db, {}) == ({"otp": "Invalid or expired OTP."}, "That code is wrong.", "Failed to load data")
