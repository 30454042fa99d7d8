from typing import Any

import pytest
from sqlmodel import Session

from marketplace.domain import deals, moderation
from marketplace.models import Account, AdStatus, Category, InputType
from tests import factories
from tests.client import TestClient


def body(category: Category | None = None, **values: Any) -> dict[str, Any]:
    """Return a product request body."""
    return {
        "name": "Teak sofa",
        "title": "Three seats",
        "shortDescription": "Hardly used",
        "description": "From a smoke-free home.",
        "termsandcondition": "Pick up only.",
        "price": 18500,
        "discount": 10,
        "state": "Maharashtra",
        "city": "Pune",
        "place": "Kothrud",
        "latitude": "18.507412",
        "longitude": "73.807749",
        "producttype": "sell",
        "status": "approved",
        "categoryId": category.id if category else "",
        "unknown": {"ignored": True},
        **values,
    }


def post(client: TestClient, db: Session, seller: Account, category: Category, **values: Any) -> dict[str, Any]:
    answer = client.post("/api/product", json=body(category, **values), headers=factories.bearer(db, seller))
    assert answer.status_code == 201, answer.text
    return answer.json()["data"]


def test_an_action_says_what_it_ends(client: TestClient, db: Session):
    seller = factories.seller(db)
    ad = factories.ad(db, seller, factories.category(db), price_paise=10_000_00)
    deals.make_offer(db, factories.actor(factories.buyer(db)), ad.id, 8000)
    address, mine = f"/api/product/{ad.id}/endings", factories.bearer(db, seller)
    for event in ("sold", "delete", "take_down"):
        answer = client.get(address, params={"event": event}, headers=mine)
        assert answer.json() == {"success": True, "message": "This ends 1 offer. Everyone involved is told."}
    for odd in ({}, {"event": ""}, {"event": "pause"}):
        assert client.get(address, params=odd, headers=mine).status_code == 422
    client.post(f"/api/product/{ad.id}/sold", headers=mine)
    assert client.get(address, params={"event": "delete"}, headers=mine).json()["message"] == ""


def test_a_suspended_seller_reads_why_and_where_to_appeal(client: TestClient, db: Session):
    seller = factories.seller(db)
    mine = factories.bearer(db, seller)
    moderation.suspend_account(db, factories.actor(factories.admin(db)), seller.id, "Counterfeit goods")
    answer = client.post("/api/product", json=body(), headers=mine)
    assert (answer.status_code, answer.json()["suspended"]) == (401, True)
    assert answer.json()["message"].endswith("/appeal. The reason: Counterfeit goods")


def test_anonymous_calls_are_401(client: TestClient, db: Session):
    seller = factories.seller(db)
    ad = factories.ad(db, seller, factories.category(db))
    calls = [
        client.post("/api/product", json=body()),
        client.put(f"/api/product/{ad.id}", json=body()),
        client.delete(f"/api/product/{ad.id}"),
        client.request("DELETE", "/api/product", json={"fileUrl": "/media/x.webp"}),
        client.get(f"/api/product/seller/{seller.id}"),
        client.get(f"/api/product/dashboard-stats/{seller.id}"),
        *(client.post(f"/api/product/{ad.id}/{verb}") for verb in ("sold", "relist", "renew", "contact")),
    ]
    for answer in calls:
        assert answer.status_code == 401
        assert answer.json()["success"] is False


def test_calls_of_others_are_403(client: TestClient, db: Session):
    seller, category = factories.seller(db), factories.category(db)
    ad = factories.ad(db, seller, category)
    for stranger in (factories.seller(db), factories.buyer(db)):
        headers = factories.bearer(db, stranger)
        calls = [
            client.put(f"/api/product/{ad.id}", json=body(category), headers=headers),
            client.delete(f"/api/product/{ad.id}", headers=headers),
            client.get(f"/api/product/seller/{seller.id}", headers=headers),
            client.get(f"/api/product/dashboard-stats/{seller.id}", headers=headers),
            *(client.post(f"/api/product/{ad.id}/{verb}", headers=headers) for verb in ("sold", "relist", "renew")),
        ]
        assert [answer.status_code for answer in calls] == [403] * len(calls)
    buyer = factories.bearer(db, factories.buyer(db))
    assert client.post("/api/product", json=body(category), headers=buyer).status_code == 403
    own = factories.bearer(db, factories.seller(db))
    named = client.post("/api/product", json=body(category, sellerId=seller.id), headers=own)
    assert named.status_code == 403


def test_posting_returns_the_pending_product(client: TestClient, db: Session):
    seller, category = factories.seller(db, name="Asha Rao"), factories.category(db, "Furniture")
    shelf = factories.subcategory(db, category, "Sofas")
    year = factories.field(db, shelf, "Year", InputType.NUMBER, required=True)
    papers = factories.field(db, shelf, "Papers", InputType.FILE)
    photo, paper = factories.upload(db, seller, name="front.jpg"), factories.upload(db, seller, name="bill.jpg")
    paper_url = f"/media/{paper.digest}-1600.webp"
    answer = client.post(
        "/api/product",
        headers=factories.bearer(db, seller),
        json=body(
            category,
            sellerId=seller.id,
            subcategoryId=shelf.id,
            images=[{"url": f"/media/{photo.digest}-1600.webp"}],
            fieldValues=[
                {"fieldRef": year.id, "label": "Year", "inputType": "number", "value": 2019, "unit": ""},
                {"fieldRef": papers.id, "inputType": "file", "value": "", "fileValue": {"url": paper_url}},
            ],
        ),
    )
    assert answer.status_code == 201
    assert answer.json()["message"] == "Product created successfully!"
    made = answer.json()["data"]
    assert made["status"] == "pending"
    assert (made["price"], made["discount"], made["finalPrice"]) == (18500, 10, 16650)
    assert (made["latitude"], made["longitude"]) == ("18.507412", "73.807749")
    assert made["categoryId"] == {"_id": category.id, "name": "Furniture"}
    assert made["subcategoryId"] == {"_id": shelf.id, "name": "Sofas"}
    assert (made["sellerId"], made["sellerName"]) == (seller.id, "Asha Rao")
    assert made["location"] == "Kothrud, Pune, Maharashtra"
    assert made["images"][0]["public_id"] == photo.id
    assert made["fieldValues"] == [
        {"fieldRef": year.id, "label": "Year", "inputType": "number", "value": 2019, "unit": ""},
        {
            "fieldRef": papers.id,
            "label": "Papers",
            "inputType": "file",
            "value": f"/api/files/{paper.id}",
            "unit": "",
            "fileValue": {"url": f"/api/files/{paper.id}", "name": "bill.jpg"},
        },
    ]
    for name in ("title", "shortDescription", "description", "termsandcondition", "state", "city", "place"):
        assert made[name] == body()[name]


def test_invalid_product_is_422_with_message(client: TestClient, db: Session):
    category = factories.category(db)
    headers = factories.bearer(db, factories.seller(db))
    for wrong, message in (
        ({"name": ""}, "Product name is required"),
        ({"name": None}, "Product name is required"),
        ({"categoryId": ""}, "Category is required"),
        ({"price": "cheap"}, "Price must be a number."),
    ):
        answer = client.post("/api/product", json=body(category, **wrong), headers=headers)
        assert (answer.status_code, answer.json()["message"]) == (422, message)
        assert answer.json()["errors"]
    for odd in (
        {"name": ["x"]},
        {"price": {"amount": 1}},
        {"price": True},
        {"images": "x"},
        {"images": [1]},
        {"fieldValues": [{"value": []}]},
        {"latitude": False},
    ):
        answer = client.post("/api/product", json=body(category, **odd), headers=headers)
        assert answer.status_code == 422, odd
    broken = client.post("/api/product", content=b"{", headers=headers | {"content-type": "application/json"})
    assert broken.status_code == 400


def test_null_means_empty(client: TestClient, db: Session):
    seller, category = factories.seller(db), factories.category(db)
    empty = ("title", "price", "discount", "city", "latitude", "longitude", "subcategoryId", "images", "fieldValues")
    made = post(client, db, seller, category, sellerId=None, **dict.fromkeys(empty))
    assert (made["price"], made["discount"], made["subcategoryId"], made["images"]) == (None, 0, None, [])
    assert (made["title"], made["latitude"], made["fieldValues"]) == ("", "", [])


def test_a_pending_ad_is_404_for_others(client: TestClient, db: Session):
    seller = factories.seller(db)
    made = post(client, db, seller, factories.category(db))
    path = f"/api/product/{made['_id']}"
    assert client.get(path).status_code == 404
    assert client.get(path).json()["message"] == "Product not found"
    assert client.get(path, headers=factories.bearer(db, factories.buyer(db))).status_code == 404
    for insider in (seller, factories.admin(db)):
        answer = client.get(path, headers=factories.bearer(db, insider))
        assert answer.status_code == 200
        assert answer.json()["data"]["latitude"] == "18.507412"


@pytest.mark.parametrize("product_id", ["nonsense", "01M7YH44H3FVMP4547R0ZWQBC3", "%00", "a" * 3000])
def test_unknown_ids_are_404(client: TestClient, db: Session, product_id: str):
    headers = factories.bearer(db, factories.seller(db))
    calls = [
        client.get(f"/api/product/{product_id}"),
        client.put(f"/api/product/{product_id}", json=body(), headers=headers),
        client.delete(f"/api/product/{product_id}", headers=headers),
        client.post(f"/api/product/{product_id}/sold", headers=headers),
    ]
    for answer in calls:
        assert (answer.status_code, answer.json()["message"]) == (404, "Product not found")


def test_a_change_waits_while_the_old_version_is_live(client: TestClient, db: Session):
    seller, category = factories.seller(db), factories.category(db)
    owner, admin = factories.bearer(db, seller), factories.bearer(db, factories.admin(db))
    path = f"/api/product/{post(client, db, seller, category)['_id']}"
    admin_path = path.replace("/api/", "/api/admin/").replace("product/", "products/")
    assert client.post(f"{admin_path}/approve", headers=admin).status_code == 200
    assert client.get(path).json()["data"]["latitude"] == "18.51"
    changed = client.put(path, json=body(category, name="Oak sofa"), headers=owner).json()
    assert changed["message"] == "Product updated successfully!"
    assert (changed["data"]["name"], changed["data"]["status"]) == ("Oak sofa", "approved")
    change = changed["data"]["pendingChange"]
    assert (change["status"], change["changed"], change["note"]) == ("waiting", ["Product name"], "")
    price = {"price": 18500, "priceUnit": None, "discount": 10, "finalPrice": 16650}
    assert (change["before"], change["after"]) == (price, price)
    public = client.get(path).json()["data"]
    assert (public["name"], public["status"], public["note"]) == ("Teak sofa", "approved", "")
    assert public["pendingChange"] is None
    client.post(f"{admin_path}/reject", json={"note": "It is teak."}, headers=admin)
    mine = client.get(path, headers=owner).json()["data"]
    assert (mine["name"], mine["status"], mine["note"]) == ("Oak sofa", "approved", "It is teak.")
    assert (mine["pendingChange"]["status"], mine["pendingChange"]["note"]) == ("rejected", "It is teak.")
    assert client.get(path).json()["data"]["status"] == "approved"


def test_sold_relisted_renewed_deleted(client: TestClient, db: Session):
    seller = factories.seller(db)
    ad = factories.ad(db, seller, factories.category(db))
    owner, admin = factories.bearer(db, seller), factories.bearer(db, factories.admin(db))
    path = f"/api/product/{ad.id}"
    assert client.post(f"{path}/sold", headers=admin).status_code == 403
    for verb, status in (("sold", "sold"), ("relist", "approved"), ("renew", "approved")):
        answer = client.post(f"{path}/{verb}", headers=owner).json()
        assert answer["message"]
        assert answer["data"]["status"] == status
    assert client.post(f"{path}/relist", headers=owner).status_code == 409
    deleted = client.delete(path, headers=owner)
    assert deleted.json() == {"success": True, "message": "Product deleted successfully"}
    for headers in (owner, admin, {}):
        assert client.get(path, headers=headers).status_code == 410


def test_image_is_removed_by_url(client: TestClient, db: Session):
    seller, category = factories.seller(db), factories.category(db)
    photo = factories.upload(db, seller)
    url = f"/media/{photo.digest}-1600.webp"
    made = post(client, db, seller, category, images=[{"url": url, "public_id": photo.id}])
    owner = factories.bearer(db, seller)
    stranger = factories.bearer(db, factories.seller(db))
    assert client.request("DELETE", "/api/product", json={"fileUrl": url}, headers=stranger).status_code == 404
    answer = client.request("DELETE", "/api/product", json={"fileUrl": url}, headers=owner)
    assert answer.json() == {"success": True, "message": "Image removed successfully"}
    assert client.get(f"/api/product/{made['_id']}", headers=owner).json()["data"]["images"] == []
    assert client.request("DELETE", "/api/product", json={"fileUrl": url}, headers=owner).status_code == 404


def test_seller_lists_and_stats(client: TestClient, db: Session):
    seller, category = factories.seller(db), factories.category(db)
    live = factories.ad(db, seller, category, featured=True)
    waiting = factories.ad(db, seller, category, status=AdStatus.PENDING)
    owner = factories.bearer(db, seller)
    mine = client.get(f"/api/product/seller/{seller.id}", headers=owner).json()
    assert [each["_id"] for each in mine["data"]] == [waiting.id, live.id]
    assert mine["message"] == "2 products"
    paged = client.get(f"/api/product/seller/{seller.id}?page=2&limit=1", headers=owner).json()
    assert ([each["_id"] for each in paged["data"]], paged["totalPages"]) == ([live.id], 2)
    public = client.get(f"/api/product/approved/{seller.id}").json()
    assert [each["_id"] for each in public["products"]] == [live.id]
    assert client.get("/api/product/approved/nonsense").status_code == 404
    stats = client.get(f"/api/product/dashboard-stats/{seller.id}", headers=owner).json()
    assert stats["data"] == {"totalAds": 2, "featuredAds": 1, "messages": 0}


def test_seller_number_is_revealed_to_users(client: TestClient, db: Session):
    category, buyer = factories.category(db), factories.bearer(db, factories.buyer(db))
    open_ad = factories.ad(db, factories.seller(db, phone="9812345678"), category)
    shy_ad = factories.ad(db, factories.seller(db, takes_calls=False), category)
    answer = client.post(f"/api/product/{open_ad.id}/contact", headers=buyer)
    assert answer.json() == {"success": True, "phone": "9812345678", "whatsapp": ""}
    assert client.post(f"/api/product/{shy_ad.id}/contact", headers=buyer).status_code == 403
    assert "9812345678" not in client.get(f"/api/product/{open_ad.id}", headers=buyer).text


def test_the_price_unit_goes_in_and_out(client, db):
    seller, category = factories.seller(db), factories.category(db)
    headers = factories.bearer(db, seller)
    body = {"name": "Camera", "price": 710, "producttype": "rent", "categoryId": category.id}
    made = client.post("/api/product", json=body, headers=headers).json()["data"]
    assert made["priceUnit"] == "day"
    path = f"/api/product/{made['_id']}"
    changed = client.put(path, json=body | {"priceUnit": "week"}, headers=headers).json()["data"]
    assert changed["priceUnit"] == "week"
    for odd in ({"priceUnit": "decade"}, {"priceUnit": "day", "producttype": "sell"}):
        refused = client.put(path, json=body | odd, headers=headers)
        assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "priceUnit")
    sale = client.put(path, json=body | {"producttype": "sell"}, headers=headers).json()["data"]
    assert sale["priceUnit"] is None


def test_prices_of_several_ads_are_previewed(client: TestClient, db: Session):
    seller, category = factories.seller(db), factories.category(db)
    headers = factories.bearer(db, seller)
    ad = factories.ad(db, seller, category, name="sofa", price_paise=1235_00)
    foreign = factories.ad(db, factories.seller(db), category)
    sent = {"ids": [ad.id, foreign.id], "percent": -10}
    preview = client.post("/api/product/bulk/preview", json=sent, headers=headers).json()["data"]
    assert preview["changes"] == [{"_id": ad.id, "name": "Sofa", "price": 1235, "newPrice": 1110, "atOnce": True}]
    assert [refused["_id"] for refused in preview["refused"]] == [foreign.id]
    assert client.get(f"/api/product/{ad.id}").json()["data"]["price"] == 1235
    client.post("/api/product/bulk", json=sent | {"action": "price"}, headers=headers)
    assert client.get(f"/api/product/{ad.id}").json()["data"]["price"] == 1110
    assert client.post("/api/product/bulk/preview", json={"ids": [ad.id]}, headers=headers).status_code == 422


def test_administrators_set_how_far_a_price_falls_without_review(client: TestClient, db: Session):
    admin, moderator = factories.bearer(db, factories.admin(db)), factories.bearer(db, factories.moderator(db))
    path = "/api/admin/settings"
    assert client.get(path, headers=moderator).json()["data"] == {"priceCutPercent": 40}
    changed = client.put(path, json={"priceCutPercent": 0}, headers=admin).json()
    assert (changed["data"], changed["message"]) == ({"priceCutPercent": 0}, "Bound changed.")
    assert client.put(path, json={"priceCutPercent": 91}, headers=admin).status_code == 422
    assert client.put(path, json={"priceCutPercent": 10}, headers=moderator).status_code == 403
