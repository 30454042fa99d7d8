"""Lists with a cursor go on behind its place, also when what it names is gone, and say so when it names nothing."""

from collections.abc import Callable
from typing import Any

import pytest
from fastapi import FastAPI
from sqlmodel import Session

from marketplace.core import ids
from marketplace.domain import accounts, ads, chat, personal_data
from tests import factories
from tests.client import TestClient
from tests.domain.accounts.steps import PASSWORD, with_password

CURSORS = ("after", "before")


class Scene:
    """Five ads of one seller, five people of each kind, and what they write to each other."""

    def __init__(self, db: Session, client: TestClient):
        self.db, self.client = db, client
        self.category = factories.category(db)
        self.seller, self.buyer = with_password(db, factories.seller), with_password(db)
        self.admin = factories.actor(factories.admin(db))
        self.people = {
            "user": [with_password(db, factories.buyer) for _ in range(5)],
            "seller": [with_password(db, factories.seller) for _ in range(5)],
        }

    def get(self, path: str, as_whom: Any = None, **query: str) -> Any:
        """Return the response to a GET request."""
        headers = factories.bearer(self.db, as_whom) if as_whom else {}
        return self.client.get(path, params={"limit": "2", **query}, headers=headers)

    def make_ads(self, **values: Any) -> None:
        """Put five ads into the list."""
        for _ in range(5):
            factories.ad(self.db, self.seller, self.category, **values)

    def end_ad(self, ad_id: str) -> None:
        """Delete an ad."""
        ads.delete(self.db, self.admin, ad_id, reason="Not allowed here.")

    def end_person(self, account_id: str) -> None:
        """Delete an account with its data."""
        account = accounts.get_account(self.db, account_id)
        personal_data.delete_account(self.db, factories.actor(account), PASSWORD)

    def write(self) -> None:
        """Let the buyer write to five sellers."""
        for seller in self.people["seller"]:
            chat.send(self.db, factories.actor(self.buyer), seller.id, text="Hello")

    def talk(self) -> None:
        """Let the buyer write five messages to the seller."""
        for n in range(5):
            chat.send(self.db, factories.actor(self.buyer), self.seller.id, text=f"Hello {n}")


def _ads(path: str, **values: Any) -> tuple[Callable, ...]:
    return (
        lambda it: it.make_ads(**values),
        lambda it, **query: it.get(path.format(it=it), **query),
        lambda it, ident: it.end_ad(ident),
    )


def _contacts(path: str, reader: str) -> tuple[Callable, ...]:
    return (
        lambda _: None,
        lambda it, **query: it.get(path, getattr(it, reader), **query),
        lambda it, ident: it.end_person(ident),
    )


# Each list by its route: what fills it, asks for it, and ends an item of it; the key of its items; its cursor; the status for a bad one.
LISTS: dict[str, tuple] = {
    "/api/product/sell": (*_ads("/api/product/sell", ad_type="sell"), "products", "after", 422),
    "/api/product/rent": (*_ads("/api/product/rent", ad_type="rent"), "products", "after", 422),
    "/api/product/lease": (*_ads("/api/product/lease", ad_type="lease"), "products", "after", 422),
    "/api/product/search": (*_ads("/api/product/search"), "products", "after", 422),
    "/api/product/featured": (*_ads("/api/product/featured", featured=True), "data", "after", 422),
    "/api/product/category/{category_id}": (*_ads("/api/product/category/{it.category.id}"), "data", "after", 422),
    "/api/user": (*_contacts("/api/user", "seller"), "data", "after", 422),
    "/api/seller": (*_contacts("/api/seller", "buyer"), "data", "after", 422),
    "/api/messages/conversations/{kind}/{account_id}": (
        lambda it: it.write(),
        lambda it, **query: it.get(f"/api/messages/conversations/user/{it.buyer.id}", it.buyer, **query),
        lambda it, ident: it.end_person(ident["sellerId"]),
        "conversations", "before", 200,
    ),
    "/api/messages/{user_id}/{seller_id}": (
        lambda it: it.talk(),
        lambda it, **query: it.get(f"/api/messages/{it.buyer.id}/{it.seller.id}", it.buyer, **query),
        # A message is never deleted, but its reader may be.
        lambda it, _ident: it.db.flush(),
        "messages", "before", 404,
    ),
}  # fmt: skip


def test_each_list_with_a_cursor_is_here(api_app: FastAPI):
    found = {
        path
        for path, methods in api_app.openapi()["paths"].items()
        for parameter in methods.get("get", {}).get("parameters", [])
        if parameter["in"] == "query" and parameter["name"] in CURSORS
    }
    assert found == set(LISTS)


@pytest.mark.parametrize("path", LISTS)
def test_it_goes_on_behind_what_is_gone(client: TestClient, db: Session, path: str):
    fill, ask, end, key, cursor, _ = LISTS[path]
    scene = Scene(db, client)
    fill(scene)
    expected = [item["_id"] for item in ask(scene, limit="100").json()[key]]
    assert len(expected) >= 5
    seen: list[Any] = []
    last = ""
    while last is not None:
        body = ask(scene, **({cursor: last} if last else {})).json()
        page = [item["_id"] for item in body[key]]
        # Older messages come before newer ones in a response.
        is_chat = key == "messages"
        seen = page + seen if is_chat else seen + page
        last = body["next"] if "next" in body else page[-1] if page else None
        if last is not None:
            end(scene, page[0 if is_chat else -1])
    assert seen == expected


@pytest.mark.parametrize("path", LISTS)
@pytest.mark.parametrize("cursor_value", ["nothing", "01M7YH44H3FVMP4547R0ZWQBC3x", "%00", "-1", "' OR 1=1"])
def test_a_bad_cursor_is_no_beginning(client: TestClient, db: Session, path: str, cursor_value: str):
    fill, ask, _, key, cursor, status = LISTS[path]
    scene = Scene(db, client)
    fill(scene)
    answer = ask(scene, **{cursor: cursor_value})
    assert answer.status_code == status
    if status == 200:
        assert answer.json()[key] == []
    else:
        assert answer.json()["message"]


@pytest.mark.parametrize("path", [path for path in LISTS if "product" in path])
def test_an_ad_that_never_was_is_refused(client: TestClient, db: Session, path: str):
    fill, ask, _, _, cursor, _ = LISTS[path]
    scene = Scene(db, client)
    fill(scene)
    answer = ask(scene, **{cursor: ids.new_id()})
    assert (answer.status_code, answer.json()["message"]) == (422, "after must be the _id of an ad in the list.")
