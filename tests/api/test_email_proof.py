"""Email proofs belong to the client that entered the code."""

from collections.abc import Iterator

import pytest
from sqlalchemy import text
from sqlmodel import Session

from tests import factories
from tests.client import TestClient
from tests.domain.accounts.steps import BUYER_FORM, SELLER_FORM, code_for

EMAIL = BUYER_FORM["email"]


@pytest.fixture
def stranger(client: TestClient, api_app) -> Iterator[TestClient]:
    """Client with another network address."""
    with TestClient(api_app, client=("203.0.113.9", 4321), raise_server_exceptions=False) as made:
        yield made


def verify(client: TestClient, db: Session, email: str = EMAIL, kind: str = "user") -> str:
    """Verify the email and return the proof token."""
    assert client.post("/api/auth/sendOtpRegister", json={"email": email, "userType": kind}).status_code == 200
    body = {"email": email, "otp": code_for(db, email), "userType": kind}
    answer = client.post("/api/auth/verifyOtpRegister", json=body).json()
    assert (answer["success"], answer["verified"]) == (True, True)
    return answer.get("proof", "")


@pytest.mark.parametrize(("path", "form", "kind"), [("user", BUYER_FORM, "user"), ("seller", SELLER_FORM, "seller")])
@pytest.mark.parametrize("proof", [None, "", "guess", "é", "x" * 5000])
def test_other_client_can_not_use_the_proof(client, stranger, db, path, form, kind, proof):
    verify(client, db, form["email"], kind)
    body = form if proof is None else form | {"proof": proof}
    answer = stranger.post(f"/api/{path}", json=body)
    assert (answer.status_code, answer.json()["message"]) == (400, "Please verify your email with OTP first.")
    # The failed attempt does not use up the proof.
    assert client.post(f"/api/{path}", json=form).status_code == 201


def test_proof_token_works_once_from_any_address(client, stranger, db):
    proof = verify(client, db)
    assert stranger.post("/api/user", json=BUYER_FORM | {"proof": proof}).status_code == 201
    account = db.exec(text(f"SELECT id FROM accounts WHERE email = '{EMAIL}'")).one()  # pyright: ignore
    db.exec(text(f"UPDATE accounts SET email = 'moved@example.org' WHERE id = '{account.id}'"))  # pyright: ignore
    db.commit()
    again = BUYER_FORM | {"proof": proof, "username": "another"}
    assert stranger.post("/api/user", json=again).status_code == 400


def test_wrong_token_is_refused_at_the_same_address(client, db):
    proof = verify(client, db)
    assert client.post("/api/user", json=BUYER_FORM | {"proof": proof[::-1]}).status_code == 400
    assert client.post("/api/user", json=BUYER_FORM | {"proof": proof}).status_code == 201


def test_token_is_bound_to_its_email(client, stranger, db):
    verify(client, db)
    proof = verify(client, db, "other@example.org")
    assert stranger.post("/api/user", json=BUYER_FORM | {"proof": proof}).status_code == 400


def test_a_client_without_a_known_address_needs_the_token(client, api_app, db):
    with TestClient(api_app, client=("", 0)) as nowhere:
        proof = verify(nowhere, db)
        assert nowhere.post("/api/user", json=BUYER_FORM).status_code == 400
        assert nowhere.post("/api/user", json=BUYER_FORM | {"proof": proof}).status_code == 201


def test_new_code_request_does_not_invalidate_the_proof(client, stranger, db):
    proof = verify(client, db)
    from tests.domain.accounts import steps

    steps.later()
    assert stranger.post("/api/auth/sendOtpRegister", json={"email": EMAIL, "userType": "user"}).status_code == 200
    assert client.post("/api/user", json=BUYER_FORM | {"proof": proof}).status_code == 201


def test_only_a_hash_of_the_token_is_stored(client, db):
    proof = verify(client, db)
    assert len(proof) >= 40
    for row in db.exec(text("SELECT * FROM one_time_codes")).all():  # pyright: ignore
        assert proof not in [str(value) for value in row]


def test_wrong_code_returns_no_token(client, db):
    factories.buyer(db)
    body = {"email": EMAIL, "otp": "123456", "userType": "user"}
    answer = client.post("/api/auth/verifyOtpRegister", json=body)
    assert (answer.status_code, "proof" in answer.json()) == (400, False)
