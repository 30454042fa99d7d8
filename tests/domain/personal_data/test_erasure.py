"""Deleting an account: every table and the object store are scanned for the account's data.

Each party writes words with its own marker into every field. A scan before the deletion shows that every text column is
covered; a scan after it shows the data that stays.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest
from sqlalchemy import Connection
from sqlmodel import Session, select

from marketplace.core.actor import ANONYMOUS
from marketplace.db import database, memo
from marketplace.domain import (
    chat,
    content,
    handovers,
    listings,
    media,
    moderation,
    outbox,
    personal_data,
    rentals,
    search,
    wishlist,
)
from marketplace.domain.accounts import passwords
from marketplace.domain.outbox import delivery
from marketplace.domain.paging import EVERYTHING
from marketplace.domain.search import SearchQuery
from marketplace.http.media import make_media_app
from marketplace.integrations import limits
from marketplace.integrations.storage import get_store
from marketplace.models import ConditionEntry, Message, OutboxMail, Report, Upload
from tests import factories, searching
from tests.client import TestClient
from tests.conftest import new_database
from tests.domain.accounts.steps import PASSWORD
from tests.domain.media import corpus
from tests.domain.personal_data.leaving_scene import Postman, Scene, leave, make_scene, settle
from tests.domain.personal_data.scanning import BUYER, SELLER, scan, text_columns

MESSAGES = "messages.text: the other party's conversation needs what was written to it"
REVIEW = "reviews.text: readers need what was said of the other party, who still trades"
OPEN_REPORT = "reports.text: nobody has decided yet on what it says about somebody else"
GRIEVANCE = "grievances.text: nobody has answered it yet"
SUBJECT = "grievances.about: likewise"
BEHALF = "grievances.behalf_of: likewise"
ADDRESS = "grievances.email: where the answer goes, until its deadline is over"
HOLD = "holds.content: the law asks to keep what was removed after a complaint or an order"
COMPLAINT = {HOLD, GRIEVANCE, SUBJECT, BEHALF, ADDRESS}
ENQUIRY = "enquiries.answer: the other party's enquiry needs the reason it was given"


def name_of(reason: str) -> str:
    return reason.partition(":")[0]


pytestmark = pytest.mark.xdist_group("erasure")


@dataclass(frozen=True)
class Made:
    """The scene as it was made, in a transaction of its own.

    Attributes:
        stored: the objects in the store, with their bytes.
        stored_before: the keys of those that the scene did not add.
    """

    scene: Scene
    connection: Connection
    stored: dict[str, bytes]
    stored_before: set[str]

    def session(self) -> Session:
        return _session_on(self.connection)


def _session_on(connection: Connection) -> Session:
    return Session(bind=connection, join_transaction_mode="create_savepoint", expire_on_commit=False)


@pytest.fixture(scope="module")
def made() -> Iterator[Made]:
    """The scene, which takes seconds to make and so serves all tests; `scene` undoes the changes of each."""
    stored_before = {found.key for found in get_store().list()}
    postman = Postman()
    # Not the database of other tests, because the open transaction would block their writes.
    with new_database("leaving") as engine, engine.connect() as connection:
        whole = connection.begin()
        with pytest.MonkeyPatch.context() as patch, searching.index_of_test(patch, logged=False):
            patch.setattr(delivery, "get_mailer", lambda: postman)
            patch.setattr(database, "new_session", lambda: _session_on(connection))
            memo.reset()
            limits.reset_all()
            with database.new_session() as db:
                scene = make_scene(db, postman)
                for party in (scene.seller, scene.buyer):
                    db.refresh(party.account)
                    db.expunge(party.account)
        stored = {found.key: get_store().read(found.key) or b"" for found in get_store().list()}
        yield Made(scene, connection, stored, stored_before)
        whole.rollback()


@pytest.fixture
def postman(monkeypatch) -> Postman:
    made = Postman()
    monkeypatch.setattr(delivery, "get_mailer", lambda: made)
    return made


@pytest.fixture
def stored_before(made: Made) -> set[str]:
    return made.stored_before


@pytest.fixture
def scene(made: Made, postman: Postman, monkeypatch) -> Iterator[Scene]:
    monkeypatch.setattr(database, "new_session", made.session)
    memo.reset()
    limits.reset_all()
    savepoint = made.connection.begin_nested()
    with made.session() as db:
        # The search index of this test is empty.
        listings.note_everything(db)
        db.commit()
        yield replace(made.scene, db=db)
    savepoint.rollback()
    stored = {found.key for found in get_store().list()}
    get_store().delete(sorted(stored - made.stored.keys()))
    for key in made.stored.keys() - stored:
        get_store().put(key, made.stored[key], "application/octet-stream")


def test_the_scene_fills_every_text_column(scene: Scene):
    held = scan(scene.db, SELLER).keys() | scan(scene.db, BUYER).keys()
    assert set(text_columns()) - held == set()


@pytest.mark.parametrize(
    ("leavers", "searched", "stays"),
    [
        ([SELLER], SELLER, {MESSAGES, REVIEW, OPEN_REPORT, *COMPLAINT, ENQUIRY}),
        ([BUYER], BUYER, {MESSAGES, REVIEW, OPEN_REPORT, *COMPLAINT, ENQUIRY}),
        ([SELLER, BUYER], SELLER, {OPEN_REPORT, *COMPLAINT}),
        ([BUYER, SELLER], BUYER, {OPEN_REPORT, *COMPLAINT}),
    ],
    ids=["seller", "buyer", "seller-then-buyer", "buyer-then-seller"],
)
def test_only_data_needed_by_others_stays(scene: Scene, leavers, searched, stays):
    leave(scene, *leavers)
    left = scan(scene.db, searched)
    assert left.keys() == {name_of(reason) for reason in stays}, sorted(left)
    # Of those, only what was meant to stay.
    assert [searched in word for word in left.pop(name_of(HOLD))] == [True]
    words = {word for values in left.values() for word in values}
    assert words <= {
        f"{searched}{word}" for word in ("message", "open", "answer", "review", "sealed", "other@example.org")
    }


def new_keys(before: set[str]) -> set[str]:
    return {found.key for found in get_store().list()} - before


@pytest.mark.parametrize("leaver", [SELLER, BUYER])
def test_photo_urls_are_gone_and_only_photos_of_messages_and_records_are_stored(scene: Scene, stored_before, leaver):
    served = TestClient(make_media_app())
    own = {name: url for name, url in scene.urls.items() if name.startswith(leaver)}
    # Those that only messages and records show have no public address any more, and files of fields never had one.
    shown = {name for name, url in own.items() if served.get(url.removeprefix("/media")).status_code == 200}
    private = {f"{leaver}{use}" for use in ("message", "withheld", "record", "papers")}
    assert shown == own.keys() - private - {f"{BUYER}both"}
    kept = new_keys(stored_before)
    leave(scene, leaver)
    for name, url in own.items():
        etag = {"if-none-match": f'"{url.rpartition("/")[2]}"'}
        for headers in ({}, etag):
            assert served.get(url.removeprefix("/media"), headers=headers).status_code == 404, name
    rows = scene.db.exec(select(Upload).where(Upload.owner_id == scene.of(leaver).account.id)).all()
    assert {row.id for row in rows} == {scene.of(leaver).photos[use] for use in ("message", "both", "record")}
    assert {row.name for row in rows} == {""}
    other = scene.of(BUYER if leaver == SELLER else SELLER)
    sent = select(Message).where(Message.sender_id == scene.of(leaver).account.id, Message.withheld == False)  # noqa: E712
    message = scene.db.exec(sent).one()
    in_record = scene.of(leaver).photos["record"]
    entry = scene.db.exec(select(ConditionEntry).where(ConditionEntry.upload_id == in_record)).one()
    image = handovers.get_photo(scene.db, other.actor, entry.enquiry_id, entry.number, 160)
    assert media.read_image(image)
    for row in rows:
        if row.id == in_record:
            continue
        found = chat.get_photo(scene.db, other.actor, message.id, row.id, 160)
        assert media.read_image(found)
    assert kept - new_keys(stored_before)
    assert not any(leaver.encode() in (get_store().read(key) or b"") for key in new_keys(stored_before))
    leave(scene, other.mark)
    assert new_keys(stored_before) == set()
    assert scene.db.exec(select(Upload)).all() == []


def test_a_photo_of_another_account_stays(scene: Scene):
    other = factories.actor(factories.seller(scene.db))
    same = media.store_image(scene.db, other, "mine.jpg", corpus.jpeg(310, 90))
    scene.db.commit()
    assert same.url == scene.urls[f"{SELLER}profile"]
    leave(scene, SELLER)
    assert TestClient(make_media_app()).get(same.url.removeprefix("/media")).status_code == 200


def test_shared_caches_ask_before_they_serve_a_photo(scene: Scene):
    served = TestClient(make_media_app()).get(scene.urls[f"{SELLER}profile"].removeprefix("/media"))
    rules = dict(rule.strip().partition("=")[::2] for rule in served.headers["cache-control"].split(","))
    assert rules["s-maxage"] == "0"
    assert "immutable" not in rules


def test_the_ads_are_not_found(scene: Scene):
    other = factories.ad(scene.db, factories.seller(scene.db), factories.category(scene.db), name=f"{SELLER}namea lamp")
    leave(scene, SELLER)
    found = search.list_ads(scene.db, ANONYMOUS, SearchQuery(keyword=f"{SELLER}namea"), EVERYTHING)
    assert [card.id for card in found.items] == [other.id]
    assert search.suggest(scene.db, ANONYMOUS, f"{SELLER}descriptionb") == []


def test_the_other_party_keeps_the_conversation(scene: Scene):
    seller, buyer = scene.seller.account.id, scene.buyer.account.id
    leave(scene, SELLER)
    page = chat.list_messages(scene.db, scene.buyer.actor, buyer, seller)
    assert [message.text for message in page.messages if message.sender_id == seller] == [f"{SELLER}message"]
    asked = rentals.list_for_buyer(scene.db, scene.buyer.actor, buyer).items
    assert {view.ad_name for view in asked} == {"Deleted ad"}
    saved = wishlist.list_saved(scene.db, scene.buyer.actor).items
    assert "Deleted ad" in {item.ad_name for item in saved}
    told = content.list_notifications(scene.db, scene.buyer.actor).items
    assert {notice.text for notice in told} == {
        "The enquiry for 'Deleted ad' has ended. The other party has closed their account.",
        "The booking of 'Deleted ad' was cancelled. The other party has closed their account.",
        "A deal for 'Deleted ad' was cancelled.",
    }


def test_a_report_is_erased_once_it_is_decided(scene: Scene):
    leave(scene, BUYER)
    report = scene.db.exec(select(Report).where(Report.text == f"{BUYER}open")).one()
    moderation.resolve_report(scene.db, scene.admin, report.id, "Warned.")
    assert name_of(OPEN_REPORT) not in scan(scene.db, BUYER)


def test_a_suspension_is_erased(db: Session):
    account = factories.seller(
        db, suspended_reason=f"{SELLER}reason", totp_seed=f"{SELLER}seed", password_hash=passwords.make_hash(PASSWORD)
    )
    personal_data.delete_account(db, factories.actor(account), PASSWORD)
    settle(db)
    assert scan(db, SELLER) == {}
    assert account.password_hash == passwords.UNUSABLE


def test_mails_of_another_account_with_the_same_address_stay(db: Session, postman: Postman):
    account = factories.seller(db, email="one@example.org", password_hash=passwords.make_hash(PASSWORD))
    other = factories.buyer(db, email="one@example.org")
    outbox.mail(db, other.email, "To the buyer", "x", purpose="test", account_id=other.id)
    outbox.mail(db, other.email, "To nobody", "x", purpose="test")
    personal_data.delete_account(db, factories.actor(account), PASSWORD)
    db.commit()
    assert set(db.exec(select(OutboxMail.subject))) >= {"To the buyer"}
    assert "To nobody" not in set(db.exec(select(OutboxMail.subject)))
