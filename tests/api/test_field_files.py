"""Files of dynamic fields: who sees and opens them, on the page of the ad, in the API, and at their address."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

import pytest
from sqlmodel import Session, select
from starlette.applications import Starlette
from starlette.routing import Mount

from marketplace.core import clock
from marketplace.domain import ads, catalog, jobs, media
from marketplace.domain.catalog import FieldDraft
from marketplace.http.media import make_media_app
from marketplace.jobs import schedule
from marketplace.models import (
    Account,
    Ad,
    Category,
    Deal,
    DealStatus,
    EnquiryStatus,
    FieldDefinition,
    InputType,
    Offer,
    OfferStatus,
    Subcategory,
    Upload,
)
from tests import factories
from tests.client import TestClient
from tests.domain.ads import drafting
from tests.domain.media import corpus


@pytest.fixture
def media_client() -> Iterator[TestClient]:
    with TestClient(Starlette(routes=[Mount("/media", make_media_app())])) as made:
        yield made


@dataclass
class Scene:
    """An ad with a file in a field; `shelf` is its subcategory."""

    db: Session
    client: TestClient
    seller: Account
    category: Category
    shelf: Subcategory
    field: FieldDefinition

    def upload(self, data: bytes = corpus.PDF, name: str = "bill of the sofa.pdf") -> dict:
        headers = factories.bearer(self.db, self.seller)
        return self.client.post("/api/upload", files={"file": (name, data)}, headers=headers).json()

    def publish(self, url: str, **values) -> str:
        """Return the id of an approved ad with the file."""
        fields = [ads.FieldInput(field_ref=self.field.id, value=url)]
        made = drafting.live(self.db, self.seller, self.category, subcategory_id=self.shelf.id, fields=fields, **values)
        while jobs.run_due(schedule.HANDLERS):
            pass
        return made.id

    def deal(self, ad_id: str, buyer: Account, status: DealStatus = DealStatus.RESERVED, days: int = 2) -> Deal:
        until = clock.now() + timedelta(days=days)
        parties = {"ad_id": ad_id, "buyer_id": buyer.id, "seller_id": self.seller.id, "price_paise": 100}
        offer = Offer(**parties, status=OfferStatus.ACCEPTED, expires_at=until)
        factories.save(self.db, offer)
        deal = Deal(**parties, offer_id=offer.id, status=status, reserved_until=until)
        factories.save(self.db, deal)
        return deal

    def ask(self, path: str, account: Account | None):
        return self.client.get(path, headers=factories.bearer(self.db, account) if account else {})

    def values(self, ad_id: str, account: Account | None) -> list[dict]:
        """The file fields of the ad in the API."""
        found = self.ask(f"/api/product/{ad_id}", account)
        assert found.status_code == 200
        return found.json()["data"]["fieldValues"]


@pytest.fixture
def scene(client: TestClient, db: Session) -> Scene:
    category = factories.category(db)
    shelf = factories.subcategory(db, category)
    return Scene(db, client, factories.seller(db), category, shelf, factories.field(db, shelf, "Bill", InputType.FILE))


def assert_opens(scene: Scene, ad_id: str, url: str, account: Account | None) -> None:
    (value,) = scene.values(ad_id, account)
    assert value["fileValue"] == {"url": url, "name": "bill of the sofa.pdf"}
    answer = scene.ask(url, account)
    assert (answer.status_code, answer.content) == (200, corpus.PDF)
    assert answer.headers["cache-control"] == "private, no-store"
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"] == f'attachment; filename="{url[-26:]}.pdf"'


def assert_closed(scene: Scene, ad_id: str, url: str, account: Account | None) -> None:
    answer = scene.ask(url, account)
    assert answer.status_code == 404
    assert scene.values(ad_id, account) == []
    assert url not in scene.ask(f"/api/product/{ad_id}", account).text


def test_files_are_for_the_parties_of_a_deal_and_moderators(scene: Scene):
    db, buyer = scene.db, factories.buyer(scene.db)
    url = scene.upload()["fileUrl"]
    ad_id, other_ad_id = scene.publish(url), scene.publish(scene.upload(name="other.pdf")["fileUrl"])
    others = (None, buyer, factories.buyer(db), factories.seller(db))
    for account in others:
        assert_closed(scene, ad_id, url, account)
    for account in (scene.seller, factories.admin(db), factories.moderator(db)):
        assert_opens(scene, ad_id, url, account)
    # A deal for another ad of the seller opens nothing here.
    scene.deal(other_ad_id, buyer)
    assert_closed(scene, ad_id, url, buyer)
    deal = scene.deal(ad_id, buyer)
    for status, opens in (
        (DealStatus.RESERVED, True), (DealStatus.MEETING, True), (DealStatus.DONE, True),
        (DealStatus.CANCELLED, False), (DealStatus.EXPIRED, False),
    ):  # fmt: skip
        deal.status = status
        factories.save(db, deal)
        (assert_opens if opens else assert_closed)(scene, ad_id, url, buyer)
        for account in (None, *others[2:]):
            assert_closed(scene, ad_id, url, account)


def test_a_deal_past_its_time_opens_nothing_although_no_job_has_ended_it(scene: Scene):
    buyer = factories.buyer(scene.db)
    url = scene.upload()["fileUrl"]
    ad_id = scene.publish(url)
    scene.deal(ad_id, buyer, days=-1)
    assert_closed(scene, ad_id, url, buyer)


@pytest.mark.parametrize("status", EnquiryStatus)
def test_a_booking_opens_the_files_of_a_rental(scene: Scene, status: EnquiryStatus):
    buyer = factories.buyer(scene.db)
    url = scene.upload()["fileUrl"]
    ad_id = scene.publish(url, ad_type="rent", price_unit="day")
    now = clock.now()
    factories.enquiry(scene.db, scene.db.get_one(Ad, ad_id), buyer, now, now + timedelta(days=1), status=status)
    (assert_opens if status is EnquiryStatus.ACCEPTED else assert_closed)(scene, ad_id, url, buyer)


def test_public_fields_are_for_everyone_who_sees_the_ad(scene: Scene):
    admin = factories.actor(factories.admin(scene.db))
    url = scene.upload()["fileUrl"]
    ad_id = scene.publish(url)
    draft = FieldDraft(label="Bill", input_type="file", is_public=True)
    assert catalog.update_field(scene.db, admin, scene.field.id, draft).is_public
    for account in (None, factories.buyer(scene.db), scene.seller):
        assert_opens(scene, ad_id, url, account)
    ads.delete(scene.db, factories.actor(scene.seller), ad_id)
    scene.db.commit()
    assert scene.ask(url, None).status_code == 404
    assert scene.ask(url, factories.buyer(scene.db)).status_code == 404
    # A field of another type has no file that could be public.
    field = catalog.create_field(
        scene.db, admin, scene.shelf.id, FieldDraft(label="Year", input_type="number", is_public=True)
    )
    assert not field.is_public


def test_the_api_of_fields_says_who_may_open_the_files(scene: Scene):
    headers = factories.bearer(scene.db, factories.admin(scene.db))
    body = {"label": "Plan", "inputType": "file", "isPublic": True}
    made = scene.client.post(f"/api/admin/subcategories/{scene.shelf.id}/fields", json=body, headers=headers).json()
    assert made["data"]["isPublic"] is True
    shown = scene.client.get(f"/api/subcategory/{scene.shelf.id}").json()["dynamicFields"]
    assert {field["label"]: field["isPublic"] for field in shown} == {"Bill": False, "Plan": True}
    path = f"/api/admin/fields/{made['data']['_id']}"
    changed = scene.client.put(path, json=body | {"isPublic": False}, headers=headers).json()
    assert changed["data"]["isPublic"] is False


def test_a_waiting_change_is_for_seller_and_moderators(scene: Scene):
    buyer = factories.buyer(scene.db)
    first, second = (scene.upload()["fileUrl"] for _ in range(2))
    ad_id = scene.publish(first)
    scene.deal(ad_id, buyer)
    fields = [ads.FieldInput(field_ref=scene.field.id, value=second)]
    changed = drafting.draft(scene.category, subcategory_id=scene.shelf.id, fields=fields)
    ads.revise(scene.db, factories.actor(scene.seller), ad_id, changed)
    scene.db.commit()
    assert_opens(scene, ad_id, first, buyer)
    assert scene.ask(second, buyer).status_code == 404
    for account in (scene.seller, factories.moderator(scene.db)):
        assert_opens(scene, ad_id, second, account)


def test_a_file_is_its_uploaders_before_it_is_used(scene: Scene):
    stored = scene.upload()
    assert stored["fileUrl"] == f"/api/files/{stored['public_id']}"
    assert scene.ask(stored["fileUrl"], scene.seller).status_code == 200
    for account in (None, factories.buyer(scene.db), factories.moderator(scene.db)):
        assert scene.ask(stored["fileUrl"], account).status_code == 404
    for name in ("x", "A" * 26, stored["public_id"].lower(), "0" * 26):
        assert scene.ask(f"/api/files/{name}", scene.seller).status_code == 404


def test_addresses_under_media_end(scene: Scene, media_client: TestClient):
    digest = scene.db.get_one(Upload, scene.upload()["public_id"]).digest
    assert media_client.get(f"/media/{digest}.pdf").status_code == 404
    photo = scene.upload(corpus.jpeg(900, 600), "bill.jpg")["fileUrl"]
    small = photo.replace("-900.", "-160.")
    assert media_client.get(small).status_code == 200
    ad_id = scene.publish(photo)
    (value,) = scene.values(ad_id, scene.seller)
    for path in (photo, small):
        assert media_client.get(path).status_code == 404
    shown = scene.ask(value["value"], scene.seller)
    assert (shown.status_code, shown.headers["content-type"]) == (200, "image/webp")
    assert shown.headers["content-disposition"] == "inline"
    assert scene.ask(value["value"], None).status_code == 404


@pytest.mark.parametrize("data", [corpus.PDF, corpus.jpeg(600, 400)], ids=["pdf", "photo"])
def test_ads_with_files_are_changed_and_duplicated(scene: Scene, data: bytes):
    ad_id = scene.publish(scene.upload(data)["fileUrl"])
    actor = factories.actor(scene.seller)
    (value,) = scene.values(ad_id, scene.seller)
    for url in (value["value"], f"https://market.example{value['value']}"):
        fields = [ads.FieldInput(field_ref=scene.field.id, value=url)]
        draft = drafting.draft(scene.category, subcategory_id=scene.shelf.id, fields=fields, name=f"Sofa {len(url)}")
        changed = ads.revise(scene.db, actor, ad_id, draft)
        assert [field.value for field in changed.fields] == [value["value"]]
    copy = ads.duplicate(scene.db, actor, ad_id)
    assert [field.value for field in copy.fields] == [value["value"]]
    # Nobody else can show the file as their own.
    thief, fields = factories.seller(scene.db), [ads.FieldInput(field_ref=scene.field.id, value=value["value"])]
    with pytest.raises(Exception, match="must be a file you uploaded"):
        ads.submit(
            scene.db,
            factories.actor(thief),
            drafting.draft(scene.category, subcategory_id=scene.shelf.id, fields=fields),
        )
    ads.remove_image(scene.db, actor, value["value"])
    assert ads.get(scene.db, actor, copy.id).fields == ()


def test_a_hidden_photo_is_no_photo_of_an_ad(scene: Scene):
    ad_id = scene.publish(scene.upload(corpus.jpeg(600, 400))["fileUrl"])
    upload = scene.db.exec(select(Upload)).one()
    assert media.is_hidden(upload)
    with pytest.raises(Exception, match="not among your uploads"):
        ads.submit(scene.db, factories.actor(scene.seller), drafting.draft(scene.category, image_ids=[upload.id]))
    assert scene.db.get_one(Ad, ad_id)
