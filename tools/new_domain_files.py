"""The files of a new domain, as templates: $domain, $Thing, $thing, $words and $path are its names."""

_MODEL = '''"""TODO: what a $words is."""

from datetime import datetime

from sqlmodel import Field

from marketplace.models.base import Table, created_field, id_field, ref


class $Thing(Table, table=True):
    """TODO: what a row means and when it goes."""

    __tablename__ = "$domain"

    id: str = id_field()
    owner_id: str = ref("accounts.id", index=True)
    text: str = Field(max_length=500)
    created_at: datetime = created_field()
'''

_INIT = '''"""TODO: what this domain is for."""

from marketplace.domain.$domain.schemas import ${Thing}Draft, ${Thing}View
from marketplace.domain.$domain.service import add_$thing, list_own, remove_$thing
'''

_SCHEMAS = '''"""Input and read view of a $words."""

from datetime import datetime

from pydantic import BaseModel

from marketplace.domain.views import View


class ${Thing}Draft(BaseModel):
    """A $words as submitted; `rules` validates it."""

    text: str = ""


class ${Thing}View(View):
    """A $words as its owner sees it."""

    id: str
    text: str
    created_at: datetime
'''

_MESSAGES = '''"""Texts about $domain."""

TEXT_NEEDED = "Please enter a text of at most 500 characters."
ADDED = "The $words was added."
REMOVED = "The $words was removed."
NOT_FOUND = "That $words was not found."
'''

_RULES = '''"""Validation of a $words."""

from marketplace.core.errors import Invalid
from marketplace.domain.$domain import messages
from marketplace.domain.$domain.schemas import ${Thing}Draft
from marketplace.i18n.texts import t

TEXT_MAX = 500


def check(draft: ${Thing}Draft) -> str:
    """Return the trimmed text.

    Raises:
        Invalid: it is empty or too long.
    """
    text = draft.text.strip()
    if not 0 < len(text) <= TEXT_MAX:
        raise Invalid(t(messages.TEXT_NEEDED), "text")
    return text
'''

_QUERIES = '''"""Queries on $domain, each limited to one owner."""

from sqlmodel import Session, col, select

from marketplace.domain.paging import Window, fetch
from marketplace.models import $Thing


def find_$thing(db: Session, owner_id: str, ${thing}_id: str) -> $Thing | None:
    """Return one $words of this owner."""
    return db.exec(select($Thing).where($Thing.owner_id == owner_id, $Thing.id == ${thing}_id)).one_or_none()


def list_of(db: Session, owner_id: str, window: Window) -> tuple[list[$Thing], int]:
    """List rows of this owner, newest first; returned as by `paging.fetch`."""
    own = select($Thing).where($Thing.owner_id == owner_id)
    return fetch(db, own.order_by(col($Thing.id).desc()), window, own)
'''

_SERVICE = '''"""Adds, lists and removes a $words."""

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from marketplace.domain.$domain import messages, queries, rules
from marketplace.domain.$domain.schemas import ${Thing}Draft, ${Thing}View
from marketplace.domain.paging import EVERYTHING, Page, Window, make_page
from marketplace.i18n.texts import t
from marketplace.models import $Thing, AccountKind

_KINDS = (AccountKind.BUYER, AccountKind.SELLER)


def add_$thing(db: Session, actor: Actor, draft: ${Thing}Draft) -> ${Thing}View:
    """Add a $words of the caller.

    Raises:
        NotSignedIn, Forbidden: neither buyer nor seller.
        Invalid: the draft breaks a rule.
    """
    owner_id = actor.require(*_KINDS)
    row = $Thing(owner_id=owner_id, text=rules.check(draft))
    db.add(row)
    db.flush()
    return ${Thing}View.of(row)


def list_own(db: Session, actor: Actor, *, window: Window = EVERYTHING) -> Page[${Thing}View]:
    """List what the caller added, newest first."""
    owner_id = actor.require(*_KINDS)
    rows, total = queries.list_of(db, owner_id, window)
    return make_page([${Thing}View.of(row) for row in rows], total, window)


def remove_$thing(db: Session, actor: Actor, ${thing}_id: str) -> None:
    """Remove a $words of the caller.

    Raises:
        NotSignedIn, Forbidden: neither buyer nor seller.
        NotFound: there is none of this id, or it is another account's.
    """
    owner_id = actor.require(*_KINDS)
    row = queries.find_$thing(db, owner_id, ${thing}_id)
    if row is None:
        raise NotFound(t(messages.NOT_FOUND))
    db.delete(row)
'''

_ROUTE = '''"""/api/$path"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import schemas
from marketplace.api.dependencies import DispatcherDep, OptionallyPaged
from marketplace.api.operations import Operation, callers
from marketplace.api.responses import ListResponse, MessageResponse, Success, ok, ok_page, returns
from marketplace.domain import $domain
from marketplace.domain.$domain import messages
from marketplace.i18n.texts import t
from marketplace.models import AccountKind

router = APIRouter(tags=["$domain"], route_class=Operation)


class ${Thing}Body(schemas.Body):
    """A new $words."""

    text: str = Field("", examples=["A text"])


class ${Thing}Out(schemas.Out):
    """A $words of the caller."""

    id: str = Field(examples=[schemas.EXAMPLE_ID])
    text: str = Field(examples=["A text"])
    created_at: schemas.Timestamp


class ${Thing}Changed(Success):
    """The $words that was added."""

    message: str = Field(examples=[messages.ADDED])
    data: ${Thing}Out


class ${Thing}List(ListResponse):
    """What the caller added, newest first."""

    data: list[${Thing}Out]


@router.get("/$path", summary="List the caller's $domain", responses=returns(${Thing}List, 401, 403, 422))
def list_own(dispatcher: DispatcherDep, window: OptionallyPaged) -> JSONResponse:
    """All, newest first; `page` and `limit` cut them into pages."""
    page = dispatcher.query($domain.list_own, window=window)
    return ok_page(page, "data", [${Thing}Out.dump(view) for view in page.items])


@router.post("/$path", status_code=201, summary="Add a $words", responses=returns(${Thing}Changed, 401, 403, 422, status=201))
@callers(AccountKind.BUYER, AccountKind.SELLER)
def add(body: ${Thing}Body, dispatcher: DispatcherDep) -> JSONResponse:
    """Adds a $words of the signed-in account."""
    view = dispatcher.execute($domain.add_$thing, $domain.${Thing}Draft(text=body.text))
    return ok(201, message=t(messages.ADDED), data=${Thing}Out.dump(view))


@router.delete("/$path/{${thing}_id}", summary="Remove a $words", responses=returns(MessageResponse, 401, 403, 404))
def remove(${thing}_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Removes a $words of the signed-in account."""
    dispatcher.execute($domain.remove_$thing, ${thing}_id)
    return ok(message=t(messages.REMOVED))
'''

_PERMISSIONS = '''"""Rows of /api/$path."""

from marketplace.domain import $domain
from tests import factories
from tests.api.permissions.row import Call, Row, call
from tests.api.permissions.world import World

MEMBERS = "401 ok  ok  ok  ok  403"


def listing(world: World) -> Call:
    _of_user(world)
    return call()


def adding(_world: World) -> Call:
    return call(json={"text": "A text"})


def removing(world: World) -> Call:
    return call(${thing}_id=_of_user(world))


def _of_user(world: World) -> str:
    made = $domain.add_$thing(world.db, factories.actor(world.user), $domain.${Thing}Draft(text="A text"))
    world.db.commit()
    return made.id


ROWS = (
    Row("GET /api/$path", listing, MEMBERS),
    Row("POST /api/$path", adding, MEMBERS),
    Row("DELETE /api/$path/{${thing}_id}", removing, "401 ok  404 404 404 403"),
)
'''

_TEST_SERVICE = '''"""Tests of adding, listing and removing a $words."""

import pytest
from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS, Actor
from marketplace.core.errors import Forbidden, Invalid, NotFound, NotSignedIn
from marketplace.domain import $domain
from marketplace.domain.paging import Window
from tests import factories

DRAFT = $domain.${Thing}Draft(text=" A text ")


@pytest.fixture
def owner(db: Session) -> Actor:
    return factories.actor(factories.buyer(db))


def test_anonymous_callers_must_sign_in(db: Session):
    for ask in (
        lambda: $domain.add_$thing(db, ANONYMOUS, DRAFT),
        lambda: $domain.list_own(db, ANONYMOUS),
        lambda: $domain.remove_$thing(db, ANONYMOUS, "01M7YH44H3FVMP4547R0ZWQBC3"),
    ):
        with pytest.raises(NotSignedIn):
            ask()


def test_the_wrong_owner_sees_and_removes_nothing(db: Session, owner: Actor):
    made = $domain.add_$thing(db, owner, DRAFT)
    other = factories.actor(factories.buyer(db))
    assert $domain.list_own(db, other).items == ()
    with pytest.raises(NotFound):
        $domain.remove_$thing(db, other, made.id)
    assert $domain.list_own(db, owner).items == (made,)


def test_admins_have_none(db: Session):
    with pytest.raises(Forbidden):
        $domain.add_$thing(db, factories.actor(factories.admin(db)), DRAFT)


def test_add_list_remove(db: Session, owner: Actor):
    first, second = ($domain.add_$thing(db, owner, DRAFT) for _ in range(2))
    assert first.text == "A text"
    assert $domain.list_own(db, owner).items == (second, first)
    page = $domain.list_own(db, owner, window=Window(page=2, limit=1))
    assert (page.items, page.total) == ((first,), 2)
    $domain.remove_$thing(db, owner, first.id)
    assert $domain.list_own(db, owner).items == (second,)


@pytest.mark.parametrize("text", ["", "  ", "a" * 501])
def test_odd_texts_are_refused(db: Session, owner: Actor, text: str):
    with pytest.raises(Invalid):
        $domain.add_$thing(db, owner, $domain.${Thing}Draft(text=text))


@pytest.mark.parametrize("odd", ["", "nothing", "\\x00", "a" * 300])
def test_odd_ids_are_not_found(db: Session, owner: Actor, odd: str):
    with pytest.raises(NotFound):
        $domain.remove_$thing(db, owner, odd)
'''

_TEST_API = '''"""/api/$path"""

from fastapi.testclient import TestClient
from sqlmodel import Session

from tests import factories


def test_add_list_remove(client: TestClient, db: Session):
    headers = factories.bearer(db, factories.buyer(db))
    made = client.post("/api/$path", json={"text": "A text"}, headers=headers)
    assert made.status_code == 201
    data = made.json()["data"]
    answer = client.get("/api/$path", headers=headers).json()
    assert (answer["data"], answer["total"]) == ([data], 1)
    assert client.delete(f"/api/$path/{data['_id']}", headers=headers).json()["success"] is True
    assert client.get("/api/$path", headers=headers).json()["data"] == []


def test_invalid_texts_name_the_field(client: TestClient, db: Session):
    answer = client.post("/api/$path", json={}, headers=factories.bearer(db, factories.buyer(db)))
    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == ["text"]
'''

FILES = {
    "marketplace/models/$domain.py": _MODEL,
    "marketplace/domain/$domain/__init__.py": _INIT,
    "marketplace/domain/$domain/messages.py": _MESSAGES,
    "marketplace/domain/$domain/queries.py": _QUERIES,
    "marketplace/domain/$domain/rules.py": _RULES,
    "marketplace/domain/$domain/schemas.py": _SCHEMAS,
    "marketplace/domain/$domain/service.py": _SERVICE,
    "marketplace/api/routes/$domain.py": _ROUTE,
    "tests/domain/$domain/__init__.py": "",
    "tests/domain/$domain/test_service.py": _TEST_SERVICE,
    "tests/api/permissions/$domain.py": _PERMISSIONS,
    "tests/api/test_$domain.py": _TEST_API,
}
