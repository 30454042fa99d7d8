"""All transitions of an ad: every state, action and role."""

from collections.abc import Callable
from datetime import datetime
from itertools import product

import pytest
from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS, Actor
from marketplace.core.errors import MarketplaceError
from marketplace.domain import ads
from marketplace.domain.ads.transitions import TABLE, Action, Role
from marketplace.models import Account, Ad, AdStatus, Category
from tests import factories
from tests.domain.ads.drafting import draft

STATES = ["pending", "rejected", "approved", "change waiting", "change refused", "paused", "sold", "expired", "deleted"]
LIVE = ["approved", "change waiting", "change refused"]
ACTORS = ["anonymous", "buyer", "other seller", "owner", "admin"]

# state -> result of each allowed action; others are refused with the status given last.
ALLOWED: dict[str, dict[str, dict[str, str]]] = {
    "revise": {
        "owner": {
            "pending": "pending",
            "rejected": "pending",
            "approved": "change waiting",
            "change waiting": "change waiting",
            "change refused": "change waiting",
            "expired": "expired, change waiting",
        },
        "admin": {
            "pending": "pending",
            "rejected": "pending",
            "approved": "approved",
            "change waiting": "change waiting",
            "change refused": "change waiting",
            "expired": "expired, change waiting",
        },
    },
    "approve": {"admin": {"pending": "approved", "change waiting": "approved"}},
    "reject": {"admin": {"pending": "rejected", "change waiting": "change refused"}},
    "take down": {
        "admin": dict.fromkeys(
            ("approved", "change waiting", "change refused", "paused", "sold", "expired"), "rejected"
        )
    },
    "overturn": {"admin": {"rejected": "approved", "change refused": "approved"}},
    "feature": {"admin": {state: state for state in STATES if state != "deleted"}},
    "sell": {"owner": dict.fromkeys((*LIVE, "paused"), "sold")},
    "confirm": {"owner": {state: state for state in LIVE}},
    "reserve": {"owner": {state: state for state in LIVE}},
    "pause": {"owner": dict.fromkeys((*LIVE, "paused"), "paused")},
    "resume": {"owner": {state: state for state in LIVE} | {"paused": "approved"}},
    "relist": {"owner": {"sold": "approved"}},
    "renew": {
        "owner": {
            "approved": "approved",
            "change waiting": "change waiting",
            "change refused": "change refused",
            "expired": "approved",
        }
    },
    "delete": {who: {state: "deleted" for state in STATES if state != "deleted"} for who in ("owner", "admin")},
}

# Status of the refusal for roles that may never take the action.
STRANGERS = {
    "pending": 404,
    "rejected": 404,
    "approved": 403,
    "change waiting": 403,
    "change refused": 403,
    "paused": 403,
    "sold": 403,
    "expired": 410,
    "deleted": 410,
}


class World:
    """One ad in a given state, and the actors."""

    def __init__(self, db: Session, state: str):
        self.db = db
        self.seller: Account = factories.seller(db)
        self.category: Category = factories.category(db)
        self.admin = factories.actor(factories.admin(db))
        self.people: dict[str, Actor] = {
            "anonymous": ANONYMOUS,
            "buyer": factories.actor(factories.buyer(db)),
            "other seller": factories.actor(factories.seller(db)),
            "owner": factories.actor(self.seller),
            "admin": self.admin,
        }
        first = {"rejected": "pending", "change waiting": "approved", "change refused": "approved"}.get(state, state)
        self.ad: Ad = factories.ad(db, self.seller, self.category, status=AdStatus(first))
        if state.startswith("change"):
            ads.revise(db, self.people["owner"], self.ad.id, draft(self.category, name="Changed once"))
        if state in ("rejected", "change refused"):
            ads.reject(db, self.admin, self.ad.id, "No.")
        db.commit()

    @property
    def state(self) -> str:
        """The current state, as named in this file."""
        self.db.refresh(self.ad)
        if self.ad.status is AdStatus.DELETED:
            return "deleted"
        shown = ads.get(self.db, self.people["owner"], self.ad.id)
        assert shown.status == self.ad.status
        if shown.change is None:
            return shown.status
        change = {"waiting": "change waiting", "rejected": "change refused"}[shown.change.review]
        return change if self.ad.status is AdStatus.APPROVED else f"{self.ad.status.value}, {change}"


def decision_time(world: World) -> datetime:
    """When the rejection that stands was decided; now, if there is none."""
    rejection = ads.find_rejection(world.db, world.ad.id)
    return rejection.decided_at if rejection else clock.now()


ACTIONS: dict[str, Callable[[World, Actor], object]] = {
    "revise": lambda w, a: ads.revise(w.db, a, w.ad.id, draft(w.category, name="Changed again")),
    "approve": lambda w, a: ads.approve(w.db, a, w.ad.id),
    "reject": lambda w, a: ads.reject(w.db, a, w.ad.id, "Not like this."),
    "take down": lambda w, a: ads.take_down(w.db, a, w.ad.id, "It is a copy."),
    "overturn": lambda w, a: ads.overturn(w.db, a, w.ad.id, decision_time(w)),
    "feature": lambda w, a: ads.set_featured(w.db, a, w.ad.id, True),
    "sell": lambda w, a: ads.mark_sold(w.db, a, w.ad.id),
    "confirm": lambda w, a: ads.confirm(w.db, a, w.ad.id),
    "reserve": lambda w, a: ads.mark_reserved(w.db, a, w.ad.id),
    "pause": lambda w, a: ads.pause(w.db, a, w.ad.id),
    "resume": lambda w, a: ads.resume(w.db, a, w.ad.id),
    "relist": lambda w, a: ads.relist(w.db, a, w.ad.id),
    "renew": lambda w, a: ads.renew(w.db, a, w.ad.id),
    "delete": lambda w, a: ads.delete(w.db, a, w.ad.id, reason="It is a copy."),
}


def refusal(verb: str, who: str, state: str) -> int:
    """HTTP status of the refusal for an actor."""
    if who == "anonymous":
        return 401
    if verb in ("approve", "reject", "take down", "overturn", "feature"):
        if who != "admin":
            return 403
        return 410 if state == "deleted" else 409
    if who in ("buyer", "other seller"):
        return STRANGERS[state]
    if state == "deleted":
        return 410
    return 409 if who in ALLOWED[verb] else 403


@pytest.mark.parametrize(("state", "verb"), list(product(STATES, ACTIONS)))
def test_transitions(db: Session, state: str, verb: str):
    world = World(db, state)
    for who in ACTORS:
        expected = ALLOWED[verb].get(who, {}).get(state)
        if expected is not None:
            ACTIONS[verb](world, world.people[who])
            assert world.state == expected, who
            world = World(db, state)
            continue
        with pytest.raises(MarketplaceError) as caught:
            ACTIONS[verb](world, world.people[who])
        assert caught.value.status == refusal(verb, who, state), who
        assert world.state == state, who


def test_the_table_names_every_status_and_every_action_somewhere():
    assert set(TABLE) == set(AdStatus)
    assert {action for steps in TABLE.values() for action in steps} == set(Action)


def test_only_the_clock_role_expires_ads():
    who = {role for steps in TABLE.values() for action, step in steps.items() for role in step.who
           if action is Action.EXPIRE}  # fmt: skip
    assert who == {Role.CLOCK}
