"""What is told again when a price falls, how mails are ended, and that a search may change or go meanwhile."""

from datetime import timedelta

import pytest
from sqlmodel import Session, func, select

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Invalid, NotFound, NotSignedIn
from marketplace.domain import ads, content, jobs, listings, saved_searches
from marketplace.domain.search import SearchQuery
from marketplace.jobs import schedule
from marketplace.models import Ad, AdStatus, AdVersion, Cadence, Notification, OutboxMail, SavedSearch, SavedSearchMatch
from tests import factories


@pytest.fixture
def buyer(db: Session):
    return factories.buyer(db)


@pytest.fixture
def ad(db: Session):
    return factories.ad(
        db, factories.seller(db), factories.category(db, "Furniture"), name="Teak sofa", price_paise=1_000_00
    )


def save(db: Session, account, cadence=Cadence.AT_ONCE, **query):
    saved = saved_searches.save_search(db, factories.actor(account), SearchQuery(**query), cadence=cadence)
    db.commit()
    return saved


def reprice(db: Session, ad: Ad, paise: int | None, **values: object) -> int:
    version = db.get(AdVersion, ad.live_version_id)
    assert version
    for name, value in ({"price_paise": paise} | values).items():
        setattr(version, name, value)
    db.add(version)
    listings.refresh(db, ad.id)
    return saved_searches.match_ad(db, ad.id)


def mails(db: Session) -> list[OutboxMail]:
    return list(db.exec(select(OutboxMail).order_by(OutboxMail.id)))


def notices(db: Session) -> list[str]:
    return [row.kind for row in db.exec(select(Notification).order_by(Notification.id))]


def test_each_price_drop_is_alerted_once(db: Session, buyer, ad):
    save(db, buyer, keyword="sofa")
    assert saved_searches.match_ad(db, ad.id) == 1
    assert [reprice(db, ad, paise) for paise in (900_00, 900_00, 1_200_00, 900_00, 890_00, 880_00)] == [
        1,
        0,
        0,
        0,
        0,
        1,
    ]
    assert notices(db) == ["saved_search_ad", "saved_search_cheaper", "saved_search_cheaper"]
    new, first, second = mails(db)
    assert new.subject == "New ad for “sofa”"
    assert first.subject == second.subject == "Price drop for “sofa”"
    assert "now ₹900, was ₹1,000" in first.text
    assert "now ₹880, was ₹900" in second.text


def test_a_discount_is_a_price_drop(db: Session, buyer, ad):
    save(db, buyer, keyword="sofa")
    saved_searches.match_ad(db, ad.id)
    assert reprice(db, ad, 1_000_00, discount_basis_points=1_000) == 1
    assert "now ₹900, was ₹1,000" in mails(db)[-1].text


def test_an_ad_that_enters_the_price_range_is_new(db: Session, buyer, ad):
    save(db, buyer, keyword="sofa under 500")
    assert [saved_searches.match_ad(db, ad.id), reprice(db, ad, 450_00)] == [0, 1]
    assert notices(db) == ["saved_search_ad"]


def test_an_ad_without_a_price_has_no_drop(db: Session, buyer, ad):
    save(db, buyer, keyword="sofa")
    saved_searches.match_ad(db, ad.id)
    assert [reprice(db, ad, paise) for paise in (None, 1_000_00, None, 980_00)] == [0, 0, 0, 1]


def test_a_cheaper_ad_that_no_longer_matches_is_not_alerted(db: Session, buyer, ad):
    save(db, buyer, keyword="sofa")
    saved_searches.match_ad(db, ad.id)
    reprice(db, ad, 900_00, name="Teak chair")
    assert notices(db) == ["saved_search_ad"]
    assert len(mails(db)) == 1


def test_new_and_cheaper_ones_come_in_one_mail(db: Session, buyer, ad, monkeypatch):
    save(db, buyer, Cadence.DAILY, keyword="sofa")
    saved_searches.match_ad(db, ad.id)
    reprice(db, ad, 900_00)
    saved_searches.send_alerts(db)
    assert mails(db)[-1].subject == "New ad for “sofa”"
    assert "₹900\n" in mails(db)[-1].text.replace(" · ", "\n")
    later = clock.now() + timedelta(days=1)
    monkeypatch.setattr(clock, "now", lambda: later)
    seller = factories.seller(db)
    saved_searches.match_ad(db, factories.ad(db, seller, factories.category(db), name="Cane sofa").id)
    reprice(db, ad, 800_00)
    saved_searches.send_alerts(db)
    assert mails(db)[-1].subject == "2 new ads and price drops for “sofa”"
    assert len(mails(db)) == 2


def test_alerts_are_sent_in_batches_until_none_is_left(db: Session, ad):
    people = [factories.buyer(db) for _ in range(5)]
    for person in people:
        save(db, person, keyword="sofa")
    told = [saved_searches.match_ad(db, ad.id, limit=2) for _ in range(4)]
    assert told == [2, 2, 1, 0]
    reprice(db, ad, 1_100_00)
    version = db.get(AdVersion, ad.live_version_id)
    assert version
    version.price_paise = 900_00
    listings.refresh(db, ad.id)
    assert [saved_searches.match_ad(db, ad.id, limit=3) for _ in range(3)] == [3, 2, 0]
    assert len(mails(db)) == 10


def test_a_person_is_alerted_once_per_ad(db: Session, buyer, ad):
    other = factories.buyer(db)
    searches = [save(db, buyer, cadence, keyword=words) for cadence, words in (
        (Cadence.WEEKLY, "sofa"), (Cadence.AT_ONCE, "teak sofa"), (Cadence.DAILY, "teak"))]  # fmt: skip
    save(db, other, keyword="sofa")
    assert saved_searches.match_ad(db, ad.id) == 2
    assert notices(db) == ["saved_search_ad"] * 2
    assert sorted(mail.subject for mail in mails(db)) == ["New ad for “sofa”", "New ad for “teak sofa”"]
    assert saved_searches.send_alerts(db) == 0
    assert len(db.exec(select(SavedSearchMatch)).all()) == 4
    assert reprice(db, ad, 900_00) == 2
    assert notices(db)[2:] == ["saved_search_cheaper"] * 2
    assert sorted(mail.subject for mail in mails(db)[2:]) == ["Price drop for “sofa”", "Price drop for “teak sofa”"]
    saved_searches.delete_saved_search(db, factories.actor(buyer), searches[1].id)
    assert reprice(db, ad, 800_00) == 2
    assert saved_searches.send_alerts(db) == 1
    assert mails(db)[-1].subject == "Price drop for “teak”"
    assert len(notices(db)) == 6


def test_an_ad_alerted_by_one_search_is_not_alerted_by_another(db: Session, buyer, ad):
    save(db, buyer, keyword="sofa")
    saved_searches.match_ad(db, ad.id)
    save(db, buyer, keyword="cane")
    save(db, buyer, keyword="under 950")
    assert reprice(db, ad, 1_000_00, title="Cane seat") == 1
    assert len(notices(db)) == len(mails(db)) == 1
    # A fall is told by a search that knew the dearer ad; where none of these finds it any more, by one that does now.
    assert reprice(db, ad, 900_00) == 1
    assert notices(db)[1:] == ["saved_search_cheaper"]
    save(db, buyer, keyword="divan")
    assert reprice(db, ad, 800_00, name="Divan", title="") == 1
    assert mails(db)[-1].subject == "Price drop for “under 950”"
    save(db, buyer, keyword="chair")
    assert reprice(db, ad, 990_00, name="Chair", title="") == 1
    assert reprice(db, ad, 970_00, name="Stool", title="") == 0
    assert len(notices(db)) == len(mails(db)) == 3


def test_a_waiting_alert_keeps_its_first_price(db: Session, buyer, ad):
    save(db, buyer, Cadence.DAILY, keyword="sofa")
    saved_searches.match_ad(db, ad.id)
    save(db, buyer, Cadence.AT_ONCE, keyword="teak")
    assert reprice(db, ad, 900_00) == 1
    # The new search would mail at once, but the ad waits to be mailed anyhow.
    assert (notices(db), mails(db)) == (["saved_search_ad", "saved_search_cheaper"], [])
    assert saved_searches.send_alerts(db) == 1
    assert "₹900" in mails(db)[0].text


def test_one_click_ends_the_mails_of_one_search(db: Session, buyer, ad):
    sofa, teak = save(db, buyer, keyword="sofa"), save(db, buyer, keyword="teak")
    saved_searches.match_ad(db, ad.id)
    headers = next(mail.headers for mail in mails(db) if "sofa”" in mail.subject)
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    token = headers["List-Unsubscribe"].split("token=")[1].rstrip(">")
    for wrong in ("", ".", "x", token[:-1], f"{teak.id}.{token.split('.')[1]}"):
        with pytest.raises(NotFound):
            saved_searches.stop_alerts(db, ANONYMOUS, wrong)
    saved_searches.stop_alerts(db, ANONYMOUS, token)
    saved_searches.stop_alerts(db, ANONYMOUS, token)
    wanted = {one.id: one.wants_mail for one in saved_searches.list_saved_searches(db, factories.actor(buyer))}
    assert wanted == {sofa.id: False, teak.id: True}
    reprice(db, ad, 900_00)
    assert [mail.subject for mail in mails(db)] == ["New ad for “sofa”", "Price drop for “teak”"]
    assert len(notices(db)) == 2
    saved_searches.delete_saved_search(db, factories.actor(buyer), sofa.id)
    saved_searches.stop_alerts(db, ANONYMOUS, token)


def test_matches_while_mails_were_off_are_not_mailed_later(db: Session, buyer, ad):
    me, saved = factories.actor(buyer), save(db, buyer, Cadence.DAILY, keyword="sofa")
    saved_searches.match_ad(db, ad.id)
    saved_searches.change_saved_search(db, me, saved.id, wants_mail=False)
    assert saved_searches.send_alerts(db) == 0
    reprice(db, ad, 900_00)
    saved_searches.change_saved_search(db, me, saved.id, wants_mail=True)
    assert saved_searches.send_alerts(db) == 0
    reprice(db, ad, 800_00)
    assert saved_searches.send_alerts(db) == 1


def test_waiting_matches_are_mailed_when_immediate_alerts_are_chosen(db: Session, buyer, ad):
    saved = save(db, buyer, Cadence.WEEKLY, keyword="sofa")
    saved_searches.match_ad(db, ad.id)
    saved_searches.send_alerts(db)
    reprice(db, ad, 900_00)
    assert saved_searches.send_alerts(db) == 0
    saved_searches.change_saved_search(db, factories.actor(buyer), saved.id, cadence=Cadence.AT_ONCE)
    assert [saved_searches.send_alerts(db), saved_searches.send_alerts(db)] == [1, 0]
    assert len(mails(db)) == 2


def test_only_the_owner_changes_a_search(db: Session, buyer):
    saved, me = save(db, buyer, Cadence.WEEKLY, keyword="sofa"), factories.actor(buyer)
    with pytest.raises(NotSignedIn):
        saved_searches.change_saved_search(db, ANONYMOUS, saved.id, name="x")
    with pytest.raises(NotFound):
        saved_searches.change_saved_search(db, factories.actor(factories.buyer(db)), saved.id, name="x")
    with pytest.raises(Invalid, match="Please enter a name"):
        saved_searches.change_saved_search(db, me, saved.id, name=" \x00 \n")
    changed = saved_searches.change_saved_search(
        db, me, saved.id, name=f" For the \n hall {'x' * 200}", cadence=Cadence.DAILY
    )
    assert (changed.name[:13], len(changed.name), changed.cadence) == ("For the hall ", 120, "daily")
    assert saved_searches.change_saved_search(db, me, saved.id) == changed
    # Saved once more from the results, without a choice: what was chosen before stays.
    assert saved_searches.save_search(db, me, SearchQuery(keyword="sofa")) == changed


def test_an_approved_change_of_the_price_reaches_the_searches(db: Session, buyer, ad):
    save(db, buyer, keyword="sofa")
    saved_searches.match_ad(db, ad.id)
    seller = factories.actor(db.get(factories.Account, ad.seller_id))
    draft = ads.to_draft(ads.get(db, seller, ad.id))
    ads.revise(db, seller, ad.id, draft.model_copy(update={"price": 800, "title": "Cheaper now"}))
    ads.approve(db, factories.actor(factories.admin(db)), ad.id)
    db.commit()
    jobs.run_due(schedule.HANDLERS)
    unread = content.list_notifications(db, factories.actor(buyer)).items
    assert unread[0].text == "'Teak Sofa' from your saved search 'sofa' now costs ₹800."


def test_ads_published_together_are_matched_in_one_pass(db: Session, buyer, monkeypatch):
    passes = []
    find = saved_searches.find_candidates
    monkeypatch.setattr(saved_searches, "find_candidates", lambda *args: passes.append(1) or find(*args))
    seller, category = factories.seller(db), factories.category(db, "Furniture")
    save(db, buyer, keyword="sofa")
    save(db, factories.buyer(db), keyword="table")
    admin = factories.actor(factories.admin(db))
    for name in ("Teak sofa", "Cane sofa", "Round table", "Lamp"):
        ads.approve(db, admin, factories.ad(db, seller, category, status=AdStatus.PENDING, name=name).id)
    db.commit()
    jobs.run_due(schedule.HANDLERS)
    assert len(passes) == 1
    assert len(content.list_notifications(db, factories.actor(buyer)).items) == 2
    assert db.exec(select(func.count()).select_from(SavedSearchMatch)).one() == 3


def test_an_ad_changed_after_matching_is_checked_again(db: Session, buyer, ad):
    save(db, buyer, keyword="sofa")
    candidates = saved_searches.find_candidates(db, [ad.id, "gone"])
    assert [len(found) for found in candidates.values()] == [1]
    version = db.get(AdVersion, ad.live_version_id)
    version.name = "Teak cupboard"
    listings.refresh(db, ad.id)
    assert saved_searches.match_ad(db, ad.id, candidates=candidates[ad.id]) == 0


def test_a_deleted_search_does_not_stop_the_others(db: Session, buyer, ad, monkeypatch):
    saved = save(db, buyer, keyword="sofa")
    found = saved_searches.alerts.list_waiting

    def gone(session, *args):
        rows = found(session, *args)
        session.expunge_all()
        saved_searches.delete_saved_search(session, factories.actor(buyer), saved.id)
        return rows

    monkeypatch.setattr(saved_searches.alerts, "list_waiting", gone)
    assert saved_searches.match_ad(db, ad.id) == 0
    assert db.exec(select(SavedSearchMatch)).all() == []
    assert db.exec(select(SavedSearch)).all() == []


def test_another_search_mails_the_matches_of_a_deleted_one(db: Session, buyer, ad):
    me, stranger = factories.actor(buyer), factories.buyer(db)
    daily, weekly, third = (
        save(db, buyer, cadence, keyword=words)
        for cadence, words in ((Cadence.DAILY, "sofa"), (Cadence.WEEKLY, "teak"), (Cadence.WEEKLY, "teak sofa"))
    )
    save(db, stranger, Cadence.DAILY, keyword="chair")
    saved_searches.match_ad(db, ad.id)
    saved_searches.change_saved_search(db, me, third.id, wants_mail=False)
    saved_searches.delete_saved_search(db, me, daily.id)
    assert saved_searches.send_alerts(db) == 1
    assert [mail.subject for mail in mails(db)] == ["New ad for “teak”"]
    reprice(db, ad, 900_00)
    saved_searches.change_saved_search(db, me, third.id, wants_mail=True)
    saved_searches.change_saved_search(db, me, weekly.id, wants_mail=False)
    saved_searches.change_saved_search(db, me, third.id, cadence=Cadence.AT_ONCE)
    assert [saved_searches.send_alerts(db), saved_searches.send_alerts(db)] == [1, 0]
    assert mails(db)[-1].subject == "Price drop for “teak sofa”"
    assert "₹900" in mails(db)[-1].text
    assert "₹1,000" in mails(db)[-1].text
    # The last of them takes what waits along.
    reprice(db, ad, 800_00)
    saved_searches.change_saved_search(db, me, third.id, wants_mail=False)
    assert saved_searches.send_alerts(db) == 0
