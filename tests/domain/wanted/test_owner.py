"""What buyers do with their wanted ads."""

from datetime import timedelta

import pytest
from sqlmodel import Session, select

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Conflict, Forbidden, Invalid, NotFound, NotSignedIn, RuleBroken, TooMany
from marketplace.domain import wanted
from marketplace.models import AuditEntry, Notification, WantedAd
from marketplace.settings import get_settings
from tests import factories
from tests.domain.wanted.conftest import Market


def _calls(db: Session, market: Market, wanted_id: str):
    return (
        lambda who: wanted.create(db, who, market.draft()),
        lambda who: wanted.list_own(db, who),
        lambda who: wanted.revise(db, who, wanted_id, market.draft()),
        lambda who: wanted.renew(db, who, wanted_id),
        lambda who: wanted.end(db, who, wanted_id),
        lambda who: wanted.get_own(db, who, wanted_id),
    )


def test_anonymous_callers_must_sign_in(db: Session, market: Market):
    for ask in _calls(db, market, market.want().id):
        with pytest.raises(NotSignedIn):
            ask(ANONYMOUS)


def test_sellers_and_admins_have_none(db: Session, market: Market):
    for ask in _calls(db, market, market.want().id):
        for who in (market.as_seller, factories.actor(factories.admin(db))):
            with pytest.raises(Forbidden):
                ask(who)


def test_the_wrong_owner_changes_nothing(db: Session, market: Market):
    made, other = market.want(), factories.actor(factories.buyer(db))
    for ask in _calls(db, market, made.id)[2:]:
        with pytest.raises(NotFound):
            ask(other)
    assert wanted.list_own(db, other).items == ()
    assert wanted.list_own(db, market.as_buyer).items == (made,)


def test_add_change_end(db: Session, market: Market):
    made = market.want(title="  A sofa\nfor two ", details=" Teak. ", max_price="₹15,000", state="")
    assert (made.title, made.details, made.price_text) == ("A sofa for two", "Teak.", "up to ₹15,000")
    assert (made.city, made.state, made.status) == ("Pune", "Maharashtra", "live")
    assert made.expires_at - made.created_at == timedelta(days=30)
    changed = wanted.revise(db, market.as_buyer, made.id, market.draft(title="An armchair", city="Poona"))
    assert (changed.title, changed.max_price_paise, changed.city, changed.id) == ("An armchair", None, "Pune", made.id)
    for _ in range(2):
        wanted.end(db, market.as_buyer, made.id)
    assert [view.status for view in wanted.list_own(db, market.as_buyer).items] == ["ended"]
    with pytest.raises(NotFound):
        wanted.get_own(db, market.as_buyer, made.id)
    for ask in _calls(db, market, made.id)[2:4]:
        with pytest.raises(Conflict):
            ask(market.as_buyer)


def test_rentals_are_priced_in_the_usual_unit(db: Session, market: Market):
    unit = market.category.rental_price_unit
    made = market.want(ad_type="rent", max_price=500)
    assert made.price_unit == unit
    assert made.price_text.startswith("up to ₹500 ")
    assert wanted.get_price_unit_text(db, ANONYMOUS, "rent", market.category.id)
    for ad_type, category_id in (("sell", market.category.id), ("rent", "nothing"), ("", "")):
        assert wanted.get_price_unit_text(db, ANONYMOUS, ad_type, category_id) == ""


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("title", {"title": " "}),
        ("title", {"title": "a" * 81}),
        ("title", {"title": "Call 98765 43210"}),
        ("details", {"details": "a" * 1001}),
        ("details", {"details": "Write to asha@example.org."}),
        ("producttype", {"ad_type": "swap"}),
        ("subcategoryId", {"subcategory_id": "nothing"}),
        ("subcategoryId", {"subcategory_id": "\x00"}),
        ("maxPrice", {"max_price": "cheap"}),
        ("maxPrice", {"max_price": 0}),
        ("maxPrice", {"max_price": -1}),
        ("city", {"city": "Nowhere at all"}),
        ("city", {"city": ""}),
        ("city", {"state": "Goa"}),
    ],
)
def test_odd_input_names_its_field(db: Session, market: Market, field: str, values: dict):
    with pytest.raises(Invalid) as refused:
        wanted.create(db, market.as_buyer, market.draft(**values))
    assert [error["field"] for error in refused.value.errors] == [field]


def test_all_errors_are_listed(db: Session, market: Market):
    with pytest.raises(Invalid) as refused:
        wanted.create(db, market.as_buyer, wanted.WantedDraft())
    fields = [error["field"] for error in refused.value.errors]
    assert fields == ["title", "producttype", "subcategoryId", "city"]


@pytest.mark.parametrize("odd", ["", "nothing", "\x00", "a" * 300])
def test_odd_ids_are_not_found(db: Session, market: Market, odd: str):
    for ask in _calls(db, market, odd)[2:]:
        with pytest.raises(NotFound):
            ask(market.as_buyer)


def test_an_account_has_a_bounded_number_of_live_ones(db: Session, market: Market, monkeypatch):
    monkeypatch.setattr(get_settings(), "wanted_max", 2)
    first, _ = market.want(title="First"), market.want(title="Second")
    with pytest.raises(RuleBroken):
        market.want(title="Third")
    market.want(factories.buyer(db))
    wanted.end(db, market.as_buyer, first.id)
    market.want(title="Third")
    # An expired one needs a free place to be renewed, a live one does not.
    row = db.exec(select(WantedAd).where(WantedAd.ended_at.is_(None), WantedAd.owner_id == market.buyer.id)).first()  # pyright: ignore
    assert row is not None
    wanted.renew(db, market.as_buyer, row.id)
    row.expires_at = clock.now() - timedelta(seconds=1)
    factories.save(db, row)
    market.want(title="Fourth")
    with pytest.raises(RuleBroken):
        wanted.renew(db, market.as_buyer, row.id)


def test_new_ones_are_rate_limited(market: Market, monkeypatch):
    monkeypatch.setattr(get_settings(), "limit_wanted", "1 per hour")
    market.want(title="First")
    with pytest.raises(TooMany):
        market.want(title="Second")


def test_expired_ones_are_renewed(db: Session, market: Market, monkeypatch):
    made = market.want()
    later = clock.now() + timedelta(days=30, minutes=1)
    monkeypatch.setattr(clock, "now", lambda: later)
    (over,) = wanted.list_own(db, market.as_buyer).items
    assert (over.status, market.titles_for(market.seller)) == ("expired", [])
    again = wanted.renew(db, market.as_buyer, made.id)
    assert (again.status, again.expires_at) == ("live", later + timedelta(days=30))
    assert market.titles_for(market.seller) == [made.title]


def test_live_ones_come_first(db: Session, market: Market):
    first, second = market.want(title="First"), market.want(title="Second")
    wanted.end(db, market.as_buyer, second.id)
    assert [view.id for view in wanted.list_own(db, market.as_buyer).items] == [first.id, second.id]


def test_moderators_end_one_with_a_reason(db: Session, market: Market):
    made, admin = market.want(), factories.actor(factories.moderator(db))
    for who, error in ((ANONYMOUS, NotSignedIn), (market.as_buyer, Forbidden), (market.as_seller, Forbidden)):
        with pytest.raises(error):
            wanted.end_by_moderator(db, who, made.id, "Spam")
    with pytest.raises(Invalid):
        wanted.end_by_moderator(db, admin, made.id, " ")
    with pytest.raises(NotFound):
        wanted.end_by_moderator(db, admin, "nothing", "Spam")
    wanted.end_by_moderator(db, admin, made.id, "It offers a sofa.")
    with pytest.raises(Conflict):
        wanted.end_by_moderator(db, admin, made.id, "Again")
    (over,) = wanted.list_own(db, market.as_buyer).items
    assert (over.status, over.ended_reason) == ("ended", "It offers a sofa.")
    assert market.titles_for(market.seller) == []
    (notice,) = db.exec(select(Notification).where(Notification.account_id == market.buyer.id)).all()
    assert (notice.kind, notice.link) == ("wanted_ended", "/user/wanted")
    assert [entry.action for entry in db.exec(select(AuditEntry)).all()] == ["wanted.end"]
