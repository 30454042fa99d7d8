"""The archive contains all data about an account; exceptions are listed here with reasons."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.dates import timestamp
from marketplace.core.errors import TooMany
from marketplace.db import database
from marketplace.domain import chat, personal_data, phases, rentals, wishlist
from marketplace.domain.personal_data import archive
from marketplace.models import (
    Account,
    AccountPhoto,
    Ad,
    AdCalendar,
    AdType,
    AdVersionImage,
    CalendarBlock,
    ContactReveal,
    NewsletterSubscriber,
    metadata,
)
from tests import factories
from tests.domain.accounts.steps import PASSWORD, with_password
from tests.domain.personal_data.leaving_scene import Postman, make_scene
from tests.domain.personal_data.test_leaving import statements

# Tables of which nothing goes into anybody's archive.
LEFT_OUT = {
    "one_time_codes": "proves who somebody is, and is worthless after minutes",
    "recovery_codes": "proves who somebody is",
    "outbox_mails": "was sent to the person, is forgotten after MAIL_KEEP_DAYS, and has links that need no sign-in",
    "conversations": "belongs to both sides; one's own side is in conversation_parties",
    "listings": "a copy of the ad's live version",
    "holds": "copies of ads and the registration, which stand in the archive themselves; kept as evidence",
    "held_photos": "likewise",
    "breaches": "what the operator said of a breach; the account has the mail",
    "photo_hashes": "made of the photos in uploads, to find copies of them",
    "assignments": "who of the moderators works on what; part of moderating",
    "internal_notes": "what moderators think of a case: it names others and how they look for fraud; given out only where the law asks",
    "text_readings": "what rules noticed in the texts of ads; it would tell a fraudster how to write instead",
    "canned_replies": "the site's own",
    "ad_reads": "which version of an ad the API showed an admin last; part of moderating, not of a profile",
    "moderation_settings": "the site's own",
    "rule_versions": "what admins changed in the rules; part of moderating",
    "audit_log": "what the desk decided; its own people look it up at the desk",
    "jobs": "names rows, and is forgotten after JOB_KEEP_DAYS",
    "categories": "the site's own",
    "subcategories": "the site's own",
    "field_definitions": "the site's own",
    "testimonials": "the site's own",
    "editions": "about nobody",
    "listing_counts": "about nobody",
    "ad_view_counts": "about nobody: it says how often, not by whom",
    "listing_changes": "numbers of listings for the search index",
    "listing_change_counter": "about nobody",
    "submissions": "digests of ids that clients made, forgotten after a week",
    "cache_changes": "names of cached responses that a change made stale",
}


def archive_of(db: Session, account: Account) -> dict[str, list[dict]]:
    return personal_data.export_archive(db, factories.actor(account), PASSWORD)


def test_each_table_is_exported_or_excluded_for_a_reason(db):
    archived = {model.__tablename__ for model, _ in archive._archived(factories.buyer(db)).values()}
    assert set(metadata.tables) - archived - LEFT_OUT.keys() == set()
    assert archived & LEFT_OUT.keys() == set()
    assert LEFT_OUT.keys() - set(metadata.tables) == set()


def test_a_seller_gets_their_own_data_only(db):
    category = factories.category(db)
    mine, theirs = with_password(db, factories.seller), with_password(db, factories.seller)
    rows: dict[str, tuple[Ad, str]] = {}
    for who, account in (("mine", mine), ("theirs", theirs)):
        ad = factories.ad(db, account, category, ad_type=AdType.RENT)
        photo, face = factories.upload(db, account), factories.upload(db, account)
        now = clock.now()
        factories.save(
            db,
            AdCalendar(ad_id=ad.id, timezone="Asia/Kolkata", weekdays=[0, 1]),
            CalendarBlock(ad_id=ad.id, starts_at=now, ends_at=now + timedelta(days=1)),
            AdVersionImage(version_id=ad.live_version_id, position=0, upload_id=photo.id),
            AccountPhoto(account_id=account.id, position=0, upload_id=face.id),
            NewsletterSubscriber(email=account.email, token_hash=who * 8),
        )
        rows[who] = (ad, photo.id + face.id)
    archive = archive_of(db, mine)
    ad, uploads = rows["mine"]
    assert [(row["productId"], row["weekdays"]) for row in archive["calendars"]] == [(ad.id, [0, 1])]
    assert [row["productId"] for row in archive["closedDates"]] == [ad.id]
    assert [row["uploadId"] for row in archive["adPhotos"] + archive["profilePhotos"]] == [
        uploads[:26],
        uploads[26:],
    ]
    assert [row["email"] for row in archive["newsletter"]] == [mine.email]
    text = json.dumps(archive)
    assert "mine" * 8 not in text
    for other in (theirs.id, theirs.email, rows["theirs"][0].id):
        assert other not in text


def test_a_buyer_gets_enquiries_bookings_and_messages(db):
    buyer, seller = with_password(db), factories.seller(db)
    ad = factories.ad(db, seller, factories.category(db), ad_type=AdType.RENT)
    start = clock.now() + timedelta(days=1)
    enquiry = factories.enquiry(db, ad, buyer, start, start + timedelta(days=1))
    rentals.accept(db, factories.actor(seller), enquiry.id)
    photo = factories.upload(db, buyer)
    chat.send(db, factories.actor(buyer), seller.id, text="Is it clean?", photo_ids=[photo.id])
    chat.send(db, factories.actor(seller), buyer.id, text="It is spotless.")
    factories.save(db, ContactReveal(ad_id=ad.id, buyer_id=buyer.id))
    archive = archive_of(db, buyer)
    assert [row["enquiryId"] for row in archive["bookings"]] == [enquiry.id]
    assert [row["otherId"] for row in archive["conversations"]] == [seller.id]
    assert [row["uploadId"] for row in archive["messagePhotos"]] == [photo.id]
    assert [row["productId"] for row in archive["numbersSeen"]] == [ad.id]
    assert "spotless" not in json.dumps(archive)


def test_it_does_not_reveal_blocks_by_others(db):
    buyer, seller = with_password(db), factories.seller(db)
    chat.send(db, factories.actor(buyer), seller.id, text="Hello")
    told = archive_of(db, buyer)["messagesSent"][0].keys()
    chat.block(db, factories.actor(seller), buyer.id)
    chat.send(db, factories.actor(buyer), seller.id, text="Hello again")
    archive = archive_of(db, buyer)
    assert archive["blocks"] == []
    assert [row.keys() for row in archive["messagesSent"]] == [told, told]
    assert "withheld" not in json.dumps(archive)


def test_it_is_read_outside_of_the_transaction_that_others_wait_for(db, monkeypatch):
    account = with_password(db)
    readings: list[list[str]] = []

    @contextmanager
    def counting(session: Session) -> Iterator[None]:
        with reading(session), statements(db.connection()) as seen:
            yield
        readings.append(seen)

    reading = database._reading
    monkeypatch.setattr(database, "_reading", counting)
    actor = factories.actor(account)
    finish = phases.run_first_phase(personal_data.export_archive, lambda: actor, PASSWORD)
    with statements(db.connection()) as seen:
        archive = finish(db, actor)
    assert archive["account"]
    assert len(seen) < 5
    # Readers on SQLite wait for each other, so none reads the whole archive.
    assert len(readings) > 30
    assert max(len([one for one in each if one.startswith("SELECT")]) for each in readings) == 1


def test_only_some_archives_an_hour(db):
    account = with_password(db)
    for _ in range(5):
        archive_of(db, account)
    with pytest.raises(TooMany):
        archive_of(db, account)
    archive_of(db, with_password(db))


def test_it_does_not_reveal_the_deciding_admin(db):
    seller, admin = with_password(db, factories.seller), factories.admin(db)
    factories.ad(db, seller, factories.category(db), decided_by=admin.id, note="Please say its size.")
    text = json.dumps(archive_of(db, seller))
    assert "Please say its size." in text
    assert admin.id not in text


_NAME = re.compile(r"_id|[a-z][a-zA-Z0-9]*")
# Ids, and parameters of a search as the API has them.
_OWN_KEYS = re.compile(r"[0-9A-Z]{26}|field\[.*\]")
_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*")
_UTC = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


def list_odd(value: Any, place: str = "") -> Iterator[str]:
    """List the keys and times that are not as the API contract has them (section 1.1)."""
    if isinstance(value, dict):
        for key, own in value.items():
            name = f"{place}.{key}"
            if not (_NAME.fullmatch(key) or _OWN_KEYS.fullmatch(key)) or "paise" in key.lower():
                yield name
            yield from list_odd(own, name)
    elif isinstance(value, list):
        for own in value:
            yield from list_odd(own, place)
    elif isinstance(value, str) and _TIME.fullmatch(value) and not _UTC.fullmatch(value):
        yield f"{place}: {value}"


def test_all_of_it_is_in_the_words_of_the_api(db, tmp_path, monkeypatch):
    scene = make_scene(db, Postman())
    sections = set()
    for party in (scene.buyer, scene.seller):
        document = json.loads(json.dumps({"exportedAt": timestamp(clock.now()), **archive.collect(party.account.id)}))
        assert sorted(set(list_odd(document))) == []
        sections |= {name for name, rows in document.items() if rows}
    # Of what the scene does not have, at least the names.
    for name, (model, _) in archive._archived(scene.seller.account).items():
        names = [
            archive._in_words(column.name, 100 if "basis" in column.name else None)[0]
            for column in model.__table__.columns
        ]
        assert list(list_odd(dict.fromkeys(names))) == [], name
        assert len(names) == len(set(names)), name
    assert len(sections) > 30


def test_amounts_are_rupees_and_percent(db):
    seller, buyer = with_password(db, factories.seller), with_password(db)
    ad = factories.ad(
        db,
        seller,
        factories.category(db),
        price_paise=1_234_50,
        discount_basis_points=1_250,
        terms="Cash",
        ad_type="rent",
    )
    wishlist.add(db, factories.actor(buyer), ad.id)
    (version,) = archive_of(db, seller)["adVersions"]
    words = ("price", "discount", "producttype", "termsandcondition", "productId")
    assert [version[name] for name in words] == [1_234.5, 12.5, "rent", "Cash", ad.id]
    (saved,) = archive_of(db, buyer)["wishlist"]
    assert (saved["userId"], saved["productId"], saved["saved"], saved["lowestTold"]) == (
        buyer.id,
        ad.id,
        1_080.19,
        1_080.19,
    )
