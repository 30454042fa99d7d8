"""Two people who deal with each other, every way in which one writes to the other, and everything that each can read."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import Session, select

from marketplace.core import clock, events
from marketplace.core.actor import Actor
from marketplace.core.errors import Forbidden, NotFound, NotSignedIn
from marketplace.domain import accounts, chat, deals, handovers, rentals
from marketplace.domain.personal_data import archive
from marketplace.models import Account, AccountKind, AdType, Category, Job, Notification, OutboxMail
from marketplace.web.base.page_url import PageUrl
from marketplace.web.page_registry import list_pages
from tests import factories

WORDS = "zebra quartz"
BUYER, SELLER, ADMIN = "buyer", "seller", "admin"


@dataclass
class Scene:
    """Two people who deal with each other.

    Attributes:
        sale, rental: the ads that the next step is about.
        made: ids of what the steps have made for these ads.
        earlier: those for earlier ads.
    """

    db: Session
    client: Any
    people: dict[str, Account]
    category: Category
    sale: str = ""
    rental: str = ""
    made: dict[str, str] = field(default_factory=dict)
    earlier: list[dict[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.advertise()

    def advertise(self) -> None:
        """Make new ads for the next steps."""
        if self.made:
            self.earlier.append(self.made)
        seller = self.people[SELLER]
        self.sale = factories.ad(self.db, seller, self.category, name="Teak sofa", price_paise=10_000_00).id
        self.rental = factories.ad(self.db, seller, self.category, name="Mountain bike", ad_type=AdType.RENT).id
        self.made = {"product_id": self.sale, "rental_id": self.rental}

    def all_made(self) -> list[dict[str, str]]:
        return [*self.earlier, self.made]

    def actor(self, side: str) -> Actor:
        return factories.actor(self.people[side])

    def id_of(self, side: str) -> str:
        return self.people[side].id


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


def agreed(scene: Scene) -> None:
    _offered(scene)
    scene.made["deal_id"] = deals.accept_offer(scene.db, scene.actor(SELLER), scene.made["offer_id"]).deal_id


def enquired(scene: Scene) -> None:
    scene.made["enquiry_id"] = rentals.enquire(scene.db, scene.actor(BUYER), scene.rental, _days(1), _days(3)).id


def _booked(scene: Scene) -> None:
    enquired(scene)
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


def propose(scene: Scene, actor: Actor, words: str) -> None:
    deals.propose_meetup(scene.db, actor, scene.made["deal_id"], words, _days(1).isoformat())


def _propose_pickup(scene: Scene, actor: Actor, words: str) -> None:
    handovers.propose_meetup(scene.db, actor, scene.made["enquiry_id"], words, _days(2).isoformat())


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
    ("deals.reason", BUYER, agreed, _cancel),
    ("deals.reason", SELLER, agreed, _cancel),
    ("meetups.place", BUYER, agreed, propose),
    ("meetups.place", SELLER, agreed, propose),
    ("meetups.place", BUYER, _booked, _propose_pickup),
    ("meetups.place", SELLER, _booked, _propose_pickup),
    ("enquiries.answer", SELLER, enquired, _answer(rentals.accept)),
    ("enquiries.answer", SELLER, enquired, _answer(rentals.decline)),
    ("enquiries.answer", BUYER, enquired, _answer(rentals.cancel)),
    ("enquiries.answer", BUYER, _booked, _answer(rentals.cancel)),
    ("enquiries.answer", SELLER, _booked, _answer(rentals.cancel)),
    ("condition_entries.note", BUYER, _booked, _add_photo),
    ("condition_entries.note", SELLER, _booked, _add_photo),
    ("condition_entries.note", BUYER, _recorded, _disagree),
    ("condition_entries.note", SELLER, _recorded, _disagree),
]
# The chat has a gate of its own, which stores with each message whether it is withheld.
BY_CHAT = {"messages.text"}
# No page of the desk shows these, nor where the parties of a rental meet.
UNSEEN_BY_ADMINS = {*BY_CHAT, "condition_entries.note"}


def everything_read_by(scene: Scene, account: Account, published: list[events.Event]) -> Iterator[tuple[str, str]]:
    """Everything that a person can read: each answer of the API, each page, mails, notices, pushes, events and the archive."""
    db = scene.db
    db.commit()
    headers = factories.bearer(db, account)
    common = {
        "user_id": scene.id_of(BUYER),
        "seller_id": scene.id_of(SELLER),
        "account_id": account.id,
        "kind": "user" if account.kind is AccountKind.BUYER else "seller",
    }
    for path, operations in scene.client.app.openapi()["paths"].items():
        if "get" in operations and not path.startswith("/api/admin/"):
            needed = {one["name"] for one in operations["get"].get("parameters", []) if one.get("required")}
            known = [common | made for made in scene.all_made() if needed <= common.keys() | made.keys()]
            for address in dict.fromkeys(path.format_map(names) for names in known):
                yield path, scene.client.get(address, headers=headers).text
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
        for made in (*(thing for things in scene.all_made() for thing in things.values()), scene.id_of(SELLER)):
            yield PageUrl(route.replace(route[route.index("[") : route.index("]") + 1], made))
    else:
        is_buyer = account.kind is AccountKind.BUYER
        other = f"seller={scene.id_of(SELLER)}" if is_buyer else f"user={scene.id_of(BUYER)}"
        yield PageUrl(route, other)


def other(side: str) -> str:
    return SELLER if side == BUYER else BUYER


# Who blocks the other while the words are written; the last of them refuses words in the chat.
NOBODY, READER, WRITER = "nobody", "reader", "writer"
# Texts by the title of the warning that they cause.
FRAUDS = {
    "Scanning a QR code never brings you money": "Scan this QR code and receive the money in your account",
    "This app lets others use your phone": "Install AnyDesk, I will fix your payment",
    "Don't pay before you have seen it": "Pay the refundable token of Rs 5,000 first, then I send the address, two others are waiting",
    "Check your bank before you return anything": "I sent you 32,000 instead of 22,000 by mistake, please send 10,000 back",
    "A link or request is not needed to be paid": "See https://paytm-refund.in/kyc",
}
# Where each person reads which texts, by column and side: a person, and a text to find, to the places.
Places = dict[tuple[str, str], set[str]]


def is_seen_by_admins(case: tuple) -> bool:
    """Whether a page of the desk shows the words of a case."""
    return case[0] not in UNSEEN_BY_ADMINS and case[3] is not _propose_pickup


def mark(case: tuple, blocks: str) -> str:
    """The words of a case, which no other has."""
    return f"{WORDS} {WRITING.index(case):02}{blocks}"


def title(case: tuple) -> str:
    """The title of the warning about the words of a case, which no other case of its column and side has."""
    alike = [each for each in WRITING if each[:2] == case[:2]]
    return list(FRAUDS)[alike.index(case)]


def play(scene: Scene, published: list[events.Event], column: str, side: str) -> Places:
    """Let one party write all texts of a column, with each choice of who blocks whom, and read everything as each person."""
    cases = [case for case in WRITING if case[:2] == (column, side)]
    writer, reader = scene.actor(side), scene.actor(other(side))
    for blocks, blocker, blocked in ((NOBODY, None, None), (WRITER, writer, reader), (READER, reader, writer)):
        for case in cases:
            scene.advertise()
            case[2](scene)
            if blocker and blocked:
                chat.block(scene.db, blocker, blocked.require())
            words = mark(case, blocks)
            if blocks == WRITER and column in BY_CHAT:
                # The chat refuses what is written to somebody whom its writer blocked, since the writer can end the block.
                with pytest.raises(Forbidden):
                    case[3](scene, writer, words)
            else:
                case[3](scene, writer, f"{FRAUDS[title(case)]} {words}" if blocks == NOBODY else words)
            if blocker and blocked:
                chat.unblock(scene.db, blocker, blocked.require())
    sought = [*FRAUDS, *(mark(case, blocks) for case in cases for blocks in (NOBODY, READER, WRITER))]
    found: Places = {(person, text): set() for person in (*scene.people, ADMIN) for text in sought}

    def note(person: str, place: str, text: str) -> None:
        for each in sought:
            if each in text:
                found[person, each].add(place)

    for person, account in scene.people.items():
        for place, text in everything_read_by(scene, account, published):
            note(person, place, text)
    if column not in UNSEEN_BY_ADMINS:
        # Until each text was seen somewhere.
        for place, text in everything_read_by(scene, factories.admin(scene.db), published):
            note(ADMIN, place, text)
            if all(
                found[ADMIN, mark(case, by)] for case in cases if is_seen_by_admins(case) for by in (READER, WRITER)
            ):
                break
    return found
