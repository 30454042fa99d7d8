"""Get Current Location fills in the place, or shows an error."""

import asyncio
from types import SimpleNamespace

import pytest
from sqlmodel import Session

from marketplace.domain.places import PlaceNames, service
from marketplace.integrations.geocode import Location
from marketplace.web.widgets.geolocation import GeolocationMixin
from tests.slow_service import SlowService, other_reader_is_served, while_waiting

# The handlers that Reflex copies to each State.
HANDLERS = vars(GeolocationMixin)


class Tab:
    """The parts of a State that `GeolocationMixin` uses."""

    _query = GeolocationMixin._query
    _query_remote = GeolocationMixin._query_remote
    _run_as_caller = GeolocationMixin._run_as_caller

    def __init__(self):
        headers = SimpleNamespace(cookie="", user_agent="Firefox")
        session = SimpleNamespace(client_ip="203.0.113.9")
        self.router = SimpleNamespace(headers=headers, session=session)
        self.location_version = 0
        self.found: PlaceNames | None = None
        self.toasts: list[tuple[str, str]] = []

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_error):
        return None

    async def _toast(self, kind: str, text: str) -> None:
        self.toasts.append((kind, text))

    async def _fill_place(self, found: PlaceNames) -> None:
        self.found = found


@pytest.fixture
def tab(db: Session) -> Tab:
    return Tab()


def test_position_fills_in_the_place(tab: Tab):
    asyncio.run(HANDLERS["locate"](tab, 12.9716, 77.5946))

    assert tab.found is not None
    assert (tab.found.city, tab.found.state) == ("Bengaluru", "Karnataka")
    assert (tab.found.latitude, tab.found.longitude) == (12.9716, 77.5946)
    assert tab.location_version == 1
    assert tab.toasts == [("success", "Location filled successfully.")]


@pytest.mark.parametrize(
    ("latitude", "longitude", "text"),
    [
        (5.0, 65.0, "Failed to fetch location details."),
        (91.0, 77.0, "Latitude must be a number from -90 to 90."),
    ],
)
def test_position_without_a_place_fills_in_nothing(tab: Tab, latitude: float, longitude: float, text: str):
    asyncio.run(HANDLERS["locate"](tab, latitude, longitude))

    assert tab.found is None
    assert tab.location_version == 0
    assert tab.toasts == [("error", text)]


def test_error_of_the_browser_is_shown(tab: Tab):
    asyncio.run(HANDLERS["location_failed"](tab, "Unable to retrieve your location."))

    assert tab.toasts == [("error", "Unable to retrieve your location.")]


def test_geocoder_does_not_block_other_events(crowd, monkeypatch: pytest.MonkeyPatch):
    slow, tab = SlowService(), Tab()
    geocoder = SimpleNamespace(locate=lambda *_point: slow.answer(Location("Goa", "Panaji")))
    monkeypatch.setattr(service, "get_geocoder", lambda: geocoder)
    monkeypatch.setattr(service, "_locate", service._locate.__wrapped__)
    with while_waiting(slow, lambda: asyncio.run(HANDLERS["locate"](tab, 15.4, 73.8)), monkeypatch):
        assert other_reader_is_served()
    assert tab.found is not None
    assert tab.found.city == "Panaji"
