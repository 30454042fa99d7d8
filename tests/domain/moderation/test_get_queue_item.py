from datetime import timedelta

import pytest

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, NotFound, NotSignedIn
from marketplace.domain import ads, moderation
from marketplace.models import (
    AdStatus,
    AdVersionImage,
    AdVersionValue,
    InputType,
    Report,
    ReportStatus,
    ReportTarget,
    Review,
    Upload,
)
from tests import factories
from tests.domain.ads import drafting
from tests.domain.moderation.queued_ads import change, waiting


def upload(db, seller, name="photo.jpg"):
    made = Upload(
        owner_id=seller.id,
        name=name,
        digest=name.ljust(64, "0"),
        media_type="image/webp",
        byte_size=1,
        width=9,
        height=9,
    )
    factories.save(db, made)
    return made


def test_only_admins_see_it(db):
    seller = factories.seller(db)
    ad = waiting(db, seller, factories.category(db), minutes=5)
    with pytest.raises(NotSignedIn):
        moderation.get_queue_item(db, ANONYMOUS, ad.id)
    with pytest.raises(Forbidden):
        moderation.get_queue_item(db, factories.actor(seller), ad.id)


@pytest.mark.parametrize("ad_id", ["", "nothing", "01M7YH44H3FVMP4547R0ZWQBC3", "\x00"])
def test_unknown_ads_are_not_found(db, ad_id):
    with pytest.raises(NotFound):
        moderation.get_queue_item(db, factories.actor(factories.admin(db)), ad_id)


def test_a_new_ad_in_full_without_changes(db):
    ad = waiting(db, factories.seller(db), factories.category(db), minutes=5, name="Cycle", description="Red.")
    item = moderation.get_queue_item(db, factories.actor(factories.admin(db)), ad.id)
    assert (item.ad.name, item.ad.description, item.ad.status, item.waiting) == ("Cycle", "Red.", "pending", True)
    assert item.changes == ()
    assert [decision.review for decision in item.decisions] == ["waiting"]


def test_a_change_field_by_field(db):
    seller = factories.seller(db)
    category, other = factories.category(db, "Furniture"), factories.category(db, "Antiques")
    ad = factories.ad(db, seller, category, name="Chair", price_paise=1_50_000_00, city="Pune")
    change(db, ad, name="Teak chair", price_paise=1_20_000_00, category_id=other.id)
    item = moderation.get_queue_item(db, factories.actor(factories.admin(db)), ad.id)
    assert item.ad.name == "Teak chair"
    assert [(each.field, each.before, each.after) for each in item.changes] == [
        ("name", "Chair", "Teak chair"),
        ("price", "₹1,50,000", "₹1,20,000"),
        ("category", "Furniture", "Antiques"),
    ]
    assert item.changes[1].label == "Price"


def test_photos_are_compared_in_order(db):
    seller = factories.seller(db)
    ad = factories.ad(db, seller, factories.category(db))
    first, second = upload(db, seller, "a"), upload(db, seller, "b")
    live_id = ad.live_version_id
    for position, photo in enumerate((first, second)):
        factories.save(db, AdVersionImage(version_id=live_id, position=position, upload_id=photo.id))
    version = change(db, ad)
    for position, photo in enumerate((second, first)):
        factories.save(db, AdVersionImage(version_id=version.id, position=position, upload_id=photo.id))
    (only,) = moderation.get_queue_item(db, factories.actor(factories.admin(db)), ad.id).changes
    assert only.field == "images"
    assert [photo.id for photo in only.photos_before] == [first.id, second.id]
    assert [photo.id for photo in only.photos_after] == [second.id, first.id]


def test_dynamic_fields_that_came_went_and_changed(db):
    seller, category = factories.seller(db), factories.category(db)
    subcategory = factories.subcategory(db, category)
    year, colour, bill = (
        factories.field(db, subcategory, label, kind)
        for label, kind in (("Year", InputType.NUMBER), ("Colour", InputType.TEXT), ("Bill", InputType.FILE))
    )
    ad = factories.ad(db, seller, category, subcategory_id=subcategory.id)

    def value(version_id, field, text="", upload_id=None):
        factories.save(
            db,
            AdVersionValue(
                version_id=version_id,
                field_id=field.id,
                label=field.label,
                input_type=field.input_type.value,
                text=text,
                upload_id=upload_id,
            ),
        )

    value(ad.live_version_id, year, "2019")
    value(ad.live_version_id, colour, "red")
    value(ad.live_version_id, bill, upload_id=upload(db, seller, "bill.pdf").id)
    version = change(db, ad)
    value(version.id, year, "2020")
    value(version.id, bill, upload_id=upload(db, seller, "bill.pdf").id)
    changes = moderation.get_queue_item(db, factories.actor(factories.admin(db)), ad.id).changes
    assert [(each.label, each.before, each.after) for each in changes] == [
        ("Year", "2019", "2020"),
        ("Bill", "bill.pdf", "bill.pdf"),  # another file with the same name
        ("Colour", "red", ""),
    ]


def test_the_seller_s_history(db):
    seller, category = factories.seller(db, username="ravi"), factories.category(db)
    seller.created_at = clock.now() - timedelta(days=40, hours=1)
    ad = waiting(db, seller, category, minutes=5)
    factories.ad(db, seller, category)
    change(
        db, factories.ad(db, seller, category, status=AdStatus.REJECTED), review=Review.REJECTED, decided_at=clock.now()
    )
    for target, target_id, status in (
        (ReportTarget.AD, ad.id, ReportStatus.OPEN),
        (ReportTarget.ACCOUNT, seller.id, ReportStatus.DISMISSED),
        (ReportTarget.ACCOUNT, factories.seller(db).id, ReportStatus.OPEN),
    ):
        factories.save(db, Report(target=target, target_id=target_id, reason="spam", status=status))
    item = moderation.get_queue_item(db, factories.actor(factories.admin(db)), ad.id)
    history = item.seller
    assert (history.username, history.days, history.status) == ("ravi", 40, "active")
    assert history.ads == {"pending": 1, "approved": 1, "rejected": 1}
    assert (history.reports, history.open_reports) == (2, 1)
    assert [report.reason for report in item.reports] == ["spam"]


def test_many_reports_on_one_ad_count_once_in_the_history(db):
    seller, category = factories.seller(db), factories.category(db)
    flooded, other = (waiting(db, seller, category, minutes=minutes) for minutes in (5, 4))
    for ad, status in ((flooded, ReportStatus.OPEN),) * 4 + (
        (flooded, ReportStatus.RESOLVED),
        (other, ReportStatus.OPEN),
    ):
        factories.save(db, Report(target=ReportTarget.AD, target_id=ad.id, reason="spam", status=status))
    history = moderation.get_queue_item(db, factories.actor(factories.admin(db)), flooded.id).seller
    assert (history.reports, history.open_reports) == (2, 2)


def test_earlier_decisions_newest_first(db):
    admin, seller = factories.admin(db, username="asha"), factories.seller(db)
    ad = factories.ad(db, seller, factories.category(db))
    refused = {"review": Review.REJECTED, "note": "Blurred", "reason_code": "photos", "decided_by": admin.id}
    change(db, ad, decided_at=clock.now(), **refused)
    change(db, ad)
    item = moderation.get_queue_item(db, factories.actor(admin), ad.id)
    assert [(each.number, each.review, each.note, each.decided_by) for each in item.decisions] == [
        (3, "waiting", "", ""),
        (2, "rejected", "Blurred", "asha"),
        (1, "approved", "", ""),
    ]


def test_a_resubmitted_version_is_compared_with_the_rejected_one(db):
    seller, admin = factories.seller(db), factories.actor(factories.admin(db))
    category = factories.category(db)
    owner = factories.actor(seller)
    new = drafting.pending(db, seller, category, name="Old", price=100)
    assert moderation.get_queue_item(db, admin, new.id).rejected_version is None
    ads.reject(db, admin, new.id, "No.")
    assert moderation.get_queue_item(db, admin, new.id).changes_since_rejection == ()
    # A version that its seller replaced before anyone read it is left out.
    ads.revise(db, owner, new.id, drafting.draft(category, name="Between", price=100))
    ads.revise(db, owner, new.id, drafting.draft(category, name="New", price=100))
    item = moderation.get_queue_item(db, admin, new.id)
    assert (item.rejected_version, item.changes) == (1, ())
    assert [(each.field, each.before, each.after) for each in item.changes_since_rejection] == [("name", "Old", "New")]
    ads.approve(db, admin, new.id)
    ads.revise(db, owner, new.id, drafting.draft(category, name="New", price=200))
    assert moderation.get_queue_item(db, admin, new.id).rejected_version is None
    ads.reject(db, admin, new.id, "No.")
    ads.revise(db, owner, new.id, drafting.draft(category, name="New", price=150))
    item = moderation.get_queue_item(db, admin, new.id)
    assert [(each.before, each.after) for each in item.changes] == [("₹100", "₹150")]
    assert [(each.before, each.after) for each in item.changes_since_rejection] == [("₹200", "₹150")]
    ads.approve(db, admin, new.id)
    ads.take_down(db, admin, new.id, "No.")
    ads.revise(db, owner, new.id, drafting.draft(category, name="Newest", price=150))
    item = moderation.get_queue_item(db, admin, new.id)
    assert [(each.before, each.after) for each in item.changes_since_rejection] == [("New", "Newest")]
