"""Texts that differ in the case of their letters only are the same, in every script and on every database."""

from datetime import timedelta

import pytest
from sqlmodel import Session, func, select

from marketplace.core import clock
from marketplace.core.errors import Conflict
from marketplace.domain import accounts, ads, catalog, chat, moderation, wanted
from marketplace.domain.catalog import queries
from marketplace.models import AccountKind, AdType, WantedAd
from tests import factories

# As it is stored, and as somebody types it.
NAMES = [("Élan Москва", "élan москва"), ("élan ώρα", "ÉLAN ΏΡΑ"), ("Teak", "TEAK")]
# Forms of one name, as fonts and keyboards write it.
FORMS = [
    ("Straße", "STRASSE"),
    ("Office", "o\ufb03ce"),
    ("Cars", "Ｃａｒｓ"),
    ("Straße", "ＳＴＲＡＳＳＥ"),
    ("Élan", "E\u0301LAN"),
]


@pytest.fixture(params=NAMES, ids=lambda pair: pair[0])
def names(request) -> tuple[str, str]:
    return request.param


def test_the_database_compares_as_the_program(db: Session):
    for typed in ("ÉMILE", "МОСКВА", "ΏΡΑ", "plain", ""):
        assert db.scalar(select(func.lower(typed))) == typed.lower()
    assert db.scalar(select(func.lower(None))) is None


def test_a_name_in_another_case_is_taken(db: Session, names):
    stored, typed = names
    admin = factories.actor(factories.admin(db))
    category = catalog.create_category(db, admin, stored)
    other = catalog.create_category(db, admin, "Other")
    catalog.create_subcategory(db, admin, category.id, stored)
    inner = catalog.create_subcategory(db, admin, category.id, "Other")
    for take in (
        lambda: catalog.create_category(db, admin, typed),
        lambda: catalog.update_category(db, admin, other.id, name=typed),
        lambda: catalog.create_subcategory(db, admin, category.id, typed),
        lambda: catalog.rename_subcategory(db, admin, inner.id, typed),
    ):
        with pytest.raises(Conflict):
            take()
    assert catalog.update_category(db, admin, category.id, name=typed).name == typed


@pytest.mark.parametrize(("stored", "typed"), FORMS)
def test_a_name_in_another_form_is_taken(db: Session, stored: str, typed: str):
    admin = factories.actor(factories.admin(db))
    category, other = (catalog.create_category(db, admin, name) for name in (stored, "Other"))
    inner = [catalog.create_subcategory(db, admin, category.id, name) for name in (stored, "Other")]
    for take in (
        lambda: catalog.create_category(db, admin, typed),
        lambda: catalog.update_category(db, admin, other.id, name=typed),
        lambda: catalog.create_subcategory(db, admin, category.id, typed),
        lambda: catalog.rename_subcategory(db, admin, inner[1].id, typed),
    ):
        with pytest.raises(Conflict):
            take()
    factories.buyer(db, username=stored)
    renaming = factories.buyer(db)
    with pytest.raises(Conflict):
        accounts.update_profile(db, factories.actor(renaming), renaming.id, accounts.ProfileDraft(username=typed))


def test_the_longest_names_have_a_key(db: Session):
    """One letter of these becomes 18."""
    admin = factories.actor(factories.admin(db))
    assert catalog.create_category(db, admin, "\ufdfa" * 80).name == "\ufdfa" * 80


def test_accounts_are_found_in_any_case(db: Session, names):
    stored, typed = names
    admin, seller = factories.actor(factories.admin(db)), factories.actor(factories.seller(db))
    values = {"username": stored.replace(" ", "."), "name": stored, "shop_name": stored}
    for name, value in values.items():
        typed_value = typed.replace(" ", ".") if name == "username" else typed
        buyer = factories.buyer(db, **{name: value})
        found = accounts.list_contacts(db, seller, kind=AccountKind.BUYER, q=typed_value).items
        assert [each.id for each in found] == [buyer.id], name
        found = moderation.list_accounts(db, admin, kind="buyer", q=typed_value).items
        assert [each.id for each in found] == [buyer.id], name
        chat.send(db, factories.actor(buyer), seller.account_id, "Hello")
        assert [each.other.id for each in chat.list_conversations(db, seller, q=typed_value)] == [buyer.id], name
        buyer.name = buyer.shop_name = "Gone"
        buyer.username_key = f"gone-{buyer.id}"
        factories.save(db, buyer)


def test_ads_are_found_in_any_case(db: Session, names):
    stored, typed = names
    admin, seller = factories.actor(factories.admin(db)), factories.seller(db)
    by_name = factories.ad(db, seller, factories.category(db), name=stored)
    by_title = factories.ad(db, seller, factories.category(db), title=stored)
    factories.ad(db, seller, factories.category(db))
    expected = {by_name.id, by_title.id}
    assert {ad.id for ad in ads.list_of_seller(db, factories.actor(seller), seller.id, q=typed).items} == expected
    assert {ad.id for ad in ads.list_for_review(db, admin, q=typed).items} == expected


def test_towns_are_the_same_in_any_case(db: Session, names):
    stored, typed = names
    seller, buyer = factories.seller(db), factories.buyer(db)
    category = factories.category(db)
    subcategory = factories.subcategory(db, category)
    factories.ad(db, seller, category, subcategory_id=subcategory.id, city=typed, state=typed)
    place = {"city": stored, "state": stored, "latitude": 0.0, "longitude": 0.0, "km_per_longitude": 1.0}
    item = WantedAd(owner_id=buyer.id, title="Sofa", ad_type=AdType.SELL, subcategory_id=subcategory.id, **place,
                    expires_at=clock.now() + timedelta(days=1))  # fmt: skip
    factories.save(db, item)
    assert [each.id for each in wanted.list_matching(db, factories.actor(seller)).items] == [item.id]


def test_two_administrators_at_once_cannot_take_one_name(db: Session, names, monkeypatch):
    stored, typed = names
    admin = factories.actor(factories.admin(db))
    category = catalog.create_category(db, admin, stored)
    catalog.create_subcategory(db, admin, category.id, stored)
    # The other one has not committed yet, so nobody sees the name.
    monkeypatch.setattr(queries, "find_category_named", lambda *_: None)
    monkeypatch.setattr(queries, "find_subcategory_named", lambda *_: None)
    with pytest.raises(Conflict):
        catalog.create_category(db, admin, typed)
    with pytest.raises(Conflict):
        catalog.create_subcategory(db, admin, category.id, typed)
