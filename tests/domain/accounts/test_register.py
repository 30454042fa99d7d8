"""Tests of registration."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS, Actor
from marketplace.core.errors import Conflict, Forbidden, Invalid, RuleBroken
from marketplace.db import database
from marketplace.domain import accounts
from marketplace.domain.accounts import AccountDraft, rules
from marketplace.models import Account, AccountKind, SellerType
from tests import factories
from tests.domain.accounts.steps import BUYER_FORM, PASSWORD, SELLER_FORM, code_for

BUYER, SELLER = AccountKind.BUYER, AccountKind.SELLER
HERE = Actor(address="203.0.113.5")


def prove(db, email, kind=BUYER):
    accounts.request_registration_code(db, ANONYMOUS, email, kind=kind)
    return accounts.verify_registration_code(db, HERE, email, code_for(db, email), kind=kind)


def register(db, form, kind=BUYER, actor=HERE, proof=""):
    return accounts.register(db, actor, AccountDraft(**form), kind=kind, proof=proof)


def problems(db, form, kind=BUYER):
    with pytest.raises(Invalid) as raised:
        register(db, form, kind)
    return {error["field"]: error["message"] for error in raised.value.errors}


def test_an_unverified_email_is_refused(db):
    with pytest.raises(RuleBroken, match="Please verify your email with OTP first"):
        register(db, BUYER_FORM)


def test_an_admin_cannot_be_registered(db):
    with pytest.raises(Forbidden):
        register(db, BUYER_FORM, AccountKind.ADMIN)
    with pytest.raises(Forbidden):
        accounts.request_registration_code(db, ANONYMOUS, "a@example.org", kind=AccountKind.ADMIN)


def test_a_buyer_registers(db):
    prove(db, BUYER_FORM["email"])
    made = register(db, BUYER_FORM | {"latitude": "12.97", "longitude": 77.59, "city": " Bengaluru  City "})
    row = db.get(Account, made.id)
    assert (row.kind, row.email, row.city) == (BUYER, "asha@example.org", "Bengaluru City")
    assert (row.latitude, row.longitude) == (12.97, 77.59)
    assert row.password_hash.startswith("$argon2id$")
    assert PASSWORD not in repr(made)


def test_a_proof_works_once(db):
    prove(db, BUYER_FORM["email"])
    made = register(db, BUYER_FORM)
    db.get(Account, made.id).email = "moved@example.org"
    db.flush()
    with pytest.raises(RuleBroken):
        register(db, BUYER_FORM | {"username": "another"})


@pytest.mark.parametrize("actor", [ANONYMOUS, Actor(address="203.0.113.6")])
def test_a_proof_works_for_its_holder_only(db, actor):
    proof = prove(db, BUYER_FORM["email"])
    for wrong in ("", "guess"):
        with pytest.raises(RuleBroken):
            register(db, BUYER_FORM, actor=actor, proof=wrong)
    assert register(db, BUYER_FORM, actor=actor, proof=proof).kind is BUYER


def test_a_proof_without_a_network_address_is_refused(db):
    accounts.request_registration_code(db, ANONYMOUS, BUYER_FORM["email"], kind=BUYER)
    code = code_for(db, BUYER_FORM["email"])
    accounts.verify_registration_code(db, ANONYMOUS, BUYER_FORM["email"], code, kind=BUYER)
    with pytest.raises(RuleBroken):
        register(db, BUYER_FORM, actor=ANONYMOUS)


def test_a_proof_is_valid_for_half_an_hour(db, monkeypatch):
    prove(db, BUYER_FORM["email"])
    later = clock.now() + timedelta(minutes=30, seconds=1)
    monkeypatch.setattr(clock, "now", lambda: later)
    with pytest.raises(RuleBroken):
        register(db, BUYER_FORM)


def test_a_proof_is_valid_for_one_kind(db):
    prove(db, SELLER_FORM["email"], BUYER)
    with pytest.raises(RuleBroken):
        register(db, SELLER_FORM, SELLER)


def test_an_email_has_one_account_of_each_kind(db):
    factories.seller(db, email=BUYER_FORM["email"], username="asha")
    prove(db, BUYER_FORM["email"])
    assert register(db, BUYER_FORM).kind is BUYER
    with pytest.raises(Conflict, match="Email already exists"):
        register(db, BUYER_FORM)


def test_usernames_are_case_insensitive(db):
    factories.buyer(db, username="ASHA")
    prove(db, BUYER_FORM["email"])
    with pytest.raises(Conflict, match="username"):
        register(db, BUYER_FORM)


def test_a_signed_in_buyer_opens_a_seller_account_for_the_same_email(db):
    buyer = factories.buyer(db, email=SELLER_FORM["email"])
    assert register(db, SELLER_FORM, SELLER, factories.actor(buyer)).kind is SELLER


def test_a_signed_in_buyer_needs_a_proof_for_another_email(db):
    with pytest.raises(RuleBroken):
        register(db, SELLER_FORM, SELLER, factories.actor(factories.buyer(db)))


def test_a_signed_in_seller_needs_a_proof_for_a_buyer_account(db):
    seller = factories.seller(db, email=BUYER_FORM["email"])
    with pytest.raises(RuleBroken):
        register(db, BUYER_FORM, BUYER, factories.actor(seller))


def test_all_missing_fields_are_reported_at_once(db):
    assert set(problems(db, {})) == {"username", "name", "phone", "address", "place", "email", "password"}
    assert "whatsapp" in problems(db, {}, SELLER)


def test_an_empty_password_is_reported_as_missing(db):
    with pytest.raises(Invalid) as raised:
        accounts.check_registration(db, ANONYMOUS, AccountDraft(), kind=BUYER)
    assert {"field": "password", "message": "Password is required"} in raised.value.errors


def test_a_business_needs_its_id(db):
    form = SELLER_FORM | {"seller_type": "business"}
    assert set(problems(db, form, SELLER)) == {"businessId"}
    prove(db, form["email"], SELLER)
    made = register(db, form | {"business_id": "GST 29ABCDE"}, SELLER)
    assert (made.seller_type, made.business_id) == (SellerType.BUSINESS, "GST 29ABCDE")
    # Nobody reads the phone number before the seller has chosen that.
    assert not made.takes_calls


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"password": "12345", "confirm_password": "12345"}, "password"),
        ({"password": "x" * 201, "confirm_password": None}, "password"),
        ({"password": "with\0nul", "confirm_password": None}, "password"),
        ({"confirm_password": "other words"}, "confirm_password"),
        ({"email": "nobody"}, "email"),
        ({"phone": "call me"}, "phone"),
        ({"phone": "12345"}, "phone"),
        ({"username": "x" * 41}, "username"),
        ({"username": " \u202e\n "}, "username"),
        ({"latitude": "91", "longitude": "0"}, "latitude"),
        ({"latitude": "north", "longitude": "0"}, "latitude"),
    ],
)
def test_invalid_values_are_refused(db, change, field):
    assert set(problems(db, BUYER_FORM | change)) == {field}


def test_different_passwords_give_the_specs_message(db):
    assert problems(db, BUYER_FORM | {"confirm_password": "x"})["confirm_password"] == "Passwords do not match!"


def test_six_characters_are_enough_and_names_may_be_hindi(db):
    prove(db, BUYER_FORM["email"])
    made = register(
        db, BUYER_FORM | {"password": "123456", "confirm_password": None, "name": "आशा राव", "username": "आशा"}
    )
    assert (made.name, made.username) == ("आशा राव", "आशा")


def test_one_of_many_concurrent_registrations_gets_the_email(shared):
    with database.unit_of_work() as db:
        prove(db, BUYER_FORM["email"])

    def attempt(n):
        try:
            with database.unit_of_work() as db:
                return register(db, BUYER_FORM | {"username": f"asha{n}"}).id
        except (Conflict, RuleBroken):
            return None

    with ThreadPoolExecutor(8) as pool:
        made = [account_id for account_id in pool.map(attempt, range(8)) if account_id]
    assert len(made) == 1


def test_one_of_many_concurrent_registrations_gets_the_username(shared):
    emails = [f"asha{n}@example.org" for n in range(6)]
    for email in emails:
        with database.unit_of_work() as db:
            prove(db, email)

    def attempt(email):
        try:
            with database.unit_of_work() as db:
                return register(db, BUYER_FORM | {"email": email}).id
        except Conflict as conflict:
            return None if "username" in conflict.message else conflict.message

    with ThreadPoolExecutor(6) as pool:
        made = [account_id for account_id in pool.map(attempt, emails) if account_id]
    assert len(made) == 1


def test_the_form_is_validated_before_the_email_is_verified(db):
    with pytest.raises(Invalid) as raised:
        accounts.check_registration(db, ANONYMOUS, AccountDraft(confirm_password="x"), kind=SELLER)
    wrong = {error["field"] for error in raised.value.errors}
    assert {"name", "email", "phone", "username", "address", "place", "whatsapp", "confirm_password"} <= wrong
    accounts.check_registration(db, ANONYMOUS, AccountDraft(**BUYER_FORM), kind=BUYER)
    with pytest.raises(Forbidden):
        accounts.check_registration(db, ANONYMOUS, AccountDraft(**BUYER_FORM), kind=AccountKind.ADMIN)


@pytest.mark.parametrize("name", ["name", "address", "username", "phone"])
def test_a_text_far_too_long_is_refused_before_it_is_cleaned(db, monkeypatch, name):
    clean, cleaned = rules.clean_line, []
    monkeypatch.setattr(rules, "clean_line", lambda text: cleaned.append(text) or clean(text))
    draft = AccountDraft.model_validate(BUYER_FORM | {name: "a b" * 300_000})
    with pytest.raises(Invalid) as refused:
        accounts.check_registration(db, ANONYMOUS, draft, kind=AccountKind.BUYER)
    assert [error["field"] for error in refused.value.errors] == [name]
    assert max(map(len, cleaned)) < 3_000
