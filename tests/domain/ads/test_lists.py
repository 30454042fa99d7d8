import pytest
from sqlalchemy import event
from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, Invalid, NotFound, NotSignedIn
from marketplace.domain import ads
from marketplace.domain.paging import Window
from marketplace.models import AccountStatus, AdStatus, AdVersionImage, Conversation, Message
from marketplace.settings import get_settings
from tests import factories
from tests.domain.ads.drafting import draft, live


@pytest.mark.parametrize(
    "verb", [ads.list_of_seller, ads.list_details_of, ads.count_by_status, ads.get_dashboard_stats]
)
def test_a_sellers_tables_are_for_the_seller_and_admins(db: Session, verb):
    seller = factories.seller(db)
    with pytest.raises(NotSignedIn):
        verb(db, ANONYMOUS, seller.id)
    for stranger in (factories.seller(db), factories.buyer(db)):
        with pytest.raises(Forbidden):
            verb(db, factories.actor(stranger), seller.id)
    verb(db, factories.actor(seller), seller.id)
    verb(db, factories.actor(factories.admin(db)), seller.id)
    with pytest.raises(NotFound):
        verb(db, factories.actor(factories.admin(db)), factories.buyer(db).id)


def test_the_table_filters_searches_and_pages(db: Session):
    seller, category = factories.seller(db), factories.category(db, "Furniture")
    owner = factories.actor(seller)
    sofa = factories.ad(db, seller, category, name="Sofa 100%", featured=True)
    chair = factories.ad(db, seller, category, name="Chair", title="goes with the sofa", status=AdStatus.PENDING)
    table = factories.ad(db, seller, category, name="Table", status=AdStatus.REJECTED, note="Blurred.")
    factories.ad(db, factories.seller(db), category, name="Sofa of another")
    factories.ad(db, seller, category, status=AdStatus.DELETED)

    def found(**options) -> list[str]:
        return [row.id for row in ads.list_of_seller(db, owner, seller.id, **options).items]

    assert found() == [table.id, chair.id, sofa.id]
    assert found(status="published") == found(status="approved") == found(status="featured") == [sofa.id]
    assert found(status="pending") == [chair.id]
    assert found(status="rejected") == [table.id]
    assert found(q="SOFA") == [chair.id, sofa.id]
    assert found(q="0%") == [sofa.id]
    assert found(q="_") == []
    page = ads.list_of_seller(db, owner, seller.id, window=Window(2, 2))
    assert ([row.id for row in page.items], page.total, page.pages) == ([sofa.id], 3, 2)
    row = ads.list_of_seller(db, owner, seller.id, status="rejected").items[0]
    assert (row.note, row.category_name, row.status) == ("Blurred.", "Furniture", "rejected")
    with pytest.raises(Invalid):
        ads.list_of_seller(db, owner, seller.id, status="deleted")


def test_an_ad_with_a_change_counts_as_published(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    owner = factories.actor(seller)
    ad = live(db, seller, category)
    factories.ad(db, seller, category, featured=True)
    factories.ad(db, seller, category, status=AdStatus.SOLD)
    ads.revise(db, owner, ad.id, draft(category, name="Changed"))
    counts = ads.count_by_status(db, owner, seller.id)
    assert (counts.all, counts.published, counts.featured, counts.pending, counts.sold) == (3, 2, 1, 0, 1)
    assert ads.list_of_seller(db, owner, seller.id, status="pending").items == ()
    last = ads.list_details_of(db, owner, seller.id).items[-1]
    assert (last.status, last.name, last.change.review) == ("approved", "Changed", "waiting")


def test_totals_stop_at_the_limit(db: Session, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(get_settings(), "exact_total_limit", 2)
    seller, category = factories.seller(db), factories.category(db)
    for _ in range(3):
        factories.ad(db, seller, category)
    page = ads.list_of_seller(db, factories.actor(seller), seller.id)
    assert (page.total, page.exact, len(page.items)) == (2, False, 3)


def test_the_dashboards_numbers(db: Session):
    seller, buyer, category = factories.seller(db), factories.buyer(db), factories.category(db)
    factories.ad(db, seller, category, featured=True)
    factories.ad(db, seller, category, status=AdStatus.PENDING)
    conversation = Conversation(buyer_id=buyer.id, seller_id=seller.id)
    factories.save(db, conversation)
    for seq, sender in enumerate((buyer, buyer, seller), start=1):
        factories.save(
            db,
            Message(conversation_id=conversation.id, seq=seq, sender_id=sender.id, client_id=f"c{seq}", text="Hello"),
        )
    stats = ads.get_dashboard_stats(db, factories.actor(seller), seller.id)
    assert (stats.total_ads, stats.featured_ads, stats.messages) == (2, 1, 2)


def test_live_ads_of_a_seller_are_public(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    sofa = factories.ad(db, seller, category)
    factories.ad(db, seller, category, status=AdStatus.SOLD)
    factories.ad(db, seller, category, status=AdStatus.PENDING)
    assert [card.id for card in ads.list_approved_of(db, seller.id).items] == [sofa.id]
    with pytest.raises(NotFound, match="Seller not found"):
        ads.list_approved_of(db, "nonsense")
    seller.status = AccountStatus.SUSPENDED
    factories.save(db, seller)
    assert ads.list_approved_of(db, seller.id).items == ()


def test_cards_of_any_status_for_the_wishlist(db: Session):
    seller, category, buyer = factories.seller(db), factories.category(db), factories.buyer(db)
    made = {status: factories.ad(db, seller, category, status=status).id for status in AdStatus}
    cards = ads.find_cards(db, factories.actor(buyer), [*made.values(), "nonsense"])
    assert {status for status, ad_id in made.items() if ad_id in cards} == {
        AdStatus.APPROVED,
        AdStatus.PAUSED,
        AdStatus.SOLD,
        AdStatus.EXPIRED,
    }
    assert all(cards[ad_id].status == status for status, ad_id in made.items() if ad_id in cards)
    assert ads.find_cards(db, ANONYMOUS, []) == {}


def test_covers_are_shown_for_the_same_ads_as_cards(db: Session):
    seller, category, buyer = factories.seller(db), factories.category(db), factories.buyer(db)
    made = {status: factories.ad(db, seller, category, status=status) for status in AdStatus}
    plain = factories.ad(db, seller, category)
    for ad in made.values():
        version_id = ad.live_version_id or ad.submitted_version_id or ""
        photo = factories.upload(db, seller)
        factories.save(db, AdVersionImage(version_id=version_id, position=0, upload_id=photo.id))
    wanted = [*(ad.id for ad in made.values()), plain.id, "nonsense"]
    for actor in (ANONYMOUS, factories.actor(buyer), factories.actor(seller)):
        cards = ads.find_cards(db, actor, wanted)
        assert ads.find_covers(db, actor, wanted) == {card.id: card.cover for card in cards.values() if card.cover}
    assert made[AdStatus.SOLD].id in ads.find_covers(db, ANONYMOUS, wanted)
    assert made[AdStatus.DELETED].id not in ads.find_covers(db, factories.actor(buyer), wanted)
    assert plain.id not in ads.find_covers(db, factories.actor(seller), wanted)
    assert ads.find_covers(db, ANONYMOUS, []) == {}


def test_the_cover_is_the_first_photo_that_is_left(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    ad = factories.ad(db, seller, category)
    for position in (1, 2):
        photo = factories.upload(db, seller)
        factories.save(db, AdVersionImage(version_id=ad.live_version_id or "", position=position, upload_id=photo.id))
    row = ads.list_of_seller(db, factories.actor(seller), seller.id).items[0]
    shown = ads.get(db, ANONYMOUS, ad.id)
    assert row.cover == shown.images[0]


def test_the_number_of_statements_does_not_grow(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    owner, counts = factories.actor(seller), []
    for _ in range(2):
        for _ in range(5):
            live(db, seller, category, image_ids=[factories.upload(db, seller).id])
        statements: list[str] = []
        counter = lambda _c, _cursor, statement, *_rest, into=statements: into.append(statement)  # noqa: E731
        event.listen(db.get_bind(), "before_cursor_execute", counter)
        db.expire_all()
        ads.list_details_of(db, owner, owner.account_id or "")
        event.remove(db.get_bind(), "before_cursor_execute", counter)
        counts.append(len(statements))
    assert counts[0] == counts[1] <= 10


def test_cards_show_the_live_version_to_its_owner_too(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    ad = live(db, seller, category, name="Oak table")
    ads.revise(db, factories.actor(seller), ad.id, draft(category).model_copy(update={"name": "Pine table"}))
    new = factories.ad(db, seller, category, status=AdStatus.PENDING, name="Teak bed")
    for actor in (ANONYMOUS, factories.actor(seller), factories.actor(factories.admin(db))):
        assert ads.find_cards(db, actor, [ad.id])[ad.id].name == "Oak table"
    assert ads.find_cards(db, factories.actor(seller), [new.id])[new.id].name == "Teak bed"
