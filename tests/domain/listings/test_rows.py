"""What is found follows each change of an ad in the same transaction, and can be made anew as a whole."""

from datetime import timedelta

import pytest
from sqlalchemy import event
from sqlmodel import Session, col, select

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.domain import listings, search
from marketplace.domain.paging import EVERYTHING
from marketplace.domain.search import SearchQuery, projection
from marketplace.models import AccountStatus, AdStatus, AdType, AdVersion, AdVersionValue, InputType, Listing
from tests import factories


@pytest.fixture
def seller(db: Session):
    return factories.seller(db)


@pytest.fixture
def furniture(db: Session):
    return factories.category(db, "Furniture")


def find(db: Session, keyword: str = "") -> list[str]:
    return [ad.name for ad in search.list_ads(db, ANONYMOUS, SearchQuery(keyword=keyword), EVERYTHING).items]


def test_a_withdrawn_ad_is_gone_in_the_same_transaction(db: Session, seller, furniture):
    ad = factories.ad(db, seller, furniture, name="Teak sofa")
    assert find(db, keyword="sofa") == ["Teak sofa"]
    ad.status = AdStatus.SOLD
    db.add(ad)
    listings.refresh(db, ad.id)
    assert find(db, keyword="sofa") == find(db) == []
    ad.status = AdStatus.APPROVED
    db.add(ad)
    listings.refresh(db, ad.id)
    assert find(db, keyword="sofa") == ["Teak sofa"]


def test_a_suspended_sellers_ads_are_gone_until_restored(db: Session, seller, furniture):
    factories.ad(db, seller, furniture, name="Teak sofa")
    factories.ad(db, factories.seller(db), furniture, name="Cane sofa")
    seller.status = AccountStatus.SUSPENDED
    db.add(seller)
    listings.refresh_seller(db, seller.id)
    assert find(db, keyword="sofa") == find(db) == ["Cane sofa"]
    seller.status = AccountStatus.ACTIVE
    db.add(seller)
    listings.refresh_seller(db, seller.id)
    assert sorted(find(db, keyword="sofa")) == ["Cane sofa", "Teak sofa"]


def test_restoring_many_ads_takes_as_many_statements_as_restoring_few(db: Session, connection, seller, furniture):
    def restore() -> int:
        seller.status = AccountStatus.SUSPENDED
        db.add(seller)
        listings.refresh_seller(db, seller.id)
        seller.status = AccountStatus.ACTIVE
        db.add(seller)
        sent.clear()
        listings.refresh_seller(db, seller.id)
        return len(sent)

    sent: list[str] = []
    event.listen(connection, "before_cursor_execute", lambda _c, _cursor, text, *_more: sent.append(text))
    moment = clock.now() - timedelta(days=1)
    for n in range(2):
        factories.ad(db, seller, furniture, name=f"Sofa {n}", first_approved_at=moment - timedelta(hours=n))
    few = restore()
    for n in range(2, 12):
        factories.ad(db, seller, furniture, name=f"Sofa {n}", first_approved_at=moment - timedelta(hours=n))
    assert restore() == few
    assert find(db) == [f"Sofa {n}" for n in range(12)]


def test_ads_of_one_moment_are_restored_beside_each_other_and_beside_others(db: Session, seller, furniture):
    moment = clock.now() - timedelta(days=1)
    other = factories.seller(db)
    for n in range(3):
        factories.ad(db, seller, furniture, name=f"Sofa {n}", first_approved_at=moment)
    seller.status = AccountStatus.SUSPENDED
    db.add(seller)
    listings.refresh_seller(db, seller.id)
    # They took the numbers that the suspended ones had.
    for n in range(3, 6):
        factories.ad(db, other, furniture, name=f"Sofa {n}", first_approved_at=moment)
    seller.status = AccountStatus.ACTIVE
    db.add(seller)
    listings.refresh_seller(db, seller.id)
    assert sorted(find(db)) == [f"Sofa {n}" for n in range(6)]


def test_an_edited_ad_is_found_by_its_new_words_only(db: Session, seller, furniture):
    ad = factories.ad(db, seller, furniture, name="Teak sofa")
    version = AdVersion(ad_id=ad.id, number=2, name="Cane chair", ad_type=AdType.SELL, category_id=furniture.id)
    db.add(version)
    ad.live_version_id = version.id
    db.add(ad)
    listings.refresh(db, ad.id)
    assert find(db, keyword="sofa") == []
    assert find(db, keyword="chair") == ["Cane chair"]


def test_refreshing_again_changes_nothing(db: Session, seller, furniture):
    ad = factories.ad(db, seller, furniture, name="Teak sofa")
    before = db.exec(select(Listing)).one().model_dump()
    listings.refresh(db, ad.id, ad.id)
    db.expire_all()
    assert db.exec(select(Listing)).one().model_dump() == before
    assert find(db, keyword="sofa") == ["Teak sofa"]


def test_rebuild_gives_what_refresh_gave(db: Session, seller, furniture):
    for n in range(7):
        price = None if n == 3 else 999_99 + n
        factories.ad(
            db, seller, furniture, name=f"Teak sofa {n}", price_paise=price, discount_basis_points=n * 333, city="Pune"
        )
    factories.ad(db, seller, furniture, name="Hidden sofa", status=AdStatus.PENDING)

    def state():
        db.expire_all()
        rows = [row.model_dump() for row in db.exec(select(Listing).order_by(Listing.number))]
        return rows, find(db, keyword="sofa"), find(db, keyword="pune")

    before = state()
    assert listings.rebuild(db) == 7
    assert state() == before


def test_rebuild_when_all_were_approved_at_one_moment(db: Session, seller, furniture):
    approved = clock.now() - timedelta(days=1)
    for n in range(5):
        factories.ad(db, seller, furniture, name=f"sofa {n}", first_approved_at=approved)
    listings.rebuild(db)
    assert len(find(db, keyword="sofa")) == 5


@pytest.mark.parametrize("microsecond", [0, 1, 499_999, 999_499, 999_500, 999_999])
def test_a_listing_has_the_moment_of_its_publication_as_its_number(db: Session, seller, furniture, microsecond: int):
    moment = (clock.now() - timedelta(days=1)).replace(microsecond=microsecond)
    factories.ad(db, seller, furniture, first_approved_at=moment)
    number = db.exec(select(Listing.number)).one()
    assert number == int(moment.replace(microsecond=0).timestamp()) * 1_000_000 + microsecond


def test_discounts_round_as_money_does(db: Session, seller, furniture):
    from marketplace.core.money import apply_discount

    cases = [(1, 5000), (3, 5000), (99_999, 3333), (10**15, 1), (10**15 - 1, 9999), (12_345, 10_000), (7, 0)]
    ads: dict[str, tuple[int, int]] = {}
    for price, off in cases:
        ad = factories.ad(db, seller, furniture, price_paise=price, discount_basis_points=off)
        ads[ad.id] = (price, off)
    for row in db.exec(select(Listing)):
        assert row.price_paise == apply_discount(*ads[row.ad_id])


def test_only_the_values_of_the_changed_ads_are_read(db: Session, seller, furniture):
    shelf = factories.subcategory(db, furniture)
    colour = factories.field(db, shelf, "Colour", InputType.TEXT)
    for n in range(3):
        factories.ad(db, seller, furniture, subcategory_id=shelf.id, first_approved_at=clock.now() - timedelta(days=n))
    for version in db.exec(select(AdVersion)):
        db.add(AdVersionValue(version_id=version.id, field_id=colour.id, label="Colour", input_type="text", text="red"))
    db.flush()
    oldest, _, newest = sorted(db.exec(select(Listing.number)))
    _, values = projection._read(db.connection(), col(Listing.number).in_([oldest, newest]))
    assert [value["number"] for value in values] == [oldest, newest]
