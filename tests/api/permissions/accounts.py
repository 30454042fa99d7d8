"""Profiles, contacts and account deletion."""

from marketplace.models import AccountKind
from tests import push_service
from tests.api.permissions.row import OPEN, SIGNED_IN, Call, Row, call
from tests.api.permissions.world import World
from tests.domain.accounts.steps import BUYER_FORM, PASSWORD, SELLER_FORM


def contacts(world: World) -> Call:
    assert world.user
    assert world.seller
    return call()


def user(world: World) -> Call:
    return call(user_id=world.user.id)


def seller(world: World) -> Call:
    return call(seller_id=world.seller.id)


def changing_user(world: World) -> Call:
    return call(json={"name": "Asha"}, user_id=world.user.id)


def changing_seller(world: World) -> Call:
    return call(json={"name": "Asha"}, seller_id=world.seller.id)


def _registering(world: World, form: dict[str, str], kind: AccountKind) -> Call:
    email, proof = world.verified_email(kind)
    return call(json=form | {"email": email, "username": email[:38], "proof": proof})


def registering_user(world: World) -> Call:
    return _registering(world, BUYER_FORM, AccountKind.BUYER)


def registering_seller(world: World) -> Call:
    return _registering(world, SELLER_FORM, AccountKind.SELLER)


def with_password(_world: World) -> Call:
    return call(json={"password": PASSWORD})


def leaving(world: World) -> Call:
    assert world.another_admin
    return call(json={"password": PASSWORD})


def nothing(_world: World) -> Call:
    return call()


def subscribing(_world: World) -> Call:
    made = push_service.browser()
    return call(json={"endpoint": made.endpoint, "keys": made.keys})


def unsubscribing(world: World) -> Call:
    return call(json={"endpoint": world.browser_of(world.me).endpoint})


ROWS = (
    Row("POST /api/user", registering_user, OPEN, ended="ok"),
    Row("GET /api/user", contacts, "401 403 403 ok  ok  ok"),
    Row("GET /api/user/{user_id}", user, "401 ok  403 403 403 ok"),
    Row("PUT /api/user/{user_id}", changing_user, "401 ok  403 403 403 ok", moderator="403"),
    Row("POST /api/seller", registering_seller, OPEN, ended="ok"),
    Row("GET /api/seller", contacts, "401 ok  ok  403 403 ok"),
    Row("GET /api/seller/{seller_id}", seller, OPEN),
    Row("PUT /api/seller/{seller_id}", changing_seller, "401 403 403 ok  403 ok", moderator="403"),
    Row("POST /api/auth/account/export", with_password, SIGNED_IN),
    Row("POST /api/auth/account/delete", leaving, SIGNED_IN),
    Row("GET /api/push", nothing, OPEN),
    Row("POST /api/push", subscribing, SIGNED_IN),
    Row("DELETE /api/push", unsubscribing, SIGNED_IN),
)
