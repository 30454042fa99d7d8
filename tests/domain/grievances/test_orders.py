"""Orders of courts and authorities, and the removal of ads with a copy that is kept."""

from datetime import timedelta

import pytest
from sqlmodel import select

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Conflict, Forbidden, Invalid, NotFound, NotSignedIn
from marketplace.domain import ads, audit, grievances, law, media, personal_data
from marketplace.domain.accounts import passwords
from marketplace.domain.grievances import GrievanceDraft, OrderDraft, queries
from marketplace.http.media import make_media_app
from marketplace.models import Ad, AdStatus, AdVersionImage, HeldPhoto, Hold, InputType, OutboxMail, Upload
from marketplace.settings import get_settings
from tests import factories
from tests.background import run_jobs
from tests.client import TestClient
from tests.domain.accounts.steps import PASSWORD
from tests.domain.ads.drafting import draft as ad_draft
from tests.domain.ads.drafting import live
from tests.domain.media import corpus

NOTE = "Removed on an order of the High Court."


def order(**values) -> OrderDraft:
    known = {"authority": "High Court", "legal_basis": "Section 79(3)(b)", "text": "Remove the ad."}
    return OrderDraft(**known | values)


@pytest.fixture
def staff(db):
    return factories.actor(factories.admin(db, username="mina"))


@pytest.fixture
def seller(db):
    return factories.seller(db, name="Asha Rao", password_hash=passwords.make_hash(PASSWORD))


def post_ad(db, staff, seller, *, width: int = 320) -> tuple[str, str]:
    """A live ad with a photo; returns its id and the photo's address."""
    own = factories.actor(seller)
    photo = media.store_image(db, own, "lamp.jpg", corpus.jpeg(width, 240))
    category = factories.category(db)
    sub = factories.subcategory(db, category)
    made = ads.submit(
        db, own, ad_draft(name="Stolen lamp", category_id=category.id, subcategory_id=sub.id, image_ids=[photo.id])
    )
    ads.approve(db, staff, made.id)
    db.commit()
    return made.id, photo.url


def is_served(url: str) -> bool:
    return TestClient(make_media_app()).get(url.removeprefix("/media")).status_code == 200


def test_an_order_runs_from_its_receipt_and_is_acknowledged(db, staff):
    received = clock.now().replace(microsecond=0) - timedelta(hours=1)
    view = grievances.enter_order(
        db, staff, order(received_at=received.isoformat(), email="court@example.org", authority_reference="WP 12/2026")
    )
    assert (view.kind, view.name, view.authority_reference) == ("order", "High Court", "WP 12/2026")
    assert view.resolve_by == received + law.ORDER.duration
    mail = db.exec(select(OutboxMail).where(OutboxMail.to == "court@example.org")).one()
    assert "WP 12/2026" in mail.subject
    assert "> Remove the ad." in mail.text
    (entry,) = audit.list_entries(db, staff, action="order.enter").items
    assert entry.target_id == view.id
    done = grievances.resolve_grievance(db, staff, view.id, "We removed the ad.")
    assert done.status == "resolved"
    answer = db.exec(
        select(OutboxMail).where(OutboxMail.to == "court@example.org").order_by(OutboxMail.id.desc())
    ).first()
    assert "> We removed the ad." in answer.text
    assert "Appellate" not in answer.text


def test_a_time_without_an_offset_is_in_the_zone_of_the_site(db, staff, monkeypatch):
    monkeypatch.setattr(get_settings(), "ad_timezone", "Asia/Kolkata")
    view = grievances.enter_order(db, staff, order(received_at="2026-11-01T10:00"))
    assert view.created_at.isoformat() == "2026-11-01T04:30:00+00:00"


def test_requests_for_information_have_their_own_time(db, staff):
    view = grievances.enter_order(db, staff, order(kind="assistance"))
    assert view.resolve_by - view.created_at == law.ASSIST.duration


def test_orders_stand_before_grievances_with_a_later_deadline(db, staff):
    first = grievances.file_grievance(db, ANONYMOUS, GrievanceDraft(text="My photo.", kind="copyright"))
    grievances.enter_order(db, staff, order())
    urgent = grievances.file_grievance(db, ANONYMOUS, GrievanceDraft(text="A photo of me.", kind="intimate_image"))
    shown = [view.reference for view in grievances.list_grievances(db, staff).items]
    assert [shown[0], shown[2]] == [urgent.reference, first.reference]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("authority", " "),
        ("legal_basis", ""),
        ("text", ""),
        ("text", "x" * 4_001),
        ("authority", "x" * 121),
        ("authority_reference", "x" * 121),
        ("legal_basis", "x" * 301),
        ("about", "x" * 2_001),
        ("kind", "copyright"),
        ("received_at", "yesterday"),
        ("received_at", "2999-01-01T00:00"),
        ("received_at", "0001-01-01T00:00"),
        ("email", "nobody"),
    ],
)
def test_odd_orders(db, staff, field, value):
    with pytest.raises(Invalid) as caught:
        grievances.enter_order(db, staff, order(**{field: value}))
    assert [error["field"] for error in caught.value.errors] == [field]


def test_only_staff_enters_orders_and_removes(db, seller):
    for actor, error in ((ANONYMOUS, NotSignedIn), (factories.actor(seller), Forbidden)):
        with pytest.raises(error):
            grievances.enter_order(db, actor, order())
        with pytest.raises(error):
            grievances.remove_ad(db, actor, "x", "x", NOTE)


def test_a_removed_ad_leaves_the_site_with_its_photos_and_a_copy_is_kept(db, staff, seller):
    ad_id, url = post_ad(db, staff, seller)
    assert is_served(url)
    entered = grievances.enter_order(db, staff, order(about=f"/products/{ad_id}"))
    view = grievances.remove_ad(db, staff, entered.id, ad_id, NOTE)
    assert view.targets[0].held_until is not None
    db.commit()
    run_jobs(db)
    assert db.get(Ad, ad_id).status is AdStatus.REJECTED
    assert not is_served(url)
    assert db.exec(select(AdVersionImage)).all() == []
    hold = db.exec(select(Hold)).one()
    assert hold.content["versions"][0]["name"] == "Stolen lamp"
    assert hold.content["seller"]["name"] == "Asha Rao"
    assert "password_hash" not in hold.content["seller"]
    assert hold.until - clock.now() > law.KEEP.duration - timedelta(minutes=5)
    assert {entry.action for entry in audit.list_entries(db, staff).items} >= {"ad.take_down", "grievance.remove"}


def test_the_copy_outlives_the_ad_and_the_account_and_ends_with_its_time(db, staff, seller):
    ad_id, _ = post_ad(db, staff, seller)
    entered = grievances.enter_order(db, staff, order(about=ad_id))
    grievances.remove_ad(db, staff, entered.id, ad_id, NOTE)
    ads.delete(db, factories.actor(seller), ad_id)
    personal_data.delete_account(db, factories.actor(seller), PASSWORD)
    db.commit()
    run_jobs(db)
    media.remove_orphans(db, older_than=timedelta())
    db.commit()
    db.expire_all()
    hold = db.exec(select(Hold)).one()
    assert hold.content["versions"][0]["name"] == "Stolen lamp"
    (kept,) = db.exec(select(Upload)).all()
    assert media.read_image(media.find_image(db, kept.id, 160))
    assert grievances.forget_expired(db) == 0
    hold.until = clock.now() - timedelta(minutes=1)
    factories.save(db, hold)
    assert grievances.forget_expired(db) == 1
    media.remove_orphans(db, older_than=timedelta())
    assert (db.exec(select(Hold)).all(), db.exec(select(HeldPhoto)).all(), db.exec(select(Upload)).all()) == (
        [],
        [],
        [],
    )


def test_a_waiting_ad_is_rejected_and_a_rejected_or_deleted_one_is_kept_only(db, staff, seller):
    category = factories.category(db)
    for status in (AdStatus.PENDING, AdStatus.REJECTED, AdStatus.DELETED):
        ad = factories.ad(db, seller, category, status=status)
        entered = grievances.enter_order(db, staff, order(about=ad.id))
        grievances.remove_ad(db, staff, entered.id, ad.id, NOTE)
        db.expire_all()
        assert db.get(Ad, ad.id).status is (AdStatus.DELETED if status is AdStatus.DELETED else AdStatus.REJECTED)
        assert queries.list_held(db, [entered.id])


def test_odd_removals(db, staff, seller):
    ad = factories.ad(db, seller, factories.category(db))
    entered = grievances.enter_order(db, staff, order())
    for grievance_id, ad_id, note, error in (
        ("x", ad.id, NOTE, NotFound),
        (entered.id, "x", NOTE, NotFound),
        (entered.id, seller.id, NOTE, NotFound),
        (entered.id, ad.id, " ", Invalid),
        (entered.id, ad.id, "x" * 1_001, Invalid),
    ):
        with pytest.raises(error):
            grievances.remove_ad(db, staff, grievance_id, ad_id, note)
    grievances.resolve_grievance(db, staff, entered.id, "Done.")
    with pytest.raises(Conflict):
        grievances.remove_ad(db, staff, entered.id, ad.id, NOTE)


def test_the_copy_has_the_files_of_fields_too(db, staff, seller):
    own, category = factories.actor(seller), factories.category(db)
    subcategory = factories.subcategory(db, category)
    field = factories.field(db, subcategory, "Bill", InputType.FILE)
    bill = media.store_document(db, own, "bill.pdf", corpus.PDF)
    given = [ads.FieldInput(field_ref=field.id, value=bill.id)]
    ad = live(db, seller, category, subcategory_id=subcategory.id, fields=given)
    entered = grievances.enter_order(db, staff, order(about=ad.id))
    grievances.remove_ad(db, staff, entered.id, ad.id, NOTE)
    ads.delete(db, own, ad.id)
    personal_data.delete_account(db, own, PASSWORD)
    db.commit()
    run_jobs(db)
    media.remove_orphans(db, older_than=timedelta())
    assert [upload.id for upload in db.exec(select(Upload))] == [bill.id]
