"""Which sellers see a wanted ad, and how they offer their ads."""

import pytest
from sqlalchemy import Connection, event
from sqlmodel import Session, select

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Conflict, Forbidden, NotFound, NotSignedIn, RuleBroken
from marketplace.domain import accounts, ads, chat, moderation, wanted
from marketplace.domain.moderation import ReportDraft
from marketplace.domain.paging import Window
from marketplace.models import AdStatus, Message
from marketplace.settings import get_settings
from tests import factories
from tests.domain.wanted.conftest import Market


def test_only_sellers_list_and_answer(db: Session, market: Market):
    made = market.want()
    for ask in (
        lambda who: wanted.list_matching(db, who),
        lambda who: wanted.answer(db, who, made.id, market.ad.id),
    ):
        with pytest.raises(NotSignedIn):
            ask(ANONYMOUS)
        for who in (market.as_buyer, factories.actor(factories.admin(db))):
            with pytest.raises(Forbidden):
                ask(who)


def test_a_seller_sees_it_with_the_fitting_ads(db: Session, market: Market):
    made = market.want(details="Teak.", max_price=9000)
    second = market.sell(market.seller, name="Sofa bed", price_paise=8000_00)
    market.sell(market.seller, ad_type="rent")
    (seen,) = wanted.list_matching(db, market.as_seller).items
    assert (seen.id, seen.details, seen.price_text) == (made.id, "Teak.", "up to ₹9,000")
    assert [(ad.id, ad.name, ad.price_text) for ad in seen.ads] == [
        (second.id, "Sofa Bed", "₹8,000"),
        (market.ad.id, "Teak Sofa", ""),
    ]
    # Nothing says who the buyer is.
    assert market.buyer.id not in seen.model_dump_json()
    assert market.buyer.name not in seen.model_dump_json()


@pytest.mark.parametrize(
    ("values", "sees"),
    [
        ({}, True),
        ({"city": "PUNE", "state": "maharashtra"}, True),
        ({"ad_type": "rent"}, False),
        ({"status": AdStatus.PENDING}, False),
        ({"status": AdStatus.SOLD}, False),
        ({"status": AdStatus.PAUSED}, False),
        ({"city": "Mumbai"}, False),
        ({"state": "Goa"}, False),
        # Pimpri, 15 km away, and Mumbai, 120 km away.
        ({"city": "Pimpri", "latitude": 18.62, "longitude": 73.8}, True),
        ({"city": "Mumbai", "latitude": 19.07, "longitude": 72.88}, False),
        ({"subcategory_id": None}, False),
    ],
)
def test_who_sees_it(market: Market, values: dict, sees: bool):
    market.want(title="A sofa")
    seller = factories.seller(market.db)
    market.sell(seller, **values)
    assert market.titles_for(seller) == (["A sofa"] if sees else [])


def test_the_radius_is_a_setting(market: Market, monkeypatch):
    seller = factories.seller(market.db)
    market.sell(seller, city="Mumbai", latitude=19.07, longitude=72.88)
    market.want()
    monkeypatch.setattr(get_settings(), "wanted_radius_km", 110)
    assert market.titles_for(seller) == []
    monkeypatch.setattr(get_settings(), "wanted_radius_km", 130)
    assert market.titles_for(seller) == ["A sofa for two"]


@pytest.mark.parametrize("by_buyer", [True, False])
def test_a_block_hides_it_from_each_other(db: Session, market: Market, by_buyer: bool):
    made = market.want()
    pair = (market.as_buyer, market.seller.id) if by_buyer else (market.as_seller, market.buyer.id)
    chat.block(db, *pair)
    db.commit()
    assert market.titles_for(market.seller) == []
    with pytest.raises(NotFound):
        wanted.answer(db, market.as_seller, made.id, market.ad.id)
    assert market.titles_for(_with_ad(market)) == [made.title]


def _with_ad(market: Market):
    seller = factories.seller(market.db)
    market.sell(seller)
    return seller


def test_ones_of_suspended_accounts_vanish_and_return(db: Session, market: Market):
    made, admin = market.want(), factories.actor(factories.admin(db))
    accounts.suspend(db, admin, market.buyer.id, reason="Spam")
    db.commit()
    assert market.titles_for(market.seller) == []
    with pytest.raises(NotFound):
        wanted.answer(db, market.as_seller, made.id, market.ad.id)
    accounts.restore(db, admin, market.buyer.id)
    db.commit()
    assert market.titles_for(market.seller) == [made.title]


def test_the_seller_account_of_the_same_person_does_not_see_it(db: Session, market: Market):
    twin = factories.seller(db, email=market.buyer.email)
    market.sell(twin)
    market.want()
    assert market.titles_for(twin) == []


def test_pages_are_read_in_a_constant_number_of_statements(db: Session, connection: Connection, market: Market):
    for number in range(5):
        market.want(title=f"Sofa {number}")
    market.sell(market.seller)
    owner, counts = market.as_seller, []
    for limit in (1, 2):
        statements: list[str] = []
        counter = lambda _c, _cursor, statement, *_rest, into=statements: into.append(statement)  # noqa: E731
        event.listen(connection, "before_cursor_execute", counter)
        db.expire_all()
        page = wanted.list_matching(db, owner, window=Window(page=2, limit=limit))
        event.remove(connection, "before_cursor_execute", counter)
        counts.append(len(statements))
    assert counts[1] <= counts[0] <= 10
    assert ([view.title for view in page.items], page.total) == (["Sofa 2", "Sofa 1"], 5)


def test_an_ad_is_offered_once_in_the_chat(db: Session, market: Market):
    made, second = market.want(), market.sell(market.seller, price_paise=8000_00)
    sent = wanted.answer(db, market.as_seller, made.id, market.ad.id)
    db.commit()
    assert (sent.receiver_id, sent.ad_id) == (market.buyer.id, market.ad.id)
    assert sent.text == "You are looking for “A sofa for two”. I have this: Teak Sofa"
    with pytest.raises(Conflict):
        wanted.answer(db, market.as_seller, made.id, market.ad.id)
    (seen,) = wanted.list_matching(db, market.as_seller).items
    assert {ad.id: ad.offered for ad in seen.ads} == {market.ad.id: True, second.id: False}
    assert wanted.answer(db, market.as_seller, made.id, second.id).text.endswith(", ₹8,000")
    db.commit()
    assert len(db.exec(select(Message)).all()) == 2
    # It resembles no fraud.
    seen = chat.list_messages(db, market.as_buyer, market.buyer.id, market.seller.id).messages
    assert [message.warnings for message in seen] == [(), ()]


def test_only_own_fitting_ads_are_offered(db: Session, market: Market):
    made = market.want()
    foreign = market.sell(factories.seller(db))
    rental = market.sell(market.seller, ad_type="rent")
    gone = market.sell(market.seller)
    ads.delete(db, market.as_seller, gone.id)
    for ad_id in (foreign.id, rental.id, gone.id, "", "nothing"):
        with pytest.raises(RuleBroken):
            wanted.answer(db, market.as_seller, made.id, ad_id)
    for wanted_id in ("", "nothing", "\x00", market.ad.id):
        with pytest.raises(NotFound):
            wanted.answer(db, market.as_seller, wanted_id, market.ad.id)
    assert db.exec(select(Message)).all() == []


def test_an_ended_one_takes_no_answer(db: Session, market: Market):
    made = market.want()
    wanted.end(db, market.as_buyer, made.id)
    with pytest.raises(NotFound):
        wanted.answer(db, market.as_seller, made.id, market.ad.id)


def test_reports(db: Session, market: Market):
    made = market.want()
    draft = ReportDraft(target="wanted", target_id=made.id, reason="spam")
    admin = factories.actor(factories.admin(db))
    with pytest.raises(NotSignedIn):
        moderation.report(db, ANONYMOUS, draft)
    for who in (factories.buyer(db), factories.seller(db)):
        with pytest.raises(NotFound):
            moderation.report(db, factories.actor(who), draft)
    with pytest.raises(RuleBroken):
        moderation.report(db, market.as_buyer, draft)
    moderation.report(db, market.as_seller, draft)
    (report,) = moderation.list_reports(db, admin).items
    assert (report.target, report.target_name) == ("wanted", made.title)
    shown = moderation.get_report(db, admin, report.id).wanted
    assert shown is not None
    assert shown.id == made.id
