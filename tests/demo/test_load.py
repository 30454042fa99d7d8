"""The demo's rows: complete, believable, allowed, and all or nothing."""

from collections import Counter
from collections.abc import Callable

import pytest
from sqlalchemy import inspect
from sqlmodel import Session, col, func, select

from marketplace.cli import start
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import ConfigurationError, Conflict, NotSignedIn
from marketplace.core.money import apply_discount
from marketplace.demo import load as demo
from marketplace.demo.cities import NEIGHBOURHOODS
from marketplace.demo.goods import SUBCATEGORIES
from marketplace.demo.members import ADMIN, BUYER, PASSWORD, SELLER
from marketplace.demo.pictures import pool
from marketplace.domain import accounts, catalog, handovers, listings, reviews, search
from marketplace.domain.display_names import title_case
from marketplace.domain.paging import Window
from marketplace.integrations.geocode import get_gazetteer
from marketplace.models import (
    Account,
    AccountKind,
    Ad,
    AdStatus,
    AdType,
    AdVersion,
    AdVersionImage,
    AdVersionValue,
    AuditEntry,
    Booking,
    Category,
    ConditionEntry,
    Conversation,
    ConversationParty,
    Enquiry,
    InputType,
    Listing,
    Message,
    Notification,
    Testimonial,
    Upload,
    WishlistItem,
)
from marketplace.settings import get_settings
from tests import factories

pytestmark = pytest.mark.usefixtures("undrawn")
# Words in names of ads, and the subjects of pictures that show such a thing.
KINDS = {
    "i20": "hatchback",
    "City": "sedan bicycle office",
    "Creta": "suv",
    "Royal Enfield": "motorcycle",
    "Activa": "scooter",
    "flat": "flat bedroom livingroom",
    "house": "villa pots",
    "office": "office pots",
    "shop": "shop",
    "warehouse": "warehouse",
    "plot": "plot",
    "iPhone": "phone",
    "iPad": "tablet",
    "Apple Watch": "smartwatch",
    "MacBook": "laptop",
    "PlayStation": "console",
    "television": "television",
    "projector": "projector",
    "headphones": "headphones",
    "camera|mirrorless|DSLR": "camera",
    "sofa": "sofa",
    "chair": "armchair desk dining chairs",
    "bed": "bed",
    "wardrobe": "wardrobe",
    "bookshelf": "bookshelf",
    "fridge": "fridge",
    "washing machine": "washer",
    "AC": "airconditioner",
    "pedestal fan": "fan",
    "microwave": "microwave",
    "grinder": "mixer",
    "purifier": "purifier",
    "lehenga": "lehenga",
    "sherwani": "sherwani",
    "saree": "sarees",
    "kurta": "kurtas",
    "necklace": "jewellery",
    "handbag": "handbag",
    "shoe": "shoes",
    "pram": "stroller",
    "cot": "cot",
    "guitar": "guitar",
    "tabla": "tabla",
    "drum kit": "drums",
    "bicycle": "bicycle",
    "treadmill": "treadmill",
    "drill": "drill",
    "sewing machine": "sewing",
    "excavator": "excavator",
    "generator": "generator",
    "tractor": "tractor",
    "mandap": "mandap",
}


def test_the_data_set_is_complete(loaded: Session):
    db = loaded
    live = db.exec(select(Listing)).all()
    assert len(live) >= 300
    assert {listing.ad_type for listing in live} == set(AdType)
    assert {listing.city for listing in live} == {each.city for each in NEIGHBOURHOODS}
    assert len({each.city for each in NEIGHBOURHOODS}) == 15
    assert 20 <= sum(listing.featured for listing in live) <= 80
    counts = {category.name: category.count for category in catalog.list_categories(db)}
    assert len(counts) >= 12
    assert min(counts.values()) > 0
    statuses = Counter(db.exec(select(Ad.status)))
    assert all(statuses[status] for status in (AdStatus.PENDING, AdStatus.REJECTED, AdStatus.SOLD))
    kinds = {
        field.input_type
        for subcategory in db.exec(select(Category))
        for sub in catalog.list_subcategories(db, subcategory.id)
        for field in sub.fields
    }
    assert kinds == set(InputType)


def test_every_ad_is_valid(loaded: Session):
    db = loaded
    fields = {
        sub.id: sub.fields
        for category in db.exec(select(Category)).all()
        for sub in catalog.list_subcategories(db, category.id)
    }
    values: dict[str, dict[str, str]] = {}
    for value in db.exec(select(AdVersionValue)):
        values.setdefault(value.version_id, {})[value.field_id] = value.upload_id or value.text
    for version in db.exec(select(AdVersion)):
        checked = catalog.check_values(fields[version.subcategory_id or ""], values.get(version.id, {}))
        assert len(checked) == len(values.get(version.id, {}))
        assert 0 < len(version.name) <= 120
        assert version.price_paise is None or version.price_paise >= 1_000
        assert (version.price_unit is None) == (version.ad_type is AdType.SELL)
        assert "{" not in version.description + version.short_description + version.title


def test_prices_are_whole_rupees(loaded: Session):
    versions = loaded.exec(select(AdVersion)).all()
    assert any(version.discount_basis_points for version in versions)
    prices = [apply_discount(version.price_paise, version.discount_basis_points) for version in versions]
    assert [price for price in prices if price is not None and price % 100] == []


def test_photos_and_documents_belong_to_the_seller(loaded: Session):
    db = loaded
    shown = db.exec(
        select(AdVersion.id, Ad.seller_id, Upload.owner_id)
        .join(Ad, col(Ad.id) == AdVersion.ad_id)
        .join(AdVersionImage, col(AdVersionImage.version_id) == AdVersion.id)
        .join(Upload, col(Upload.id) == AdVersionImage.upload_id)
    ).all()
    assert all(seller == owner for _, seller, owner in shown)
    numbers = Counter(version for version, _, _ in shown)
    assert len(numbers) == db.exec(select(func.count()).select_from(AdVersion)).one()
    assert set(numbers.values()) == {1, 2, 3, 4, 5}


def test_descriptions_are_unique(loaded: Session):
    said = loaded.exec(select(AdVersion.description).where(AdVersion.number == 1)).all()
    assert len(set(said)) == len(said)
    moments = loaded.exec(select(Ad.first_approved_at).where(col(Ad.first_approved_at).is_not(None))).all()
    assert len(set(moments)) == len(moments)


def test_only_the_three_demo_accounts_can_sign_in(loaded: Session):
    for email, kind in ((BUYER, AccountKind.BUYER), (SELLER, AccountKind.SELLER), (ADMIN, AccountKind.ADMIN)):
        assert accounts.sign_in(loaded, ANONYMOUS, email, PASSWORD, kind=kind).token
    other = loaded.exec(select(Account).where(col(Account.email).endswith("@example.net"))).first()
    assert other is not None
    with pytest.raises(NotSignedIn):
        accounts.sign_in(loaded, ANONYMOUS, other.email, PASSWORD, kind=other.kind)


def test_demo_accounts_have_data(loaded: Session):
    db = loaded
    buyer = db.exec(select(Account).where(Account.email == BUYER)).one()
    seller = db.exec(select(Account).where(Account.email == SELLER)).one()
    own = Counter(db.exec(select(Ad.status).where(Ad.seller_id == seller.id)))
    assert own[AdStatus.APPROVED] >= 8
    assert own[AdStatus.PENDING]
    assert own[AdStatus.REJECTED]
    assert len(db.exec(select(WishlistItem).where(WishlistItem.buyer_id == buyer.id)).all()) >= 5
    assert len({enquiry.status for enquiry in db.exec(select(Enquiry).where(Enquiry.seller_id == seller.id))}) >= 3
    assert db.exec(select(Enquiry).where(Enquiry.buyer_id == buyer.id)).all()
    assert db.exec(select(Booking)).all()
    for account in (buyer, seller):
        parties = db.exec(select(ConversationParty).where(ConversationParty.account_id == account.id)).all()
        assert len(parties) >= 5
        assert sum(party.unread for party in parties) >= 2
    assert len(db.exec(select(Testimonial)).all()) >= 6


def test_only_ads_for_sale_are_sold_and_only_others_are_enquired_about(loaded: Session):
    db = loaded
    versions = {version.ad_id: version for version in db.exec(select(AdVersion))}
    sold = db.exec(select(Ad).where(Ad.status == AdStatus.SOLD)).all()
    assert {versions[ad.id].ad_type for ad in sold} == {AdType.SELL}
    seller = db.exec(select(Account).where(Account.email == SELLER)).one()
    assert any(ad.seller_id == seller.id for ad in sold)
    told = db.exec(select(Notification).where(col(Notification.kind).startswith("enquiry_"))).all()
    assert len(told) >= 2
    for notification in told:
        assert notification.ad_id
        version = versions[notification.ad_id]
        assert version.ad_type is not AdType.SELL
        assert notification.values["name"] == title_case(version.name)


def test_demo_accounts_have_rentals_with_condition_records(loaded: Session):
    db = loaded
    buyer, seller = (db.exec(select(Account).where(Account.email == email)).one() for email in (BUYER, SELLER))
    handed = select(Enquiry).where(col(Enquiry.picked_up_at).is_not(None)).order_by(Enquiry.pickup_at)
    returned, running = db.exec(handed).all()
    parties = [(rental.buyer_id, rental.seller_id) for rental in (returned, running)]
    assert parties == [(buyer.id, seller.id)] * 2
    for account in (buyer, seller):
        actor = factories.actor(account)
        page = handovers.get_record(db, actor, running.id)
        assert (page.code_stage, page.unchanged, page.rental.is_over) == ("return", True, False)
        assert [(stage.stage, stage.closed) for stage in page.stages] == [("pickup", True), ("return", False)]
        assert page.rental.quoted_text
        over = handovers.get_record(db, actor, returned.id)
        assert (over.code_stage, over.unchanged, over.rental.is_over) == ("", True, True)
        assert [(stage.stage, stage.closed) for stage in over.stages] == [("pickup", True), ("return", True)]
        assert over.free_from
        assert over.free_from < returned.drop_at
        assert all(row.photo for stage in over.stages for row in stage.rows if row.kind == "photo")
        assert reviews.get_exchange(db, actor, returned.id).can_write
        links = db.exec(select(Notification.link).where(Notification.account_id == account.id)).all()
        assert {f"/rentals/{returned.id}", f"/rentals/{running.id}"} <= set(links)
    photos = select(Upload).join(ConditionEntry, col(ConditionEntry.upload_id) == Upload.id)
    assert {upload.owner_id for upload in db.exec(photos)} == {buyer.id, seller.id}


def test_every_decision_is_in_the_log(loaded: Session):
    decided = loaded.exec(select(AdVersion.ad_id).where(col(AdVersion.decided_by).is_not(None))).all()
    log = loaded.exec(select(AuditEntry)).all()
    assert Counter(entry.target_id for entry in log) == Counter(decided)
    assert {entry.action for entry in log} == {"ad.approve", "ad.reject"}


def test_conversation_counters_are_correct(loaded: Session):
    for conversation in loaded.exec(select(Conversation)).all():
        messages = loaded.exec(
            select(Message).where(Message.conversation_id == conversation.id).order_by(col(Message.seq))
        ).all()
        assert [message.seq for message in messages] == list(range(1, conversation.last_seq + 1))
        assert {message.sender_id for message in messages} <= {conversation.buyer_id, conversation.seller_id}
        assert [message.created_at for message in messages] == sorted(message.created_at for message in messages)
        assert messages[-1].created_at == conversation.last_at


def test_a_second_load_is_refused(loaded: Session):
    with pytest.raises(Conflict, match="already there"):
        demo.load()


def test_one_of_two_concurrent_starts_loads_the_data(db: Session, monkeypatch: pytest.MonkeyPatch):
    drawn = pool.load_pool

    def another_is_sooner(progress: Callable[[int], None]) -> pool.Pool:
        monkeypatch.setattr(pool, "load_pool", drawn)
        demo.load(20)
        return drawn(progress)

    monkeypatch.setattr(pool, "load_pool", another_is_sooner)
    start._load_demo()
    assert db.exec(select(func.count()).select_from(Ad)).one() == 20


def test_a_catalogue_in_use_is_unchanged(db: Session):
    db.add(Category(name="Cars"))
    db.commit()
    with pytest.raises(Conflict, match="categories of its own"):
        demo.load()


def test_a_failed_load_leaves_nothing(db: Session, monkeypatch: pytest.MonkeyPatch):
    def fail(*_: object, **__: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(listings, "rebuild", fail)
    with pytest.raises(KeyboardInterrupt):
        demo.load(20)
    db.expire_all()
    assert db.exec(select(Account)).all() == []
    assert db.exec(select(Ad)).all() == []


@pytest.mark.parametrize("ads", [1, 7])
def test_a_few_ads_can_be_loaded(db: Session, ads: int):
    demo.load(ads)
    assert db.exec(select(func.count()).select_from(Ad)).one() == ads


def test_a_bulk_load_writes_the_same_rows(db: Session, monkeypatch: pytest.MonkeyPatch):
    def look(session: Session, **_: object) -> int:
        rebuild(session)
        columns = (Listing.name, Listing.city, Listing.price_paise, Listing.cover_digest)
        found = search.list_ads(session, ANONYMOUS, search.SearchQuery(keyword="sofa"), Window(1, 12))
        indexes = inspect(session.connection()).get_indexes("listings")
        seen.append((sorted(session.exec(select(*columns)), key=str), {card.name for card in found.items}, indexes))
        raise KeyboardInterrupt

    seen: list[tuple[list, set, list]] = []
    rebuild = listings.rebuild
    monkeypatch.setattr(listings, "rebuild", look)
    for many in (401, 400):
        monkeypatch.setattr(demo, "MANY", many)
        with pytest.raises(KeyboardInterrupt):
            demo.load(400)
    (usual, found, indexes), (large, found_large, indexes_large) = seen
    assert large == usual
    assert found_large == found
    assert len(indexes_large) < len(indexes) == len(inspect(db.connection()).get_indexes("listings"))


def test_the_same_seed_gives_the_same_data(db: Session, monkeypatch: pytest.MonkeyPatch):
    def words() -> list[tuple]:
        with pytest.raises(KeyboardInterrupt):
            demo.load(60)
        return seen.pop()

    seen: list[list[tuple]] = []

    def look(session: Session, **_: object) -> int:
        columns = (AdVersion.name, AdVersion.price_paise, AdVersion.description, AdVersion.latitude)
        seen.append(sorted(tuple(row) for row in session.exec(select(*columns).order_by(AdVersion.description))))
        raise KeyboardInterrupt

    monkeypatch.setattr(listings, "rebuild", look)
    assert words() == words()


def test_a_public_site_gets_the_data_if_asked_and_no_admin(db: Session, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(get_settings(), "site_url", "https://market.example.org")
    with pytest.raises(ConfigurationError, match="MARKETPLACE_DEMO=true"):
        demo.load(5)
    monkeypatch.setattr(get_settings(), "demo", True)
    demo.load(5)
    assert db.exec(select(Account).where(Account.kind == AccountKind.ADMIN)).all() == []


def test_places_have_their_coordinates():
    for each in NEIGHBOURHOODS:
        found = get_gazetteer().locate(each.latitude, each.longitude)
        assert found is not None
        assert found.state == each.state, each.place


def test_every_subcategory_has_ads():
    names = [(subcategory.category, subcategory.name) for subcategory in SUBCATEGORIES]
    assert len(set(names)) == len(names)
    for subcategory in SUBCATEGORIES:
        assert len(subcategory.fields) >= 2
        assert len({field.label for field in subcategory.fields}) == len(subcategory.fields)
        for item in subcategory.items:
            assert item.offers
            assert len(set(item.facts)) == len(item.facts) >= 3
            assert set(item.values) <= {field.label for field in subcategory.fields}
            assert max(map(len, item.names)) <= 80
