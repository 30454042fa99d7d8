"""What a digest still says when it is mailed: of what was found before, only what holds by then."""

from datetime import timedelta

import pytest
from sqlalchemy import event
from sqlmodel import Session, col, select

from marketplace.core import clock
from marketplace.domain import listings, saved_searches
from marketplace.models import Ad, AdStatus, Cadence, SavedSearch, SavedSearchMatch
from tests import factories
from tests.domain.saved_searches.test_alerts import mails, notices, reprice, save


@pytest.fixture
def buyer(db: Session):
    return factories.buyer(db)


@pytest.fixture
def ad(db: Session):
    return make(db, "Teak sofa")


def make(db: Session, name: str) -> Ad:
    return factories.ad(db, factories.seller(db), factories.category(db), name=name, price_paise=10_000_00)


def waits(db: Session) -> int:
    return len(db.exec(select(SavedSearchMatch).where(col(SavedSearchMatch.mailed_at).is_(None))).all())


class Days:
    """Digests of one day after another."""

    def __init__(self, db: Session, monkeypatch: pytest.MonkeyPatch):
        self.db, self.monkeypatch = db, monkeypatch

    def next(self, **passing: int) -> list[str]:
        """The subjects of what is mailed then."""
        later = clock.now() + (timedelta(**passing) if passing else timedelta(days=1))
        self.monkeypatch.setattr(clock, "now", lambda: later)
        before = len(mails(self.db))
        # What one search leaves to another is due with that; it must come to an end.
        assert 0 in [saved_searches.send_alerts(self.db) for _ in range(3)]
        return [mail.subject for mail in mails(self.db)[before:]]


@pytest.fixture
def days(db: Session, monkeypatch: pytest.MonkeyPatch) -> Days:
    return Days(db, monkeypatch)


@pytest.mark.parametrize("then", [12_000_00, 10_000_00, None])
def test_a_price_that_rose_again_is_no_drop(db: Session, buyer, ad, days, then):
    save(db, buyer, Cadence.DAILY, keyword="sofa")
    saved_searches.match_ad(db, ad.id)
    assert days.next() == ["New ad for “sofa”"]
    reprice(db, ad, 8_000_00)
    assert waits(db) == 1
    reprice(db, ad, then)
    assert waits(db) == 0
    assert days.next() == []
    # What it falls from next is the lowest price told: the page told it at once.
    reprice(db, ad, 9_000_00)
    assert days.next() == []
    reprice(db, ad, 7_000_00)
    assert days.next() == ["Price drop for “sofa”"]
    assert "now ₹7,000, was ₹8,000" in mails(db)[-1].text


def test_a_price_that_rose_partly_is_a_drop(db: Session, buyer, ad, days):
    save(db, buyer, Cadence.DAILY, keyword="sofa")
    saved_searches.match_ad(db, ad.id)
    days.next()
    for paise in (8_000_00, 9_500_00, 9_000_00):
        reprice(db, ad, paise)
    assert days.next() == ["Price drop for “sofa”"]
    assert "now ₹9,000, was ₹10,000" in mails(db)[-1].text


def test_an_unprocessed_rise_counts(db: Session, buyer, ad, days, monkeypatch):
    save(db, buyer, Cadence.DAILY, keyword="sofa")
    saved_searches.match_ad(db, ad.id)
    days.next()
    reprice(db, ad, 8_000_00)
    with monkeypatch.context() as held:
        held.setattr(saved_searches, "match_ad", lambda *_: 0)
        reprice(db, ad, 12_000_00)
    assert days.next() == []
    saved_searches.match_ad(db, ad.id)
    assert (days.next(), waits(db)) == ([], 0)


def test_a_waiting_new_ad_is_mailed_as_new(db: Session, buyer, ad, days):
    save(db, buyer, Cadence.DAILY, keyword="sofa")
    saved_searches.match_ad(db, ad.id)
    for paise in (8_000_00, 12_000_00):
        reprice(db, ad, paise)
    assert days.next() == ["New ad for “sofa”"]
    assert "₹12,000" in mails(db)[-1].text


@pytest.mark.parametrize("change", [{"paise": 15_000_00}, {"paise": 10_000_00, "name": "Cane chair"}])
def test_ads_that_no_longer_match_are_left_out(db: Session, buyer, ad, days, change):
    save(db, buyer, Cadence.DAILY, keyword="sofa under 11000")
    stays = make(db, "Cane sofa")
    for each in (ad, stays):
        saved_searches.match_ad(db, each.id)
    reprice(db, ad, **change)
    assert days.next() == ["New ad for “sofa under 11000”"]
    assert "Cane Sofa" in mails(db)[-1].text
    assert ad.id not in mails(db)[-1].text
    assert (days.next(), waits(db)) == ([], 0)


@pytest.mark.parametrize("back", [10_500_00, 10_000_00])
def test_an_omitted_ad_is_alerted_when_it_matches_again(db: Session, buyer, ad, days, back):
    save(db, buyer, Cadence.DAILY, keyword="sofa under 11000")
    saved_searches.match_ad(db, ad.id)
    reprice(db, ad, 15_000_00)
    assert days.next() == []
    reprice(db, ad, back)
    assert days.next() == ["New ad for “sofa under 11000”"]


def test_an_ad_matches_again_after_a_price_rise(db: Session, buyer, ad, days):
    save(db, buyer, Cadence.DAILY, keyword="sofa", min_price=9_000.0)
    saved_searches.match_ad(db, ad.id)
    reprice(db, ad, 500_00)
    assert days.next() == []
    reprice(db, ad, 12_000_00)
    assert len(days.next()) == 1
    # Told already, by mail.
    reprice(db, ad, 500_00)
    reprice(db, ad, 12_000_00)
    assert days.next() == []


def test_a_drop_of_an_ad_that_no_longer_matches_is_left_out(db: Session, buyer, ad, days):
    save(db, buyer, Cadence.DAILY, keyword="sofa")
    saved_searches.match_ad(db, ad.id)
    days.next()
    reprice(db, ad, 9_000_00)
    reprice(db, ad, 9_000_00, name="Cane chair")
    assert days.next() == []
    reprice(db, ad, 9_000_00, name="Cane sofa")
    assert days.next() == []
    reprice(db, ad, 8_500_00)
    assert days.next() == ["Price drop for “sofa”"]
    assert "now ₹8,500, was ₹9,000" in mails(db)[-1].text


def test_another_matching_search_mails_it(db: Session, buyer, ad, days):
    save(db, buyer, Cadence.DAILY, keyword="sofa under 11000")
    save(db, buyer, Cadence.WEEKLY, keyword="teak under 12000")
    save(db, buyer, Cadence.WEEKLY, keyword="teak sofa")
    saved_searches.match_ad(db, ad.id)
    reprice(db, ad, 15_000_00)
    told = [subject for _ in range(2) for subject in days.next()]
    assert told == ["New ad for “teak sofa”"]
    assert waits(db) == 0
    assert notices(db) == ["saved_search_ad"]


def test_the_age_filter_omits_no_waiting_ad(db: Session, buyer, days):
    save(db, buyer, Cadence.WEEKLY, keyword="sofa", posted_within_days=1)
    ad = make(db, "Teak sofa")
    saved_searches.match_ad(db, ad.id)
    assert len(days.next(days=3)) == 1


def test_all_filters_are_checked_again(db: Session, buyer, days):
    shelf = factories.category(db, "Furniture")
    inner = factories.subcategory(db, shelf)
    seller = factories.seller(db)
    place = {"city": "Pune", "latitude": 18.52, "longitude": 73.86}
    ad = factories.ad(db, seller, shelf, name="Teak sofa", price_paise=900_00, subcategory_id=inner.id, **place)
    asked = (
        {"city": "pune"},
        {"category_id": shelf.id},
        {"subcategory_id": inner.id},
        {"seller_id": seller.id},
        {"featured": False},
        {"max_price": 1_000.0},
        {"lat": 18.5, "lng": 73.8, "radius_km": 30.0},
        {"keyword": "sofa -cane"},
        {"keyword": '"teak sofa"', "ad_type": "sell", "city": "Pune"},
    )
    people = [factories.buyer(db) for _ in asked]
    for person, query in zip(people, asked, strict=True):
        save(db, person, Cadence.DAILY, **query)
    assert saved_searches.match_ad(db, ad.id) == len(asked)
    assert len(days.next()) == len(asked)


def test_only_a_sent_mail_counts(db: Session, buyer, ad, days):
    save(db, buyer, Cadence.WEEKLY, keyword="sofa")
    saved_searches.match_ad(db, ad.id)
    ad.status = AdStatus.SOLD
    factories.save(db, ad)
    listings.refresh(db, ad.id)
    assert days.next() == []
    assert db.exec(select(SavedSearch.last_mailed_at)).one() is None
    saved_searches.match_ad(db, make(db, "Cane sofa").id)
    assert days.next() == ["New ad for “sofa”"]


def test_many_ads_take_no_more_statements_than_few(db: Session, buyer, days, connection):
    seen: list[str] = []
    counts = []

    def listener(*told: str) -> None:
        seen.append(told[2])

    for many in (2, 12):
        save(db, buyer, Cadence.DAILY, keyword="sofa")
        for n in range(many):
            saved_searches.match_ad(db, make(db, f"Sofa {many} {n}").id)
        event.listen(connection, "before_cursor_execute", listener)
        days.next()
        event.remove(connection, "before_cursor_execute", listener)
        counts.append(len(seen))
        seen.clear()
    assert counts[0] == counts[1]
