"""Public responses contain no contact data and no secrets."""

import pytest
from sqlmodel import Session, select

from marketplace.models import Account, AccountSession
from tests import factories
from tests.api.permissions import ROWS, Row, World
from tests.client import TestClient

STRANGERS = ("anonymous", "other_user", "other_seller")
READABLE = [(row, who) for row in ROWS if row.method == "GET" for who in STRANGERS if row.expected[who] == "ok"]


def secrets_of(db: Session, caller: Account | None) -> dict[str, str]:
    """Return private values of everyone but the caller, by description."""
    found = {}
    for account in db.exec(select(Account)):
        if caller is None or account.id != caller.id:
            for name in ("email", "phone", "whatsapp", "address", "upi", "password_hash"):
                found[f"{name} of {account.username}"] = getattr(account, name)
    for session in db.exec(select(AccountSession)):
        found[f"hash of session {session.id}"] = session.token_hash
    # Drop empty values and the one-character hash of the factories.
    return {name: value for name, value in found.items() if len(value) > 1}


@pytest.mark.parametrize(("row", "who"), READABLE, ids=lambda value: str(value))
def test_anonymous_callers_read_no_private_data(client: TestClient, db: Session, row: Row, who: str):
    world = World(db, "user" if who == "anonymous" else who)
    caller = None if who == "anonymous" else world.me
    call = row.make(world)
    others = [factories.bearer(db, account)["Authorization"] for account in (world.user, world.seller, world.admin)]
    tokens = {f"token {number}": header.removeprefix("Bearer ") for number, header in enumerate(others)}
    headers = factories.bearer(db, caller) if caller else {}
    answer = client.get(row.template.format(**call.path), headers=headers, **call.send)
    assert answer.status_code < 400
    leaked = [name for name, value in (secrets_of(db, caller) | tokens).items() if value in answer.text]
    assert leaked == []


def test_private_data_is_present_for_its_owner(client: TestClient, db: Session):
    """Proves that the check above can fail: the owner's view contains the values."""
    world = World(db, "seller")
    answer = client.get(f"/api/seller/{world.seller.id}", headers=factories.bearer(db, world.seller))
    found = [name for name, value in secrets_of(db, None).items() if value in answer.text]
    assert [name.split()[0] for name in found] == ["email", "phone", "whatsapp", "address", "upi"]
