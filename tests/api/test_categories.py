from sqlmodel import Session

from marketplace.models import InputType
from tests import factories
from tests.client import TestClient


def test_categories_in_order_with_counts(client: TestClient, db: Session):
    photo = factories.upload(db, factories.admin(db), name="sofa.jpg")
    second = factories.category(db, "Vehicles", position=2)
    first = factories.category(db, "Furniture", position=1, image_id=photo.id)
    factories.ad(db, factories.seller(db), first)
    answer = client.get("/api/category")
    assert answer.status_code == 200
    body = answer.json()
    assert body["success"] is True
    assert [(each["_id"], each["name"], each["count"]) for each in body["data"]] == [
        (first.id, "Furniture", 1),
        (second.id, "Vehicles", 0),
    ]
    image = body["data"][0]["images"][0]
    assert (image["name"], image["url"], image["public_id"]) == (
        "sofa.jpg",
        f"/media/{photo.digest}-1600.webp",
        photo.id,
    )
    assert client.get(f"/api/category/{first.id}").json()["data"] == body["data"][0]


def test_unknown_ids_are_404(client: TestClient):
    for path, message in (
        ("/api/category/nonsense", "Category not found"),
        ("/api/subcategory/nonsense", "Subcategory not found"),
        ("/api/subcategory?category=nonsense", "Category not found"),
    ):
        answer = client.get(path)
        assert (answer.status_code, answer.json()) == (404, {"success": False, "message": message})


def test_subcategories_with_their_fields(client: TestClient, db: Session):
    category = factories.category(db)
    cars = factories.subcategory(db, category, "Cars")
    elsewhere = factories.subcategory(db, factories.category(db), "Flats")
    fuel = factories.field(db, cars, "Fuel", InputType.SELECT, required=True, options=["Petrol", "CNG"])
    expected = {
        "_id": cars.id,
        "name": "Cars",
        "category": category.id,
        "dynamicFields": [
            {
                "_id": fuel.id,
                "label": "Fuel",
                "inputType": "select",
                "required": True,
                "options": ["Petrol", "CNG"],
                "unit": "",
                "min": "",
                "max": "",
                "isPublic": False,
            }
        ],
    }
    whole = {"success": True, "data": [expected], "total": 1, "totalPages": 1, "page": 1}
    assert client.get(f"/api/subcategory?category={category.id}").json() == whole
    one = client.get(f"/api/subcategory/{cars.id}").json()
    assert (one["data"], one["dynamicFields"]) == (expected, expected["dynamicFields"])
    everything = client.get("/api/subcategory?category=undefined").json()["data"]
    assert [each["_id"] for each in everything] == [cars.id, elsewhere.id]
