"""Every event meets every dependent, and does what the table of effects says."""

import pytest
from sqlmodel import Session, select

from marketplace.core.errors import MarketplaceError
from marketplace.domain import effects
from marketplace.domain.effects import TABLE, Dependent, Effect, Event
from marketplace.models import Notification
from tests.architecture import sources
from tests.background import run_jobs
from tests.domain.effects.dependents import PROBES, read_position, rows_of_lists
from tests.domain.effects.firing import BY_BUYER, BY_SELLER, FIRE, PREPARE
from tests.domain.effects.world import World

# Two accounts of one person are refused or hidden when the dependent is added: tests/domain/test_own_ads.py.
WALKED = [event for event in Event if event is not Event.SECOND_ACCOUNT]
PAIRS = [
    pytest.param(event, dependent, effect, id=f"{event}-{dependent}".replace(" ", "_"))
    for event in WALKED
    for dependent, effect in TABLE[event].items()
    if effect is not Effect.NONE
]
BY_OBSERVERS = (Effect.ENDS, Effect.TELLS, Effect.FOLLOWS, Effect.DROPS, Effect.REFUSES)
# What `personal_data` does in its own steps, and what is refused or hidden when the dependent is added.
ELSEWHERE = {Event.SELLER_DELETED, Event.BUYER_DELETED, Event.SECOND_ACCOUNT}
# Set by `ads` itself, or ended with its deal or booking.
WITH_THEIR_SUBJECT = {
    (Dependent.FEATURED, Effect.DROPS),
    (Dependent.MEETUP, Effect.ENDS),
    (Dependent.MEETUP, Effect.REFUSES),
    (Dependent.RENTAL_MEETUP, Effect.ENDS),
}
ALERTING = (Dependent.WISHLIST, Dependent.SEARCH, Dependent.PRICE_ALERT, Dependent.FOLLOW)
# Pairs whose dependent is added after what comes before the event.
LATE = {
    (Event.AD_REJECTED, Dependent.DRAFT),
    (Event.AD_RELISTED, Dependent.SEARCH),
    (Event.SELLER_RESTORED, Dependent.SEARCH),
    (Event.SELLER_RESTORED, Dependent.APPEAL),
    (Event.BUYER_RESTORED, Dependent.APPEAL),
}


def test_every_pair_is_decided():
    assert set(TABLE) == set(Event)
    assert {event: set(row) for event, row in TABLE.items()} == {event: set(Dependent) for event in Event}
    assert set(PROBES) == set(Dependent)
    assert set(FIRE) == set(WALKED)


def test_what_is_not_left_to_queries_has_an_observer():
    """Without one, the row of the table would be a wish."""
    for event, row in TABLE.items():
        for dependent, effect in row.items():
            if effect in BY_OBSERVERS and event not in ELSEWHERE and (dependent, effect) not in WITH_THEIR_SUBJECT:
                observer = effects.find_observer(dependent)
                assert observer, dependent
                assert observer.action(effect), (event, dependent, effect)


def test_every_event_is_fired():
    fired = "".join(path.read_text(encoding="utf-8") for path in sources.python_files("marketplace/domain"))
    assert [event for event in set(Event) - ELSEWHERE if f"Event.{event.name}" not in fired] == []


def prepare(db: Session, event: Event, dependent: Dependent) -> World:
    """A world with the dependent, right before the event."""
    world, probe = World(db), PROBES[dependent]
    world.event = event
    if (event, dependent) not in LATE:
        probe.build(world)
    world.make_ad(rent=probe.rent)
    run_jobs(db)
    if make_ready := PREPARE.get(event):
        make_ready(world)
        run_jobs(db)
    if (event, dependent) in LATE:
        probe.build(world)
        run_jobs(db)
    return world


@pytest.mark.parametrize(("event", "dependent", "effect"), PAIRS)
def test_the_effect_is_that_of_the_table(db: Session, event: Event, dependent: Dependent, effect: Effect):
    world, probe = prepare(db, event, dependent), PROBES[dependent]
    earlier, mails = set(db.exec(select(Notification.id))), world.mails()
    rows, position = rows_of_lists(db), read_position(world)
    if effect not in (Effect.DERIVES, Effect.DROPS):
        assert probe.is_there(world), "It was not added."
    if effect is Effect.REFUSES:
        with pytest.raises(MarketplaceError):
            FIRE[event](world)
        assert probe.is_there(world)
        return
    before = probe.refers(world) if probe.refers else None
    was_shown = probe.is_shown(world) if probe.is_shown else None
    FIRE[event](world)
    run_jobs(db)
    heard = world.notices(but=earlier)
    mailed = {account_id: count - mails.get(account_id, 0) for account_id, count in world.mails().items()}
    holders = [getattr(world, name).id for name in probe.holders]
    actor = world.seller.id if event in BY_SELLER else world.buyer.id if event in BY_BUYER else ""
    # Sellers are told of what happens to their ads for other reasons too.
    others = [account_id for account_id in holders if account_id != actor]
    buyers = [account_id for account_id in others if account_id != world.seller.id]
    if effect is Effect.ENDS:
        assert not probe.is_there(world)
        assert all(heard.get(account_id) and mailed.get(account_id) for account_id in others), (heard, mailed)
        assert all(len(heard[account_id]) == 1 for account_id in buyers), heard
        return
    if effect is Effect.DROPS:
        assert not probe.is_there(world)
        return
    assert probe.is_there(world)
    if effect in (Effect.TELLS, Effect.ALERTS):
        assert all(heard.get(account_id) for account_id in others), heard
        assert all(len(heard[account_id]) == 1 for account_id in buyers), heard
    else:
        assert not any(heard.get(account_id) for account_id in buyers), heard
    if event is Event.BLOCKED and dependent in ALERTING:
        world.change(price=3000)
        run_jobs(db)
        assert not world.notices(but=earlier).get(world.buyer.id)
    elif effect is Effect.HIDES and probe.is_shown:
        assert not probe.is_shown(world)
    if effect is Effect.KEEPS and probe.is_shown:
        assert probe.is_shown(world) == was_shown
    if effect is Effect.FOLLOWS:
        assert probe.refers
        assert probe.refers(world) != before
    if dependent is Dependent.CACHE and rows_of_lists(db) != rows:
        db.commit()
        assert read_position(world) > position
