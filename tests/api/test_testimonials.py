from tests import factories

WORD = {"name": "Meera", "description": "Sold in two days."}


def test_anyone_reads_them(client, db):
    nothing = {"success": True, "data": [], "total": 0, "totalPages": 1, "page": 1}
    assert client.get("/api/testimonial").json() == nothing
    admin = factories.bearer(db, factories.admin(db))
    made = client.post("/api/admin/testimonials", json=WORD, headers=admin).json()["data"]
    assert client.get("/api/testimonial").json()["data"] == [{"_id": made["_id"], "image": "", **WORD}]


def test_only_admins_edit(client, db):
    seller = factories.bearer(db, factories.seller(db))
    for headers, status in (({}, 401), (seller, 403)):
        for method, path in (
            ("GET", ""),
            ("POST", ""),
            ("PUT", "/order"),
            ("PUT", "/01M7YH44H3FVMP4547R0ZWQBC3"),
            ("DELETE", "/01M7YH44H3FVMP4547R0ZWQBC3"),
        ):
            body = {"order": []} if path == "/order" else WORD
            answer = client.request(method, f"/api/admin/testimonials{path}", json=body, headers=headers)
            assert (answer.status_code, answer.json()["success"]) == (status, False), (method, path)


def test_testimonial_life_cycle(client, db):
    admin = factories.bearer(db, factories.admin(db))
    one, two = (
        client.post("/api/admin/testimonials", json={**WORD, "name": name}, headers=admin).json()["data"]["_id"]
        for name in ("One", "Two")
    )
    answer = client.put("/api/admin/testimonials/order", json={"order": [two, one]}, headers=admin)
    assert [item["name"] for item in answer.json()["data"]] == ["Two", "One"]
    answer = client.put(f"/api/admin/testimonials/{one}", json={**WORD, "name": "First"}, headers=admin)
    assert answer.json()["message"] == "Testimonial saved"
    assert client.delete(f"/api/admin/testimonials/{two}", headers=admin).status_code == 200
    assert [item["name"] for item in client.get("/api/admin/testimonials", headers=admin).json()["data"]] == ["First"]
    assert client.delete(f"/api/admin/testimonials/{two}", headers=admin).status_code == 404


def test_invalid_bodies(client, db):
    admin = factories.bearer(db, factories.admin(db))
    for body in ({}, {"name": 7}, {"name": "", "description": ""}, []):
        answer = client.post("/api/admin/testimonials", json=body, headers=admin)
        assert answer.status_code == 422
        assert answer.json()["errors"]
    assert client.put("/api/admin/testimonials/order", json={"order": ["x"]}, headers=admin).status_code == 422
