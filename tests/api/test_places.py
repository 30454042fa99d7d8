"""/api/geocode and /api/places."""

from fastapi.testclient import TestClient


def test_geocode(client: TestClient):
    answer = client.get("/api/geocode", params={"lat": "19.1136", "lng": "72.8697"})
    assert answer.status_code == 200
    assert answer.json() == {
        "success": True,
        "data": {"state": "Maharashtra", "city": "Mumbai", "place": "", "latitude": 19.1136, "longitude": 72.8697},
    }


def test_geocode_of_nothing(client: TestClient):
    answer = client.get("/api/geocode")
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == "lat"


def test_places(client: TestClient):
    data = client.get("/api/places", params={"q": "pun"}).json()["data"]
    assert data[0]["label"] == "Pune, Maharashtra"
    assert client.get("/api/places", params={"q": "null"}).json()["data"] == []
