"""Tests of reverse geocoding, offline and with a Nominatim-compatible server."""

import httpx
import pytest

from marketplace.integrations.geocode import Location, Nominatim, get_gazetteer


@pytest.mark.parametrize(
    ("where", "point", "city", "state"),
    [
        ("Andheri", (19.1136, 72.8697), "Mumbai", "Maharashtra"),
        ("Vashi", (19.0771, 72.9987), "Navi Mumbai", "Maharashtra"),
        ("Koramangala", (12.9352, 77.6245), "Bengaluru", "Karnataka"),
        ("HITEC City", (17.4435, 78.3772), "Hyderabad", "Telangana"),
        ("Saket", (28.5245, 77.2066), "Delhi", "Delhi"),
        ("Sector 18", (28.5708, 77.3261), "Noida", "Uttar Pradesh"),
        ("Fort Kochi", (9.9658, 76.2421), "Kochi", "Kerala"),
        ("Karaikal", (10.9254, 79.8380), "Karaikal", "Puducherry"),
    ],
)
def test_points_are_assigned_to_their_towns(where: str, point: tuple[float, float], city: str, state: str):
    assert get_gazetteer().locate(*point) == Location(state, city), where


def test_points_abroad_have_names_and_points_at_sea_none():
    assert get_gazetteer().locate(48.8566, 2.3522) == Location("Ile-de-France", "Paris")
    assert get_gazetteer().locate(5.0, 65.0) is None
    assert get_gazetteer().locate(90.0, 0.0) is None
    assert get_gazetteer().locate(-16.8, -179.99) == get_gazetteer().locate(-16.8, 179.99)


class StubServer(httpx.BaseTransport):
    """A server that always returns the same response, and records its requests."""

    def __init__(self, status: int, body: object):
        self.answer, self.asked = httpx.Response(status, json=body), []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request.url)
        return self.answer


def nominatim(transport: httpx.BaseTransport) -> Nominatim:
    made = Nominatim("https://geo.example.org/api/", get_gazetteer(), user_agent="Chowk")
    made._client._transport = transport
    return made


def test_server_returns_the_neighbourhood():
    address = {"state": "Karnataka", "town": "Bengaluru", "road": "100 Feet Road", "suburb": "Indiranagar"}
    server = StubServer(200, {"address": address})
    assert nominatim(server).locate(12.97, 77.64) == Location("Karnataka", "Bengaluru", "Indiranagar")
    assert server.asked[0].path == "/api/reverse"
    assert server.asked[0].params["lat"] == "12.970000"


@pytest.mark.parametrize(
    "server", [StubServer(500, {}), StubServer(200, {"error": "no"}), StubServer(200, ["nonsense"])]
)
def test_fallback_is_used_if_the_server_fails(server: StubServer):
    assert nominatim(server).locate(12.9352, 77.6245) == Location("Karnataka", "Bengaluru")
