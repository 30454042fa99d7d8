"""rentals.open_feed, revoke_feed, get_feed"""

import pytest
from icalendar import Calendar

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import NotFound, NotSignedIn
from marketplace.domain import rentals
from marketplace.models import AccountStatus
from tests import factories


def test_anonymous_callers_have_no_feed(scene):
    with pytest.raises(NotSignedIn):
        rentals.open_feed(scene.db, ANONYMOUS)
    with pytest.raises(NotFound):
        rentals.get_feed(scene.db, ANONYMOUS, "guessed")


def test_it_holds_the_bookings_of_its_owner(scene):
    booked = factories.enquiry(scene.db, scene.ad, scene.buyer, scene.day(2), scene.day(4))
    factories.enquiry(scene.db, scene.ad, scene.buyer, scene.day(5), scene.day(6))
    rentals.accept(scene.db, factories.actor(scene.seller), booked.id)
    token = rentals.open_feed(scene.db, factories.actor(scene.seller))
    events = Calendar.from_ical(rentals.get_feed(scene.db, ANONYMOUS, token)).walk("VEVENT")
    assert [event.decoded("dtstart") for event in events] == [scene.day(2)]
    assert events[0]["description"] == "With Ravi Iyer"
    assert events[0]["summary"].startswith("Mountain Bike")
    other = rentals.open_feed(scene.db, factories.actor(scene.other))
    assert "VEVENT" not in rentals.get_feed(scene.db, ANONYMOUS, other)


def test_names_cannot_inject_lines(scene):
    scene.buyer.name = "Eve\r\nEND:VCALENDAR; , \\ " + "न" * 60
    factories.save(scene.db, scene.buyer)
    booked = factories.enquiry(scene.db, scene.ad, scene.buyer, scene.day(2), scene.day(4))
    rentals.accept(scene.db, factories.actor(scene.seller), booked.id)
    token = rentals.open_feed(scene.db, factories.actor(scene.seller))
    text = rentals.get_feed(scene.db, ANONYMOUS, token)
    assert text.count("END:VCALENDAR\r\n") == 1
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))


def test_a_feed_is_revoked_by_its_owner_a_new_feed_or_deletion(scene):
    actor = factories.actor(scene.buyer)
    first = rentals.open_feed(scene.db, actor)
    second = rentals.open_feed(scene.db, actor)
    with pytest.raises(NotFound):
        rentals.get_feed(scene.db, ANONYMOUS, first)
    assert rentals.revoke_feed(scene.db, actor)
    assert not rentals.revoke_feed(scene.db, actor)
    with pytest.raises(NotFound):
        rentals.get_feed(scene.db, ANONYMOUS, second)
    third = rentals.open_feed(scene.db, actor)
    scene.buyer.status = AccountStatus.SUSPENDED
    factories.save(scene.db, scene.buyer)
    with pytest.raises(NotFound):
        rentals.get_feed(scene.db, ANONYMOUS, third)
