"""waiting.list_waiting: each kind of row appears with link and deadline, and is gone when it is done."""

from datetime import timedelta

import pytest

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, NotSignedIn
from marketplace.domain import accounts, chat, deals, rentals, waiting
from marketplace.domain.paging import Window
from marketplace.domain.waiting import messages
from tests import factories
from tests.domain.waiting.cases import CASES, NOW, Case, Scene, by_kind, stop_clock


@pytest.fixture
def scene(db, monkeypatch) -> Scene:
    monkeypatch.setattr("marketplace.core.clock.now", lambda: NOW)
    made = Scene(db)
    stop_clock(monkeypatch, made)
    return made


def kinds(scene: Scene, actor) -> list[str]:
    return [row.kind for row in waiting.list_waiting(scene.db, actor).items]


def test_every_kind_has_a_case():
    assert set(by_kind()) == set(messages.LINES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.kind}-{case.link.split('/')[1]}")
def test_a_row_waits_until_it_is_done(scene: Scene, case: Case):
    actor = scene.actors[case.side]
    others = [factories.actor(factories.buyer(scene.db)), factories.actor(factories.seller(scene.db))]
    assert kinds(scene, actor) == []
    made = case.make(scene)
    found = [row for row in waiting.list_waiting(scene.db, actor).items if row.kind == case.kind]
    assert [(row.text, row.deadline_text) for row in found] == [(case.text, case.deadline)]
    (row,) = found
    assert row.link.startswith(case.link)
    assert row.action
    assert (row.deadline is not None) == bool(case.deadline)
    assert row.deadline is None or row.deadline > scene.now
    assert set(kinds(scene, actor)) - {case.kind} <= case.rest
    assert [kinds(scene, other) for other in others] == [[], []]
    case.act(scene, made)
    assert case.kind not in kinds(scene, actor)
    assert set(kinds(scene, actor)) <= case.rest


def test_only_buyers_and_sellers_have_a_list(scene):
    with pytest.raises(NotSignedIn):
        waiting.list_waiting(scene.db, ANONYMOUS)
    with pytest.raises(Forbidden):
        waiting.list_waiting(scene.db, scene.admin)


def test_the_most_urgent_comes_first(scene):
    by = by_kind()
    for kind in ("review", "draft", "offer", "ad_rejected", "enquiry", "message"):
        by[kind].make(scene)
    # Somebody who wrote comes after what ends soon; what nobody waits for comes last.
    assert kinds(scene, scene.seller)[:-2] == ["enquiry", "offer", "message", "review"]
    assert set(kinds(scene, scene.seller)[-2:]) == {"draft", "ad_rejected"}
    page = waiting.list_waiting(scene.db, scene.seller, window=Window(limit=2))
    assert ([row.kind for row in page.items], page.total) == (["enquiry", "offer"], len(kinds(scene, scene.seller)))


def test_nothing_waits_after_its_time(scene):
    by = by_kind()
    for kind in ("offer", "enquiry", "ad_expiring", "review"):
        by[kind].make(scene)
    scene.wait(days=20)
    assert kinds(scene, scene.seller) == []
    assert kinds(scene, scene.buyer) == []


@pytest.mark.parametrize("blocker", ["buyer", "seller"])
def test_a_block_hides_what_was_not_answered(scene, blocker):
    for kind in ("offer", "enquiry", "message"):
        by_kind()[kind].make(scene)
    other = "seller" if blocker == "buyer" else "buyer"
    chat.block(scene.db, scene.actors[blocker], scene.actors[other].account_id or "")
    assert kinds(scene, scene.seller) == []
    assert waiting.count_to_answer(scene.db, scene.seller) == 0


def test_what_a_suspended_person_began_does_not_wait(scene):
    for kind in ("offer", "enquiry", "message", "meetup_propose"):
        by_kind()[kind].make(scene)
    accounts.suspend(scene.db, scene.admin, scene.buyer.account_id or "", "Fraud")
    assert kinds(scene, scene.seller) == []
    accounts.restore(scene.db, scene.admin, scene.buyer.account_id or "")
    assert set(kinds(scene, scene.seller)) == {"offer", "enquiry", "message", "meetup_propose"}


def test_a_rental_is_still_returned_by_a_suspended_person(scene):
    scene.picked_up()
    accounts.suspend(scene.db, scene.admin, scene.buyer.account_id or "", "Fraud")
    assert kinds(scene, scene.seller) == ["return_confirm"]
    scene.wait(days=3)
    assert kinds(scene, scene.seller)[0] in {"return_confirm", "review"}
    scene.wait(days=30)
    assert kinds(scene, scene.seller) == []


def test_offers_in_line_do_not_wait(scene):
    ad_id = scene.ad()
    other = factories.actor(factories.buyer(scene.db, name="Meera Nair"))
    first = deals.make_offer(scene.db, scene.buyer, ad_id, 8000)
    deals.make_offer(scene.db, other, ad_id, 7000)
    assert waiting.count_to_answer(scene.db, scene.seller) == 2
    deals.accept_offer(scene.db, scene.seller, first.id)
    assert kinds(scene, scene.seller) == ["meetup_propose"]


def test_the_count_of_the_badge_is_that_of_the_list(scene):
    for kind in ("offer", "enquiry", "message", "draft"):
        by_kind()[kind].make(scene)
    assert waiting.count_to_answer(scene.db, scene.seller) == 2
    assert waiting.count_to_answer(scene.db, scene.buyer) == 0


def test_deadlines_in_words(scene):
    said = {}
    for hours in (1, 11.5, 12, 30.5, 72, 24 * 30):
        scene.db.rollback()
        pickup = scene.now + timedelta(hours=hours)
        ad_id = scene.ad(name="bike", ad_type="rent")
        enquiry = rentals.enquire(scene.db, scene.buyer, ad_id, pickup, pickup + timedelta(days=1))
        (row,) = (row for row in waiting.list_waiting(scene.db, scene.seller).items if row.subject_id == enquiry.id)
        said[hours] = row.deadline_text.removeprefix("Answer by ")
    assert said == {
        1: "today 13:00",
        11.5: "today 23:30",
        12: "tomorrow 00:00",
        30.5: "tomorrow 18:30",
        72: "Monday 12:00",
        24 * 30: "20 Dec 2026",
    }
