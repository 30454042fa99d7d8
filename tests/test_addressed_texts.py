"""What a person writes to another reaches them unless either has blocked the other, wherever it is shown."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from sqlmodel import Session, select

from marketplace.core import clock, events, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict, Forbidden, NotFound, NotSignedIn
from marketplace.domain import accounts, addressed_texts, chat, deals, handovers, rentals, reviews, wanted
from marketplace.domain.personal_data import archive, rows
from marketplace.models import Account, AccountKind, AdType, Enquiry, Job, Notification, OutboxMail
from marketplace.web.base.page_url import PageUrl
from marketplace.web.page_registry import list_pages
from tests import factories
from tests.domain.personal_data.scanning import text_columns
from tests.domain.reviews.conftest import finish_deal, say

WORDS = "zebra quartz"
BUYER, SELLER = "buyer", "seller"


@dataclass
class Scene:
    """Two people who deal with each other; what the steps have made is in `made`."""

    db: Session
    client: Any
    people: dict[str, Account]
    sale: str
    rental: str
    made: dict[str, str] = field(default_factory=dict)

    def actor(self, side: str) -> Actor:
        return factories.actor(self.people[side])

    def id_of(self, side: str) -> str:
        return self.people[side].id


@pytest.fixture
def scene(db, client):
    seller, buyer = factories.seller(db, name="Asha Rao"), factories.buyer(db, name="Ravi Iyer")
    category = factories.category(db)
    sale = factories.ad(db, seller, category, name="Teak sofa", price_paise=10_000_00)
    rental = factories.ad(db, seller, category, name="Mountain bike", ad_type=AdType.RENT)
    return Scene(db, client, {BUYER: buyer, SELLER: seller}, sale.id, rental.id)


def _days(number: int):
    return clock.now() + timedelta(days=number)


# What was done before the words are written. Each leaves the ids in `made`.


def _nothing(scene: Scene) -> None:
    pass


def _offered(scene: Scene) -> None:
    scene.made["offer_id"] = deals.make_offer(scene.db, scene.actor(BUYER), scene.sale, 8000).id


def _countered(scene: Scene) -> None:
    _offered(scene)
    deals.counter_offer(scene.db, scene.actor(SELLER), scene.made["offer_id"], 9000)


def _agreed(scene: Scene) -> None:
    _offered(scene)
    scene.made["deal_id"] = deals.accept_offer(scene.db, scene.actor(SELLER), scene.made["offer_id"]).deal_id


def _enquired(scene: Scene) -> None:
    scene.made["enquiry_id"] = rentals.enquire(scene.db, scene.actor(BUYER), scene.rental, _days(1), _days(3)).id


def _booked(scene: Scene) -> None:
    _enquired(scene)
    rentals.accept(scene.db, scene.actor(SELLER), scene.made["enquiry_id"])


def _recorded(scene: Scene) -> None:
    _booked(scene)
    _add_photo(scene, scene.actor(BUYER), "")


def _add_photo(scene: Scene, actor: Actor, words: str) -> None:
    photo = factories.upload(scene.db, accounts.get_account(scene.db, actor.require()))
    handovers.add_photo(scene.db, actor, scene.made["enquiry_id"], "pickup", part="Front", photo=photo.id, note=words)


def _offer_step(act: Callable[..., Any], *args: Any) -> Callable[[Scene, Actor, str], None]:
    return lambda scene, actor, words: act(scene.db, actor, scene.made["offer_id"], *args, message=words)


def _answer(act: Callable[..., Any]) -> Callable[[Scene, Actor, str], None]:
    return lambda scene, actor, words: act(scene.db, actor, scene.made["enquiry_id"], word=words)


def _make_offer(scene: Scene, actor: Actor, words: str) -> None:
    deals.make_offer(scene.db, actor, scene.sale, 8000, message=words)


def _propose(scene: Scene, actor: Actor, words: str) -> None:
    deals.propose_meetup(scene.db, actor, scene.made["deal_id"], words, _days(1).isoformat())


def _cancel(scene: Scene, actor: Actor, words: str) -> None:
    deals.cancel_deal(scene.db, actor, scene.made["deal_id"], words)


def _disagree(scene: Scene, actor: Actor, words: str) -> None:
    handovers.confirm_record(scene.db, actor, scene.made["enquiry_id"], "pickup", disagreement=words)


def _send(scene: Scene, actor: Actor, words: str) -> None:
    chat.send(scene.db, actor, scene.id_of(SELLER if actor.owns(scene.id_of(BUYER)) else BUYER), words)


# Every way to write words to one other person: the column, who writes, what was done before, and the call.
WRITING = [
    ("messages.text", BUYER, _nothing, _send),
    ("messages.text", SELLER, _nothing, _send),
    ("offer_steps.message", BUYER, _nothing, _make_offer),
    ("offer_steps.message", SELLER, _offered, _offer_step(deals.accept_offer)),
    ("offer_steps.message", SELLER, _offered, _offer_step(deals.decline_offer)),
    ("offer_steps.message", SELLER, _offered, _offer_step(deals.counter_offer, 9000)),
    ("offer_steps.message", BUYER, _offered, _offer_step(deals.withdraw_offer)),
    ("offer_steps.message", BUYER, _countered, _offer_step(deals.accept_offer)),
    ("offer_steps.message", BUYER, _countered, _offer_step(deals.decline_offer)),
    ("offer_steps.message", BUYER, _countered, _offer_step(deals.counter_offer, 8500)),
    ("offer_steps.message", SELLER, _countered, _offer_step(deals.withdraw_offer)),
    ("deals.reason", BUYER, _agreed, _cancel),
    ("deals.reason", SELLER, _agreed, _cancel),
    ("meetups.place", BUYER, _agreed, _propose),
    ("meetups.place", SELLER, _agreed, _propose),
    ("enquiries.answer", SELLER, _enquired, _answer(rentals.accept)),
    ("enquiries.answer", SELLER, _enquired, _answer(rentals.decline)),
    ("enquiries.answer", BUYER, _enquired, _answer(rentals.cancel)),
    ("enquiries.answer", BUYER, _booked, _answer(rentals.cancel)),
    ("enquiries.answer", SELLER, _booked, _answer(rentals.cancel)),
    ("condition_entries.note", BUYER, _booked, _add_photo),
    ("condition_entries.note", SELLER, _booked, _add_photo),
    ("condition_entries.note", BUYER, _recorded, _disagree),
    ("condition_entries.note", SELLER, _recorded, _disagree),
]
# The chat has a gate of its own, which stores with each message whether it is withheld.
BY_CHAT = {"messages.text"}
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
    "grievances": STAFF,
    "internal_notes": STAFF,
    "listings": COPY,
    "newsletter_subscribers": OWN,
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


def _name(case: tuple) -> str:
    column, side, before, _ = case
    return f"{column}-{side}-after{before.__name__}-{WRITING.index(case)}"


def everything_read_by(scene: Scene, account: Account, published: list[events.Event]) -> Iterator[tuple[str, str]]:
    """Everything that a person can read: each answer of the API, each page, mails, notices, pushes, events and the archive."""
    db = scene.db
    db.commit()
    headers = factories.bearer(db, account)
    known = {
        **scene.made,
        "user_id": scene.id_of(BUYER),
        "seller_id": scene.id_of(SELLER),
        "account_id": account.id,
        "product_id": scene.sale,
        "kind": "user" if account.kind is AccountKind.BUYER else "seller",
    }
    for path, operations in scene.client.app.openapi()["paths"].items():
        if "get" in operations and not path.startswith("/api/admin/"):
            needed = [one["name"] for one in operations["get"].get("parameters", []) if one.get("required")]
            if set(needed) <= known.keys():
                yield path, scene.client.get(path.format_map(known), headers=headers).text
    for page in list_pages():
        for state in (state for state in page.states if hasattr(state, "load")):
            for url in _urls(scene, page.route, account):
                with suppress(NotFound, Forbidden, NotSignedIn):
                    yield page.route, str(state.load(db, factories.actor(account), url))
    for mail in db.exec(select(OutboxMail).where(OutboxMail.account_id == account.id)):
        yield "mail", f"{mail.subject} {mail.text} {mail.attachments}"
    for notice in db.exec(select(Notification).where(Notification.account_id == account.id)):
        yield "notice", str(notice.values)
    # Jobs make the pushes: their payloads are ids.
    for job in db.exec(select(Job)):
        yield "job", str(job.payload)
    yield "events", str(published)
    yield "archive", json.dumps(archive.collect(account.id), default=str)


def _urls(scene: Scene, route: str, account: Account) -> Iterator[PageUrl]:
    """The addresses of a page for the things of the scene."""
    if "[" in route:
        for made in (*scene.made.values(), scene.sale, scene.rental, scene.id_of(SELLER)):
            yield PageUrl(route.replace(route[route.index("[") : route.index("]") + 1], made))
    else:
        is_buyer = account.kind is AccountKind.BUYER
        other = f"seller={scene.id_of(SELLER)}" if is_buyer else f"user={scene.id_of(BUYER)}"
        yield PageUrl(route, other)


def _where(scene: Scene, account: Account, published: list[events.Event]) -> set[str]:
    """The places where a person can read the words."""
    return {place for place, text in everything_read_by(scene, account, published) if WORDS in text}


def _other(side: str) -> str:
    return SELLER if side == BUYER else BUYER


def test_every_text_of_a_person_is_named():
    columns = set(text_columns())
    addressed = {column for column, *_ in WRITING}
    named = addressed | {column for column in columns if column.split(".")[0] in NOT_ADDRESSED}
    assert columns - named == set()
    assert addressed - columns == set()
    gated = {f"{model.__tablename__}.{name}" for model, name in addressed_texts.WORDS.items()}
    assert gated | BY_CHAT == addressed


@pytest.mark.parametrize("case", WRITING, ids=_name)
def test_words_reach_whom_they_are_for(scene, published, case):
    _, side, before, write = case
    before(scene)
    write(scene, scene.actor(side), WORDS)
    for person in (side, _other(side)):
        assert any(place.startswith("/api") for place in _where(scene, scene.people[person], published))


@pytest.mark.parametrize("blocks", ["reader", "writer"])
@pytest.mark.parametrize("case", WRITING, ids=_name)
def test_words_are_withheld_for_good_from_either_side_of_a_block(scene, published, case, blocks):
    column, side, before, write = case
    reader, writer = scene.actor(_other(side)), scene.actor(side)
    before(scene)
    one, other = (reader, writer) if blocks == "reader" else (writer, reader)
    chat.block(scene.db, one, other.account_id)
    if column in BY_CHAT and blocks == "writer":
        # The chat refuses what is written to somebody whom its writer blocked, since the writer can end the block.
        with pytest.raises(Forbidden):
            write(scene, writer, WORDS)
        return
    write(scene, writer, WORDS)
    chat.unblock(scene.db, one, other.account_id)
    assert _where(scene, scene.people[_other(side)], published) == set()
    own = _where(scene, scene.people[side], published)
    assert "archive" in own
    assert any(place.startswith("/api") for place in own)
    if column not in {*BY_CHAT, "condition_entries.note"}:
        assert _where(scene, factories.admin(scene.db), published)


@pytest.mark.parametrize("case", [case for case in WRITING if case[0] not in BY_CHAT], ids=_name)
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
    _agreed(scene)
    buyer, seller, deal_id = scene.actor(BUYER), scene.actor(SELLER), scene.made["deal_id"]
    chat.block(scene.db, seller, scene.id_of(BUYER))
    _propose(scene, buyer, WORDS)
    seen = deals.get_deal(scene.db, seller, deal_id)
    assert (seen.meetup, "confirm_meetup" in seen.moves) == (None, False)
    with pytest.raises(Conflict, match="Nobody has proposed"):
        deals.confirm_meetup(scene.db, seller, deal_id)
    _propose(scene, seller, "Central Station")
    meetup = deals.get_deal(scene.db, seller, deal_id).meetup
    assert meetup
    assert meetup.place == "Central Station"


def test_the_site_may_always_say_why(scene):
    """What the site says with a step is not the words of the party whose step it was."""
    _agreed(scene)
    chat.block(scene.db, scene.actor(BUYER), scene.id_of(SELLER))
    deals.release_ad(scene.db, scene.sale, sold=True)
    assert deals.get_deal(scene.db, scene.actor(BUYER), scene.made["deal_id"]).reason


FRAUD = "Scan this QR code and enter your UPI PIN to receive the money"


@pytest.mark.parametrize("case", [case for case in WRITING if case[0] not in BY_CHAT], ids=_name)
def test_only_the_reader_is_warned_of_what_resembles_fraud(scene, published, case):
    _, side, before, write = case
    before(scene)
    write(scene, scene.actor(side), FRAUD)
    title = "Scanning a QR code never brings you money"
    for person, warned in ((side, False), (_other(side), True)):
        texts = everything_read_by(scene, scene.people[person], published)
        assert any(title in text for place, text in texts if place.startswith("/")) is warned


@pytest.mark.parametrize("blocked", [True, False])
def test_an_answer_that_nobody_reads_leaves_with_its_writer(scene, blocked):
    _enquired(scene)
    if blocked:
        chat.block(scene.db, scene.actor(BUYER), scene.id_of(SELLER))
    rentals.decline(scene.db, scene.actor(SELLER), scene.made["enquiry_id"], word=WORDS)
    rows.erase(scene.db, scene.people[SELLER])
    scene.db.expire_all()
    assert scene.db.get_one(Enquiry, scene.made["enquiry_id"]).answer == ("" if blocked else WORDS)
