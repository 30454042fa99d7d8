"""/api/geocode and /api/places."""

from types import SimpleNamespace

from marketplace.domain.places import service
from marketplace.integrations.geocode import Location
from tests.client import TestClient
from tests.slow_service import SlowService, other_reader_is_served, while_waiting


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


def test_slow_geocoder_blocks_no_request(crowd, api_app, monkeypatch):
    slow = SlowService()
    geocoder = SimpleNamespace(locate=lambda *_point: slow.answer(Location("Goa", "Panaji")))
    monkeypatch.setattr(service, "get_geocoder", lambda: geocoder)
    monkeypatch.setattr(service, "_locate", service._locate.__wrapped__)
    client = TestClient(api_app)
    with while_waiting(slow, lambda: client.get("/api/geocode?lat=15.4&lng=73.8"), monkeypatch) as answers:
        assert other_reader_is_served()
    assert answers[0].json()["data"]["city"] == "Panaji"
