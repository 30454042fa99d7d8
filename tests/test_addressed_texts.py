"""What a person writes to another reaches them unless either has blocked the other, wherever it is shown."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from marketplace.core import events, ids
from marketplace.core.errors import Conflict, Forbidden
from marketplace.domain import accounts, addressed_texts, ads, chat, deals, rentals, reviews, wanted
from marketplace.domain.personal_data import rows
from marketplace.models import Enquiry
from tests import factories
from tests.addressed_scene import (
    ADMIN,
    BUYER,
    BY_CHAT,
    NOBODY,
    READER,
    SELLER,
    WORDS,
    WRITER,
    WRITING,
    Places,
    Scene,
    agreed,
    enquired,
    is_seen_by_admins,
    mark,
    other,
    play,
    propose,
    title,
)
from tests.domain.personal_data.scanning import text_columns
from tests.domain.reviews.conftest import finish_deal, say


@pytest.fixture
def scene(db, client):
    seller, buyer = factories.seller(db, name="Asha Rao"), factories.buyer(db, name="Ravi Iyer")
    return Scene(db, client, {BUYER: buyer, SELLER: seller}, factories.category(db))


# All other texts that an account types: whom they are for.
EVERYBODY = "everybody reads it, without an account too: withholding it from one reader would hide it from nobody"
OWN = "its owner alone reads it"
STAFF = "moderators read it"
COPY = "made of other columns, for one reader"
NOT_ADDRESSED = {
    "account_sessions": OWN,
    "accounts": EVERYBODY,
    "ad_drafts": OWN,
    "ad_version_values": EVERYBODY,
    "ad_versions": EVERYBODY,
    "appeals": STAFF,
    "consents": OWN,
    "grievances": STAFF,
    "holds": "nobody reads it",
    "internal_notes": STAFF,
    "listings": COPY,
    "newsletter_subscribers": OWN,
    "submissions": "nobody reads it",
    "notices": COPY,
    "one_time_codes": OWN,
    "outbox_mails": COPY,
    "push_subscriptions": OWN,
    "reports": STAFF,
    "reviews": EVERYBODY,
    "saved_searches": OWN,
    "text_readings": STAFF,
    "uploads": OWN,
    "wanted_ads": "all sellers whose ads fit read it; while one of the two blocks the other, `wanted.queries.may_meet` hides it whole",
    "wishlist_items": OWN,
}


def _params(*, left_out: frozenset[str] = frozenset()) -> list[Any]:
    """The cases, those of a column and side in one process, since they share what was read."""
    return [
        pytest.param(
            case,
            id=f"{case[0]}-{case[1]}-after{case[2].__name__}-{number}",
            marks=pytest.mark.xdist_group(f"{case[0]}-{case[1]}"),
        )
        for number, case in enumerate(WRITING)
        if case[0] not in left_out
    ]


_read: dict[tuple[str, str], Places] = {}


@pytest.fixture
def places(scene: Scene, published: list[events.Event]) -> Callable[[tuple], Places]:
    """Return where the texts of a case are read; all cases of a column and side are played at once, with ads of their own."""

    def of(case: tuple) -> Places:
        if case[:2] not in _read:
            _read[case[:2]] = play(scene, published, *case[:2])
        return _read[case[:2]]

    return of


def test_every_text_of_a_person_is_named():
    columns = set(text_columns())
    addressed = {column for column, *_ in WRITING}
    named = addressed | {column for column in columns if column.split(".")[0] in NOT_ADDRESSED}
    assert columns - named == set()
    assert addressed - columns == set()
    gated = {f"{model.__tablename__}.{name}" for model, name in addressed_texts.TEXT_COLUMNS.items()}
    assert gated | BY_CHAT == addressed


@pytest.mark.parametrize("case", _params())
def test_words_reach_whom_they_are_for(places, case):
    for person in (BUYER, SELLER):
        assert any(place.startswith("/api") for place in places(case)[person, mark(case, NOBODY)])


@pytest.mark.parametrize("blocks", [READER, WRITER])
@pytest.mark.parametrize("case", _params())
def test_words_are_withheld_for_good_from_either_side_of_a_block(places, case, blocks):
    column, side = case[:2]
    found, words = places(case), mark(case, blocks)
    assert found[other(side), words] == set()
    if column in BY_CHAT and blocks == WRITER:
        return
    assert "archive" in found[side, words]
    assert any(place.startswith("/api") for place in found[side, words])
    if is_seen_by_admins(case):
        assert found[ADMIN, words]


@pytest.mark.parametrize("case", _params(left_out=frozenset(BY_CHAT)))
def test_a_suspended_person_cannot_write(scene, case):
    _, side, before, write = case
    before(scene)
    writer = scene.actor(side)
    accounts.suspend(scene.db, factories.actor(factories.admin(scene.db)), writer.account_id, "Fraud")
    # The price of somebody who is suspended is refused before their words are.
    with pytest.raises((Forbidden, Conflict)):
        write(scene, writer, WORDS)


def test_a_suspended_person_cannot_write_to_everybody(scene):
    buyer, seller = scene.people[BUYER], scene.people[SELLER]
    done = finish_deal(
        SimpleNamespace(
            db=scene.db, seller=seller, buyer=buyer, as_seller=scene.actor(SELLER), as_buyer=scene.actor(BUYER)
        )
    )
    reviews.write_review(scene.db, scene.actor(SELLER), say(done))
    headers = factories.bearer(scene.db, buyer)
    accounts.suspend(scene.db, factories.actor(factories.admin(scene.db)), buyer.id, "Fraud")
    for write in (
        lambda: reviews.write_review(scene.db, scene.actor(BUYER), say(done)),
        lambda: reviews.reply_to_review(scene.db, scene.actor(BUYER), ids.new_id(), WORDS),
        lambda: wanted.create(scene.db, scene.actor(BUYER), wanted.WantedDraft(title=WORDS)),
        lambda: wanted.revise(scene.db, scene.actor(BUYER), ids.new_id(), wanted.WantedDraft(title=WORDS)),
    ):
        with pytest.raises(Forbidden):
            write()
    # The sessions have ended, so no request comes that far.
    assert scene.client.post("/api/messages", headers=headers, json={"message": WORDS}).status_code == 401


def test_a_proposal_that_its_reader_does_not_see_is_none(scene):
    """The party who is not told of the place can't agree to it, and proposes another."""
    agreed(scene)
    buyer, seller, deal_id = scene.actor(BUYER), scene.actor(SELLER), scene.made["deal_id"]
    chat.block(scene.db, seller, scene.id_of(BUYER))
    propose(scene, buyer, WORDS)
    seen = deals.get_deal(scene.db, seller, deal_id)
    assert (seen.meetup, "confirm_meetup" in seen.moves) == (None, False)
    with pytest.raises(Conflict, match="Nobody has proposed"):
        deals.confirm_meetup(scene.db, seller, deal_id)
    propose(scene, seller, "Central Station")
    meetup = deals.get_deal(scene.db, seller, deal_id).meetup
    assert meetup
    assert meetup.place == "Central Station"


def test_the_site_may_always_say_why(scene):
    """What the site says with a step is not the words of the party whose step it was."""
    agreed(scene)
    chat.block(scene.db, scene.actor(BUYER), scene.id_of(SELLER))
    ads.delete(scene.db, scene.actor(SELLER), scene.sale)
    assert deals.get_deal(scene.db, scene.actor(BUYER), scene.made["deal_id"]).reason


@pytest.mark.parametrize("case", _params(left_out=frozenset(BY_CHAT)))
def test_only_the_reader_is_warned_of_what_resembles_fraud(places, case):
    for person, warned in ((case[1], False), (other(case[1]), True)):
        assert any(place.startswith("/") for place in places(case)[person, title(case)]) is warned


@pytest.mark.parametrize("blocked", [True, False])
def test_an_answer_that_nobody_reads_leaves_with_its_writer(scene, blocked):
    enquired(scene)
    if blocked:
        chat.block(scene.db, scene.actor(BUYER), scene.id_of(SELLER))
    rentals.decline(scene.db, scene.actor(SELLER), scene.made["enquiry_id"], word=WORDS)
    rows.erase(scene.db, scene.people[SELLER])
    scene.db.expire_all()
    assert scene.db.get_one(Enquiry, scene.made["enquiry_id"]).answer == ("" if blocked else WORDS)
