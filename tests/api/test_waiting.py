"""/api/waiting"""

import pytest

from marketplace.core.actor import Actor
from marketplace.domain import waiting
from marketplace.web.base.page_url import PageUrl
from marketplace.web.widgets.waiting import WaitingState
from tests import factories
from tests.domain.waiting.cases import NOW, Scene, by_kind, stop_clock


@pytest.fixture
def scene(db, monkeypatch) -> Scene:
    made = Scene(db)
    made.headers = {side: factories.bearer(db, account) for side, account in made.accounts.items()}
    stop_clock(monkeypatch, made)
    return made


def test_strangers_and_admins(client, db):
    assert client.get("/api/waiting").status_code == 401
    headers = factories.bearer(db, factories.admin(db))
    assert client.get("/api/waiting", headers=headers).status_code == 403


def test_the_list(client, scene):
    offer_id = scene.offer()
    body = client.get("/api/waiting", headers=scene.headers["seller"]).json()
    (row,) = body["data"]
    assert (body["total"], body["totalPages"]) == (1, 1)
    ad_id, buyer_id = row["productId"], scene.buyer.account_id
    assert row == {
        "kind": "offer",
        "subjectId": offer_id,
        "text": "Ravi Iyer offers ₹4,500 for Teak Sofa",
        "action": "Answer",
        "link": f"/seller/messages?user={buyer_id}",
        "since": row["since"],
        "deadline": "2026-11-22T06:30:00.000Z",
        "deadlineText": "Answer by Sunday 12:00",
        "productId": ad_id,
        "otherId": buyer_id,
        "otherName": "Ravi Iyer",
    }
    assert client.get("/api/waiting", headers=scene.headers["buyer"]).json()["data"] == []


def test_pages_and_the_api_agree(client, scene):
    for kind in ("offer", "enquiry", "meetup_answer", "message", "ad_rejected", "draft", "review", "wanted_expiring"):
        by_kind()[kind].make(scene)
    scene.now = NOW
    for side in ("buyer", "seller"):
        actor: Actor = scene.actors[side]
        body = client.get("/api/waiting?limit=5", headers=scene.headers[side]).json()
        shown = WaitingState.load(scene.db, actor, PageUrl("/seller/dashboard"))["waiting"]
        assert body["data"]
        assert [row["text"] for row in body["data"]] == [row.text for row in shown.rows]
        assert body["total"] == shown.total == waiting.list_waiting(scene.db, actor).total
        everything = WaitingState.load(scene.db, actor, PageUrl("/waiting"))["waiting"]
        assert len(everything.rows) == everything.total == shown.total


def test_conversations_name_what_is_open(client, scene):
    scene.offer()
    for side, said, count in (
        ("seller", "Offer of ₹4,500 waits for your answer", 1),
        ("buyer", "Your offer of ₹4,500 waits for an answer", 0),
    ):
        kind = "user" if side == "buyer" else "seller"
        path = f"/api/messages/conversations/{kind}/{scene.actors[side].account_id}"
        body = client.get(path, headers=scene.headers[side]).json()
        (row,) = body["conversations"]
        assert (body["total"], body["next"]) == (1, None)
        assert (row["step"], row["waitingCount"], row["unreadCount"]) == (said, count, 0)
        assert (row["conversationId"], row["lastMessage"]) == (None, "")
        assert row["productId"]
        assert row["lastAt"]
