import pytest

from tests import factories

UNKNOWN = "01M7YH44H3FVMP4547R0ZWQBC3"
CALLS = [
    ("GET", "/categories", None),
    ("POST", "/categories", {"name": "Pets"}),
    ("PUT", "/categories/order", {"order": []}),
    ("PUT", f"/categories/{UNKNOWN}", {"name": "Pets"}),
    ("DELETE", f"/categories/{UNKNOWN}", None),
    ("GET", "/subcategories", None),
    ("POST", "/subcategories", {"categoryId": UNKNOWN, "name": "Dogs"}),
    ("PUT", f"/categories/{UNKNOWN}/subcategories/order", {"order": []}),
    ("PUT", f"/subcategories/{UNKNOWN}", {"name": "Dogs"}),
    ("DELETE", f"/subcategories/{UNKNOWN}", None),
    ("POST", f"/subcategories/{UNKNOWN}/fields", {"label": "Age", "inputType": "number"}),
    ("PUT", f"/subcategories/{UNKNOWN}/fields/order", {"order": []}),
    ("PUT", f"/fields/{UNKNOWN}", {"label": "Age", "inputType": "number"}),
    ("DELETE", f"/fields/{UNKNOWN}", None),
]


@pytest.fixture
def call(client, db):
    headers = factories.bearer(db, factories.admin(db))

    def send(method, path, body=None):
        return client.request(method, f"/api/admin{path}", json=body, headers=headers)

    return send


def test_only_admins_edit_the_catalogue(client, db):
    seller = factories.bearer(db, factories.seller(db))
    for headers, status in (({}, 401), (seller, 403)):
        for method, path, body in CALLS:
            answer = client.request(method, f"/api/admin{path}", json=body, headers=headers)
            assert (answer.status_code, answer.json()["success"]) == (status, False), (method, path)


def test_unknown_ids_are_404(call):
    for method, path, body in CALLS:
        if UNKNOWN in path or UNKNOWN in str(body):
            assert call(method, path, body).status_code == 404, (method, path)


def test_category_life_cycle(call):
    one, two = (call("POST", "/categories", {"name": name}).json()["data"]["_id"] for name in ("Pets", "Plants"))
    assert call("POST", "/categories", {"name": "Pets"}).status_code == 409
    assert call("PUT", "/categories/order", {"order": [two, one]}).json()["message"] == "Order saved"
    assert call("PUT", "/categories/order", {"order": [two]}).status_code == 422
    saved = call("PUT", f"/categories/{one}", {"name": "Animals"}).json()["data"]
    assert (saved["name"], saved["images"], saved["count"]) == ("Animals", [], 0)
    assert [item["name"] for item in call("GET", "/categories").json()["data"]] == ["Plants", "Animals"]
    assert call("DELETE", f"/categories/{two}").json()["message"] == "Category archived"
    assert [item["_id"] for item in call("GET", "/categories").json()["data"]] == [one]


def test_archiving_a_category_with_ads_needs_a_target(call, client, db):
    leaving, staying = factories.category(db), factories.category(db)
    ad = factories.ad(db, factories.seller(db), leaving)
    answer = call("DELETE", f"/categories/{leaving.id}")
    assert (answer.status_code, answer.json()["ads"]) == (409, 1)
    assert call("DELETE", f"/categories/{leaving.id}", {"moveTo": leaving.id}).status_code == 422
    assert call("DELETE", f"/categories/{leaving.id}", {"moveTo": staying.id}).status_code == 200
    assert client.get(f"/api/product/{ad.id}").json()["data"]["categoryId"]["_id"] == staying.id


def test_subcategories_and_their_fields(call):
    category = call("POST", "/categories", {"name": "Pets"}).json()["data"]["_id"]
    dogs, cats = (
        call("POST", "/subcategories", {"categoryId": category, "name": name}).json()["data"]["_id"]
        for name in ("Dogs", "Cats")
    )
    assert call("PUT", f"/categories/{category}/subcategories/order", {"order": [cats, dogs]}).status_code == 200
    assert call("PUT", f"/subcategories/{dogs}", {"name": "Big dogs"}).json()["data"]["name"] == "Big dogs"
    age = call("POST", f"/subcategories/{dogs}/fields", {"label": "Age", "inputType": "number", "required": True})
    size = call(
        "POST", f"/subcategories/{dogs}/fields", {"label": "Size", "inputType": "select", "options": ["S", "L"]}
    )
    ids = [answer.json()["data"]["_id"] for answer in (size, age)]
    assert call("PUT", f"/subcategories/{dogs}/fields/order", {"order": ids}).status_code == 200
    changed = call("PUT", f"/fields/{ids[1]}", {"label": "Years", "inputType": "number"}).json()["data"]
    assert (changed["label"], changed["required"]) == ("Years", False)
    listed = call("GET", f"/subcategories?category={category}").json()["data"]
    assert [item["name"] for item in listed] == ["Cats", "Big dogs"]
    assert [field["label"] for field in listed[1]["dynamicFields"]] == ["Size", "Years"]
    assert call("DELETE", f"/fields/{ids[0]}").status_code == 200
    assert call("DELETE", f"/subcategories/{cats}").status_code == 200


def test_invalid_fields(call, db):
    subcategory = factories.subcategory(db, factories.category(db))
    path = f"/subcategories/{subcategory.id}/fields"
    for body in (
        {},
        {"label": "Age", "inputType": "colour"},
        {"label": "Size", "inputType": "select", "options": []},
        {"label": "x" * 81, "inputType": "text"},
        {"label": "Size", "inputType": "select", "options": [1]},
    ):
        answer = call("POST", path, body)
        assert answer.status_code == 422
        assert answer.json()["errors"]


def test_a_category_has_a_default_price_unit(client, db):
    headers = factories.bearer(db, factories.admin(db))
    made = client.post("/api/admin/categories", json={"name": "Homes"}, headers=headers).json()["data"]
    assert made["rentalPriceUnit"] == "day"
    path = f"/api/admin/categories/{made['_id']}"
    assert (
        client.put(path, json={"rentalPriceUnit": "month"}, headers=headers).json()["data"]["rentalPriceUnit"]
        == "month"
    )
    assert client.put(path, json={"rentalPriceUnit": "decade"}, headers=headers).status_code == 422
    assert client.get(f"/api/category/{made['_id']}").json()["data"]["rentalPriceUnit"] == "month"
