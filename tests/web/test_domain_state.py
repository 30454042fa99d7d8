"""Handlers call the domain as the account of the handshake's cookie."""

import asyncio
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
from sqlmodel import Session, select

from marketplace.core.actor import Actor
from marketplace.core.errors import Forbidden, NotSignedIn
from marketplace.db import database
from marketplace.domain.phases import Finish, two_phase
from marketplace.http import cookies
from marketplace.models import Testimonial
from marketplace.settings import get_settings
from marketplace.web.base import domain_state
from marketplace.web.base.domain_state import DomainState
from marketplace.web.base.pending_action import LoginRequired, PendingAction
from marketplace.web.reflex_ext.current_event import RecordEvent
from tests import factories


class Tab:
    """The parts of a State that `DomainState` uses."""

    _execute = DomainState._execute
    _query = DomainState._query
    _query_public = DomainState._query_public
    _query_remote = DomainState._query_remote
    _run_as_caller = DomainState._run_as_caller

    def __init__(self, cookie: str = "", path: str = "/", query: str = ""):
        headers = SimpleNamespace(cookie=cookie, user_agent="Firefox")
        session = SimpleNamespace(client_ip="203.0.113.9")
        self.router = SimpleNamespace(headers=headers, session=session, url=SimpleNamespace(path=path, query=query))


def who(_db: Session, actor: Actor) -> Actor:
    return actor


def cookie_of(db: Session, account) -> str:
    return f"{cookies.SESSION}={factories.bearer(db, account)['Authorization'].split()[1]}"


@pytest.mark.parametrize("cookie", ["", "other=1", f"{cookies.SESSION}=", f"{cookies.SESSION}=unknown", "\x00;;=;"])
def test_without_a_valid_session_the_caller_is_anonymous(db: Session, cookie: str):
    actor = asyncio.run(Tab(cookie)._query(who))

    assert actor.account_id is None
    assert (actor.address, actor.user_agent) == ("203.0.113.9", "Firefox")


def test_valid_session_is_its_account(db: Session):
    buyer = factories.buyer(db)

    actor = asyncio.run(Tab(cookie_of(db, buyer))._execute(who))

    assert (actor.account_id, actor.kind) == (buyer.id, buyer.kind)


def test_first_phase_runs_before_the_transaction_as_the_caller(db: Session, monkeypatch: pytest.MonkeyPatch):
    buyer, order = factories.buyer(db), []

    @contextmanager
    def noted():
        order.append("begin")
        with database.unit_of_work() as work:
            yield work

    @two_phase
    def function(actor: Actor, word: str) -> Finish[str]:
        order.append(actor.account_id)
        return lambda _db, actor: f"{word} {actor.account_id}"

    monkeypatch.setattr(domain_state, "unit_of_work", noted)
    assert asyncio.run(Tab(cookie_of(db, buyer))._execute(function, "for")) == f"for {buyer.id}"
    assert order == [buyer.id, "begin"]


def test_over_https_only_the_host_cookie_counts(db: Session, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(get_settings(), "site_url", "https://market.example")
    buyer = factories.buyer(db)
    plain = cookie_of(db, buyer)
    assert asyncio.run(Tab(plain)._query(who)).account_id is None
    assert asyncio.run(Tab(f"other=1; __Host-{plain}")._query(who)).account_id == buyer.id


def test_writes_are_committed_and_those_of_a_failing_function_rolled_back(db: Session):
    def write(session: Session, _actor: Actor, name: str, *, fails: bool = False) -> None:
        session.add(Testimonial(name=name, description="Good."))
        session.flush()
        if fails:
            raise Forbidden()

    asyncio.run(Tab()._execute(write, "kept"))
    with pytest.raises(Forbidden):
        asyncio.run(Tab()._execute(write, "lost", fails=True))
    asyncio.run(Tab()._query(write, "only asked"))

    assert db.exec(select(Testimonial.name)).all() == ["kept"]


def test_missing_login_raises_with_the_pending_action(db: Session):
    def refuse(_db: Session, actor: Actor) -> None:
        actor.require(message="Please login")

    async def handle() -> None:
        await RecordEvent().preprocess(None, None, SimpleNamespace(name="state.toggle", payload={"ad_id": "1"}))
        await Tab()._execute(refuse)

    with pytest.raises(LoginRequired) as refused:
        asyncio.run(handle())

    assert isinstance(refused.value, NotSignedIn)
    assert refused.value.message == "Please login"
    assert refused.value.pending_action == PendingAction(name="state.toggle", payload={"ad_id": "1"})
