"""What one person had in a tab never reaches the next one."""

import asyncio

import pytest
from reflex.event import Event
from reflex.state import State
from sqlmodel import Session

from marketplace import clock
from marketplace.domain.wishlist import SavedAd
from marketplace.web.auth.state import AuthState
from marketplace.web.meant import Meant
from marketplace.web.pages.wishlist.state import WishlistState
from marketplace.web.saved import SavedState
from marketplace.web.session import OnlyTheirOwn, SessionState
from tests import factories
from tests.web.tabs import part, sign, tab

MEANT = Meant(name="state.toggle", payload={"ad_id": "1"})


def tab_of(db: Session, account=None) -> State:
    """A tab in which this account has looked at its wishlist."""
    root = tab(db, account)
    asyncio.run(part(root, SessionState)._look())
    saved = SavedAd(id="1", buyer_id="1", ad_id="1", ad_name="Teak table", saved_at=clock.now())
    part(root, WishlistState).items = [saved]
    part(root, SavedState).changed = {"1": True}
    part(root, AuthState)._meant = MEANT
    return root


def hold(root: State) -> tuple[int, int]:
    return len(part(root, WishlistState).items), len(part(root, SavedState).changed)


async def opened(root: State, event: str) -> None:
    await OnlyTheirOwn().preprocess(None, root, Event(name=f"{State.get_full_name()}.{event}", payload={}))


@pytest.mark.parametrize("event", ["hydrate", "hydrate_and_load"])
@pytest.mark.parametrize("somebody", [True, False])
def test_all_is_forgotten_before_a_page_of_somebody_else_gets_it(db: Session, event: str, somebody: bool):
    root = tab_of(db, factories.buyer(db))
    sign(root, db, factories.buyer(db) if somebody else None)

    asyncio.run(opened(root, event))

    assert hold(root) == (0, 0)
    assert part(root, SessionState).username == ""
    assert "Teak table" not in str(root.dict())


def test_the_poll_forgets_too_and_has_the_page_fetched_anew(db: Session):
    root = tab_of(db, factories.buyer(db))
    root.is_hydrated = True
    other = factories.buyer(db)
    sign(root, db, other)

    again = asyncio.run(SessionState.refresh.fn(part(root, SessionState)))

    assert again.fn.__name__ == "on_load_internal"
    assert hold(root) == (0, 0)
    assert part(root, SessionState).account_id == other.id
    assert root.is_hydrated


def test_the_same_person_keeps_all(db: Session):
    buyer = factories.buyer(db)
    root = tab_of(db, buyer)
    sign(root, db, buyer)

    asyncio.run(opened(root, "hydrate"))

    assert asyncio.run(SessionState.refresh.fn(part(root, SessionState))) is None
    assert hold(root) == (1, 1)


def test_a_stranger_who_signs_in_keeps_all(db: Session):
    root = tab_of(db)
    sign(root, db, factories.buyer(db))

    asyncio.run(opened(root, "hydrate"))

    assert hold(root) == (1, 1)


def test_what_was_meant_is_kept_for_whoever_signs_in(db: Session):
    root = tab_of(db, factories.buyer(db))
    sign(root, db, factories.buyer(db))

    asyncio.run(opened(root, "hydrate"))

    assert part(root, AuthState)._meant == MEANT


def test_other_events_pass_unasked(db: Session):
    root = tab_of(db, factories.buyer(db))
    sign(root, db)

    asyncio.run(opened(root, "set_is_hydrated"))

    assert hold(root) == (1, 1)
