"""Messages that arrive while a page loads are not delayed until the next poll."""

import asyncio
import inspect
from collections.abc import Iterator
from typing import Any

import pytest
from reflex.state import State
from sqlmodel import Session

from marketplace.domain import chat
from marketplace.marketplace import app
from marketplace.web.auth.session_state import SessionState
from marketplace.web.live import TAB_REGISTRY
from marketplace.web.page_registry import list_pages
from tests import factories
from tests.web.tabs import part, tab

PATH = "/seller/dashboard"


def opens(path: str) -> list[Any]:
    """Return the handlers that run when a page loads, in order."""
    return list(app.get_load_events(path))


HANDLERS = opens(PATH)


@pytest.fixture
def pair(db: Session):
    return factories.buyer(db), factories.seller(db)


@pytest.fixture
def opening(db: Session, pair) -> Iterator[State]:
    """A tab whose page is about to load."""
    root = tab(db, pair[1], PATH)
    yield root
    TAB_REGISTRY.unsubscribe(root.router.session.client_token)


def run(root: State, handlers) -> None:
    for handler in handlers:
        state = root.get_substate(handler.state_full_name.split("."))
        answer = handler.fn(state)
        if inspect.isasyncgen(answer):
            asyncio.run(_exhaust(answer))
        else:
            asyncio.run(answer)


async def _exhaust(answer) -> None:
    async for _ in answer:
        pass


@pytest.mark.parametrize("page", list_pages(), ids=lambda page: page.route)
def test_every_page_has_these_on_load_handlers(page):
    if page.route != "/styleguide":
        assert [handler.fn for handler in opens(page.route)[:2]] == [handler.fn for handler in HANDLERS[:2]]


@pytest.mark.parametrize("before", range(len(HANDLERS) + 1))
def test_message_that_arrives_during_the_page_load_is_shown(db: Session, pair, opening: State, before: int):
    buyer, seller = pair
    session = part(opening, SessionState)
    run(opening, HANDLERS[:before])
    sent = chat.send(db, factories.actor(buyer), seller.id, "Are you there?")
    db.commit()
    if TAB_REGISTRY.tokens_of(seller.id):
        asyncio.run(session._on_changes({"chat": (sent.conversation_id,)}))
    run(opening, HANDLERS[before:])
    # The page confirms the delivery when this counter changes.
    assert (session.arrivals > 0, session.unread) == (True, 1)
