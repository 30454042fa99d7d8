"""What a tab hears of while its page opens: nothing that comes meanwhile waits for the next poll."""

import asyncio
import inspect
from collections.abc import Iterator
from typing import Any

import pytest
from reflex.state import State
from sqlmodel import Session

from marketplace.domain import chat
from marketplace.marketplace import app
from marketplace.web.live import TABS
from marketplace.web.session import SessionState
from marketplace.web.site import list_pages
from tests import factories
from tests.web.tabs import part, tab

PATH = "/seller/dashboard"


def opens(path: str) -> list[Any]:
    """The handlers that run when a page opens, in their order."""
    return list(app.get_load_events(path))


HANDLERS = opens(PATH)


@pytest.fixture
def pair(db: Session):
    return factories.buyer(db), factories.seller(db)


@pytest.fixture
def opening(db: Session, pair) -> Iterator[State]:
    """A tab whose page is about to open."""
    root = tab(db, pair[1], PATH)
    yield root
    TABS.leave(root.router.session.client_token)


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
def test_every_page_opens_like_that(page):
    if not page.development:
        assert [handler.fn for handler in opens(page.route)[:2]] == [handler.fn for handler in HANDLERS[:2]]


@pytest.mark.parametrize("before", range(len(HANDLERS) + 1))
def test_a_message_that_comes_while_a_page_opens_is_taken_in(db: Session, pair, opening: State, before: int):
    buyer, seller = pair
    session = part(opening, SessionState)
    run(opening, HANDLERS[:before])
    sent = chat.send(db, factories.actor(buyer), seller.id, "Are you there?")
    db.commit()
    if TABS.of(seller.id):
        asyncio.run(session._hear({"chat": (sent.conversation_id,)}))
    run(opening, HANDLERS[before:])
    # To this number the page answers that it has what came.
    assert (session.arrivals > 0, session.unread) == (True, 1)
