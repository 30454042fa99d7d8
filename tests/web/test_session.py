"""State of one account never reaches the next one in the same tab."""

import asyncio

import pytest
from reflex.event import Event
from reflex.state import State, UpdateVarsInternalState
from sqlmodel import Session

from marketplace.core import clock
from marketplace.domain.wishlist import SavedAd
from marketplace.web.auth.auth_state import AuthState
from marketplace.web.auth.session_state import SessionState
from marketplace.web.base.pending_action import PendingAction
from marketplace.web.pages.wishlist.state import WishlistState
from marketplace.web.reflex_ext.state_ownership import CheckOwner, StateOwner
from marketplace.web.widgets.wishlist_toggle import WishlistToggleState
from tests import factories
from tests.web.tabs import part, sign, tab

PENDING_ACTION = PendingAction(name="state.toggle", payload={"ad_id": "1"})


def tab_of(db: Session, account=None) -> State:
    """A tab in which this account has opened its wishlist."""
    root = tab(db, account)
    asyncio.run(part(root, SessionState)._load_session())
    saved = SavedAd(id="1", buyer_id="1", ad_id="1", ad_name="Teak table", saved_at=clock.now())
    part(root, WishlistState).items = [saved]
    part(root, WishlistToggleState).changed = {"1": True}
    part(root, AuthState)._pending_action = PENDING_ACTION
    return root


def hold(root: State) -> tuple[int, int]:
    return len(part(root, WishlistState).items), len(part(root, WishlistToggleState).changed)


async def opened(root: State, event: str) -> None:
    await CheckOwner().preprocess(None, root, Event(name=f"{State.get_full_name()}.{event}", payload={}))


@pytest.mark.parametrize("event", ["hydrate", "hydrate_and_load"])
@pytest.mark.parametrize("somebody", [True, False])
def test_state_is_reset_before_another_accounts_page_loads(db: Session, event: str, somebody: bool):
    root = tab_of(db, factories.buyer(db))
    sign(root, db, factories.buyer(db) if somebody else None)

    asyncio.run(opened(root, event))

    assert hold(root) == (0, 0)
    assert part(root, SessionState).username == ""
    assert "Teak table" not in str(root.dict())


def test_poll_resets_the_state_and_reloads_the_page(db: Session):
    root = tab_of(db, factories.buyer(db))
    root.is_hydrated = True
    other = factories.buyer(db)
    sign(root, db, other)

    again = asyncio.run(SessionState.refresh.fn(part(root, SessionState)))

    assert again.fn.__name__ == "on_load_internal"
    assert hold(root) == (0, 0)
    assert part(root, SessionState).account_id == other.id
    assert root.is_hydrated


def test_same_account_keeps_its_state(db: Session):
    buyer = factories.buyer(db)
    root = tab_of(db, buyer)
    sign(root, db, buyer)

    asyncio.run(opened(root, "hydrate"))

    assert asyncio.run(SessionState.refresh.fn(part(root, SessionState))) is None
    assert hold(root) == (1, 1)


def test_anonymous_state_is_kept_after_login(db: Session):
    root = tab_of(db)
    sign(root, db, factories.buyer(db))

    asyncio.run(opened(root, "hydrate"))

    assert hold(root) == (1, 1)


def test_pending_action_is_kept_for_the_login(db: Session):
    root = tab_of(db, factories.buyer(db))
    sign(root, db, factories.buyer(db))

    asyncio.run(opened(root, "hydrate"))

    assert part(root, AuthState)._pending_action == PENDING_ACTION


@pytest.mark.parametrize("event", ["set_is_hydrated", "on_load_internal", "type"])
@pytest.mark.parametrize("somebody", [True, False])
def test_first_event_of_a_connection_is_checked(db: Session, event: str, somebody: bool):
    root = tab_of(db, factories.buyer(db))
    sign(root, db, factories.buyer(db) if somebody else None)

    asyncio.run(opened(root, event))

    assert hold(root) == (0, 0)
    assert "Teak table" not in str(root.dict())


def test_checked_connection_is_not_checked_again(db: Session, monkeypatch: pytest.MonkeyPatch):
    root = tab_of(db, factories.buyer(db))
    asyncio.run(opened(root, "set_is_hydrated"))
    checks = []
    monkeypatch.setattr(StateOwner, "_check", lambda owner: checks.append(owner))

    asyncio.run(opened(root, "type"))

    assert checks == []
    assert hold(root) == (1, 1)


def test_no_event_can_set_the_owner(db: Session):
    root = tab_of(db, factories.buyer(db))
    owner = part(root, StateOwner)
    before = owner._account_id
    names = ("_account_id", "_connection")
    forged = {f"{StateOwner.get_full_name()}.{name}": "forged" for name in names}

    asyncio.run(
        UpdateVarsInternalState.event_handlers["update_vars_internal"].fn(part(root, UpdateVarsInternalState), forged)
    )

    assert (before != "", owner._account_id, "forged" in owner._connection) == (True, before, False)
    assert StateOwner.event_handlers.keys() <= {"setvar"}
