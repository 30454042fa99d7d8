"""What waits, in the tabs of both: the badge of the messages, the contacts, and the list that follows changes."""

import asyncio

import pytest

from marketplace.domain import deals
from marketplace.web import paths
from marketplace.web.auth.session_state import SessionState, load_counts
from marketplace.web.live.state import LiveState
from marketplace.web.pages.messages import views
from marketplace.web.widgets.waiting import WaitingState
from tests.domain.waiting.cases import Scene, by_kind, stop_clock
from tests.web.tabs import part, tab


@pytest.fixture
def scene(db, monkeypatch) -> Scene:
    made = Scene(db)
    stop_clock(monkeypatch, made)
    return made


def test_the_badge_counts_messages_offers_and_enquiries(scene):
    for kind in ("offer", "enquiry", "message", "ad_rejected", "draft"):
        by_kind()[kind].make(scene)
    assert load_counts(scene.db, scene.seller).unread == 3
    assert load_counts(scene.db, scene.buyer).unread == 0
    assert load_counts(scene.db, scene.admin).unread == 0


@pytest.mark.parametrize(("side", "kind"), [("buyer", "counter_offer"), ("seller", "offer")])
def test_a_step_of_the_other_reaches_the_badge(scene, side, kind):
    root = tab(scene.db, scene.accounts[side])
    session = part(root, SessionState)
    asyncio.run(session._load_session())
    assert session.unread == 0
    by_kind()[kind].make(scene)
    scene.db.commit()
    asyncio.run(session._on_changes({"deals": ("",)}))
    assert session.unread == 1


def test_an_offer_is_a_contact_with_its_number(scene):
    offer_id = scene.offer()
    (contact,) = views.list_contacts(scene.db, scene.seller).conversations
    assert (contact.name, contact.preview, contact.waiting) == (
        "Ravi Iyer",
        "Offer of ₹4,500 waits for your answer",
        1,
    )
    assert contact.ad_name == "Teak Sofa"
    chat = views.load_chat(scene.db, scene.seller, "", views.CONTACTS, "", views.NEWEST)
    assert chat.unread == 1
    deals.decline_offer(scene.db, scene.seller, offer_id)
    assert views.list_contacts(scene.db, scene.seller).conversations == ()


def test_the_list_is_empty_again_when_all_is_done(scene):
    scene.offer()
    scene.db.commit()
    root = tab(scene.db, scene.accounts["seller"], path=paths.SELLER_DASHBOARD)
    state = part(root, WaitingState)
    asyncio.run(state.open())
    (row,) = state.waiting.rows
    assert state.waiting.total == 1
    deals.decline_offer(scene.db, scene.seller, row.subject_id)
    scene.db.commit()
    asyncio.run(state.open())
    assert (state.waiting.rows, state.waiting.total) == ((), 0)
    assert {"deals", "enquiries", "ads", "chat", "read", "notices"} <= set(LiveState.get_fields())
