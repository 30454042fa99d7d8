"""Contents of the page of the audit log."""

import pytest

from marketplace.domain import audit
from marketplace.domain.paging import Window
from marketplace.web.pages.admin_audit.views import Log, load_log
from tests import factories


@pytest.fixture
def load(db):
    desk = factories.actor(factories.admin(db))

    def load(**filters: str) -> Log:
        every = dict.fromkeys(("target", "id", "person", "from", "to"), "") | filters
        return load_log(db, desk, every, Window(1, 20))

    return load


def test_a_person_of_a_link_is_shown_by_email(db, load):
    desk, rohan = factories.actor(factories.admin(db)), factories.seller(db, email="rohan@example.org")
    audit.write(db, desk, "account.suspend", "account", rohan.id)
    by_id, typed = load(person=rohan.id), load(person="roh")
    assert by_id.person == "rohan@example.org"
    assert len(by_id.rows) == len(load(person=by_id.person).rows) == 1
    assert typed.person == "roh"
    assert load(person="01ARZ3NDEKTSV4RRFFQ69G5FAV").person == "01ARZ3NDEKTSV4RRFFQ69G5FAV"


def test_errors_stand_at_their_field(load):
    order = load(**{"from": "2026-11-21", "to": "2026-11-20"})
    assert (order.first_day_error, order.last_day_error) == (
        "",
        "To is before From. Choose the same day or a later one.",
    )
    unread = load(**{"from": "soon"})
    assert (unread.first_day_error, unread.last_day_error) == ("Please enter a date like 2026-11-29.", "")
    assert load().first_day_error == load().last_day_error == ""
