"""/api/review, and that a sealed review shows nowhere"""

import json

import pytest
from sqlmodel import select

from marketplace.core import events
from marketplace.core.errors import MarketplaceError
from marketplace.domain import personal_data, reviews
from marketplace.domain.reviews import ReviewDraft
from marketplace.models import Job, Notification, OutboxMail
from marketplace.ssr import pages
from marketplace.web.base.page_url import PageUrl
from tests import factories
from tests.api.permissions import ROWS, Call, Row, World
from tests.background import run_jobs
from tests.domain.accounts.steps import PASSWORD

MARKER = "zqsealedzq"
GETS = [row for row in ROWS if row.method == "GET"]


@pytest.fixture
def world(db) -> World:
    made = World(db, "seller")
    assert made.done_deal_id
    return made


def _write(client, world, writer, **more):
    body = {"dealId": world.done_deal_id, "stars": 4, "tags": ["friendly"], "text": MARKER, **more}
    return client.post("/api/review", json=body, headers=factories.bearer(world.db, writer))


def test_from_the_first_review_to_the_reply(client, world):
    first = _write(client, world, world.user)
    assert first.status_code == 201
    assert (first.json()["data"]["revealed"], first.json()["data"]["stars"]) == (False, 4)
    assert _write(client, world, world.user).status_code == 409
    of_seller = f"/api/review/seller/{world.seller.id}"
    sealed = client.get(of_seller).json()
    assert (sealed["data"], sealed["count"], sealed["average"]) == ([], 0, None)
    second = _write(client, world, world.seller, text="A pleasant buyer.").json()
    assert (second["data"]["revealed"], second["message"]) == (True, "Thank you. Both reviews are visible now.")
    shown = client.get(of_seller).json()
    assert (shown["total"], shown["count"], shown["average"]) == (1, 1, None)
    [review] = shown["data"]
    assert (review["text"], review["writerType"], review["tags"]) == (
        MARKER,
        "user",
        [{"code": "friendly", "label": "Friendly"}],
    )
    replied = client.post(
        f"/api/review/{review['_id']}/reply",
        json={"text": "Thank you."},
        headers=factories.bearer(world.db, world.seller),
    )
    assert replied.json()["data"]["reply"] == "Thank you."
    seller = client.get(f"/api/seller/{world.seller.id}").json()["data"]
    assert seller["reviews"] == {"average": None, "count": 1}


@pytest.mark.parametrize("body", [{}, {"stars": 5}, {"dealId": "x", "enquiryId": "y", "stars": 5}])
def test_one_deal_or_enquiry_is_named(client, world, body):
    answer = client.post("/api/review", json=body, headers=factories.bearer(world.db, world.user))
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "dealId")


def _seal(client, world) -> World:
    """Write the sealed review of the seller by the user; rows that need a review find this one and do not reveal it."""
    vars(world)["review_id"] = _write(client, world, world.user).json()["data"]["_id"]
    return world


def _make_or_none(row: Row, world: World) -> Call | None:
    try:
        return row.make(world)
    except MarketplaceError:
        return None


def test_a_sealed_review_is_in_no_answer_of_the_api(client, world, db):
    """Every GET operation is called by everyone but the writer of a sealed review; none may return its text."""
    _seal(client, world)
    found = []
    for row in GETS:
        try:
            call = row.make(world)
        except MarketplaceError:
            # An earlier row has deleted what this one needs, or it needs a deal that is not done.
            world = _seal(client, World(db, "seller"))
            call = _make_or_none(row, world) or row.make(World(db, "seller"))
        readers = (world.other_user, world.seller, world.other_seller, world.admin)
        for headers in ({}, *(factories.bearer(db, account) for account in readers)):
            answer = client.request("GET", row.template.format(**call.path), headers=headers, **call.send)
            if MARKER in answer.text:
                found.append(str(row))
    assert found == []
    _write(client, world, world.seller, text="")
    assert MARKER in client.get(f"/api/review/seller/{world.seller.id}").text


def test_a_sealed_review_is_in_nothing_else(client, world, db):
    run_jobs(db)
    events.publish(db)
    heard: list[events.Event] = []
    events.subscribe(heard.append)
    before = _counted(client, world, db)
    try:
        assert _write(client, world, world.user).status_code == 201
    finally:
        events.unsubscribe(heard.append)
    run_jobs(db)
    assert {one for event in heard for one in event.account_ids} <= {world.user.id}
    assert _counted(client, world, db) == before
    for path in (
        "/",
        f"/sellers/{world.seller.id}",
        f"/products/{world.ad.id}",
        "/products/sell",
        f"/deals/{world.deal_id}",
    ):
        for token in ("", factories.bearer(db, world.seller)["Authorization"].removeprefix("Bearer ")):
            found = pages.find(path)
            assert found is not None
            loaded = pages.load(found, PageUrl(path, ""), pages.Caller(token=token))
            assert MARKER not in str(loaded), path
    for table in (OutboxMail, Notification, Job):
        assert MARKER not in str([row.model_dump() for row in db.exec(select(table))])
    archives = {
        account.id: json.dumps(personal_data.export_archive(db, factories.actor(account), PASSWORD))
        for account in (world.user, world.seller)
    }
    assert (MARKER in archives[world.user.id], MARKER in archives[world.seller.id]) == (True, False)
    draft = ReviewDraft(deal_id=world.done_deal_id, stars=5)
    reviews.write_review(db, factories.actor(world.seller), draft)
    assert MARKER in json.dumps(personal_data.export_archive(db, factories.actor(world.seller), PASSWORD))


def _counted(client, world, db):
    """What could give away that there is a review: numbers, mails and notifications."""
    seller = client.get(f"/api/seller/{world.seller.id}").json()["data"]
    mails = db.exec(select(OutboxMail)).all()
    return seller["reviews"], len(mails), len(db.exec(select(Notification)).all())
