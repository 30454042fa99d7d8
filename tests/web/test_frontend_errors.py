"""Error reports of browsers are shortened before anything processes them."""

import asyncio

import pytest
from reflex.event import Event
from reflex.state import FrontendEventExceptionState

from marketplace.web.auth.auth_state import AuthState
from marketplace.web.reflex_ext.frontend_errors import CutReports, log_frontend_error
from marketplace.web.reflex_ext.handlers import allow_event_bytes, is_handler, max_event_bytes, max_packet_bytes
from tests.web.permissions.tab import name_of

REPORT = f"{FrontendEventExceptionState.get_full_name()}.handle_frontend_exception"


def test_reflex_does_not_search_reports():
    import marketplace.marketplace  # noqa: F401 - turns its patterns off

    assert FrontendEventExceptionState.auto_reload_on_errors == []


@pytest.mark.parametrize(
    ("info", "length"), [("x" * 60_000, 2_000), ("short", 5), (None, 0), ({"a": 1}, 0), (["x"] * 9_000, 0)]
)
def test_report_is_shortened(info: object, length: int):
    event = Event(name=REPORT, payload={"info": info, "component_stack": "x" * 60_000, "more": 1})
    asyncio.run(CutReports().preprocess(None, None, event))  # pyright: ignore[reportArgumentType]
    assert set(event.payload) == {"info", "component_stack"}
    assert len(event.payload["info"]) == length
    assert event.payload["component_stack"] == ""


def test_other_events_stay_unchanged():
    event = Event(name="state.type", payload={"info": "x" * 60_000})
    asyncio.run(CutReports().preprocess(None, None, event))  # pyright: ignore[reportArgumentType]
    assert len(event.payload["info"]) == 60_000


def test_report_is_logged_in_one_line(capfd: pytest.CaptureFixture[str]):
    log_frontend_error(exception=Exception("a\nb" + "x" * 5_000))
    assert len(capfd.readouterr().err.splitlines()) <= 1


def test_handler_sets_its_own_size_limit():
    from marketplace.web.pages.ad_form.state import AdFormState

    assert is_handler(name_of(AuthState.choose_kind))
    assert not is_handler("no.such_handler")
    assert not is_handler(["a list"])
    assert max_event_bytes(name_of(AuthState.choose_kind)) == 64 * 1024
    assert max_event_bytes(name_of(AdFormState.submit)) == 256 * 1024
    assert max_packet_bytes() == 256 * 1024


def test_no_limit_is_below_the_setting(monkeypatch: pytest.MonkeyPatch):
    @allow_event_bytes(10)
    def handler() -> None: ...

    assert handler._max_event_bytes == 10  # pyright: ignore[reportFunctionMemberAccess]
