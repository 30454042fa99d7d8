"""Handlers act as whoever the handshake's cookie proves to be, and as nobody else."""

import asyncio
from types import SimpleNamespace

import pytest
from sqlmodel import Session, select

from marketplace import cookies
from marketplace.actor import Actor
from marketplace.errors import Forbidden, NotSignedIn
from marketplace.models import Testimonial
from marketplace.web.door import Door
from marketplace.web.meant import Meant, NoteEvent, SignInFirst
from tests import factories


class Tab:
    """As much of a State as the door looks at."""

    _do = Door._do
    _ask = Door._ask
    _ask_elsewhere = Door._ask_elsewhere
    _through = Door._through
    _here = Door._here

    def __init__(self, cookie: str = "", path: str = "/", query: str = ""):
        headers = SimpleNamespace(cookie=cookie, user_agent="Firefox")
        session = SimpleNamespace(client_ip="203.0.113.9")
        self.router = SimpleNamespace(headers=headers, session=session, url=SimpleNamespace(path=path, query=query))


def who(_db: Session, actor: Actor) -> Actor:
    return actor


def cookie_of(db: Session, account) -> str:
    return f"{cookies.SESSION}={factories.bearer(db, account)['Authorization'].split()[1]}"


@pytest.mark.parametrize("cookie", ["", "other=1", f"{cookies.SESSION}=", f"{cookies.SESSION}=unknown", "\x00;;=;"])
def test_without_a_live_session_the_caller_is_anonymous(db: Session, cookie: str):
    actor = asyncio.run(Tab(cookie)._ask(who))

    assert actor.account_id is None
    assert (actor.address, actor.user_agent) == ("203.0.113.9", "Firefox")


def test_a_live_session_is_its_account(db: Session):
    buyer = factories.buyer(db)

    actor = asyncio.run(Tab(cookie_of(db, buyer))._do(who))

    assert (actor.account_id, actor.kind) == (buyer.id, buyer.kind)


def test_what_a_verb_wrote_stays_and_what_a_failing_one_wrote_does_not(db: Session):
    def write(session: Session, _actor: Actor, name: str, *, fails: bool = False) -> None:
        session.add(Testimonial(name=name, description="Good."))
        session.flush()
        if fails:
            raise Forbidden()

    asyncio.run(Tab()._do(write, "kept"))
    with pytest.raises(Forbidden):
        asyncio.run(Tab()._do(write, "lost", fails=True))
    asyncio.run(Tab()._ask(write, "only asked"))

    assert db.exec(select(Testimonial.name)).all() == ["kept"]


def test_a_refusal_for_want_of_a_sign_in_knows_what_was_meant(db: Session):
    def refuse(_db: Session, actor: Actor) -> None:
        actor.require(message="Please login")

    async def handle() -> None:
        await NoteEvent().preprocess(None, None, SimpleNamespace(name="state.toggle", payload={"ad_id": "1"}))
        await Tab()._do(refuse)

    with pytest.raises(SignInFirst) as refused:
        asyncio.run(handle())

    assert isinstance(refused.value, NotSignedIn)
    assert refused.value.message == "Please login"
    assert refused.value.meant == Meant(name="state.toggle", payload={"ad_id": "1"})


def test_here_is_the_path_with_its_query():
    assert Tab(path="/products/sell")._here() == "/products/sell"
    assert Tab(path="/products/sell", query="page=2")._here() == "/products/sell?page=2"
