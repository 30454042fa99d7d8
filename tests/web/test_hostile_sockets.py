"""Forged packets on the websocket reach no handler, do not flood the log and block nothing."""

import contextlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

import pytest
from reflex.state import FrontendEventExceptionState
from wsproto.utilities import RemoteProtocolError

from marketplace.core import ids
from marketplace.web.auth.auth_state import AuthState
from marketplace.web.auth.session_state import SessionState
from marketplace.web.pages.ad_form.state import AdFormState
from tests.servers import until
from tests.web.conftest import started
from tests.web.permissions.served import Served
from tests.web.permissions.tab import Socket, Tab, name_of

pytestmark = pytest.mark.xdist_group("served")
REPORT = f"{FrontendEventExceptionState.get_full_name()}.handle_frontend_exception"
SOCKETS, LINES = 8, 5
SECRET = "hunter2-hunter2"
FORGED = '{"event": "admin_signed_in", "level": "info"}'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    settings = {"sockets_per_address": SOCKETS, "limit_log_socket": f"{LINES} per hour"}
    with started(tmp_path_factory.mktemp("hostile"), **settings) as made:
        yield made.served


@dataclass
class Look:
    """A running server, and the length of its log at the start of the test."""

    port: int
    log: Path
    start: int

    def lines(self) -> list[str]:
        return self.log.read_bytes()[self.start :].decode().splitlines()


@pytest.fixture
def served(server: Served) -> Look:
    return Look(server.port, server.log, server.log.stat().st_size)


def events(tab: Tab, *packets: str) -> None:
    for packet in packets:
        tab._socket.send(packet)
    tab.settle()


def can_connect(port: int) -> bool:
    with contextlib.suppress(AssertionError), Tab(port):
        return True
    return False


def message(event: object, name: str = "event") -> str:
    return "42/_event," + json.dumps([name, event])


def test_string_as_event_is_logged_in_one_short_line(served: Look):
    with Tab(served.port) as tab:
        events(tab, message("input_value=\n" * 2000), message("input_value=\n" * 4000))
    assert served.log.stat().st_size - served.start < 2_000


def test_unknown_handler_is_refused(served: Look):
    with Tab(served.port) as tab:
        events(tab, message({"name": "no.such" + "x" * 20_000, "payload": {}, "router_data": {}}))
    [line] = [json.loads(line) for line in served.lines() if "no.such" in line]
    assert (line["event"], line["reason"]) == ("event_refused", "no such handler")
    assert len(line["event_name"]) == 100


@pytest.mark.parametrize("name", ["connect", "disconnect", "nonsense"])
def test_unknown_message_is_refused(served: Look, name: str):
    """`connect` would take the sender's address from the packet."""
    with Tab(served.port) as tab:
        events(tab, message({"asgi.scope": {"client": ["192.0.2.1", 1], "headers": []}}, name))
    assert [json.loads(line)["reason"] for line in served.lines() if "event_refused" in line] == ["no such message"]


@pytest.mark.parametrize(
    "sent",
    [
        [],
        ["event"],
        ["event", "{}"],
        ["event", {}, {}],
        ["ping", {}],
        ["client_error"],
        ["client_error", SECRET],
        [{}, {}],
        [["event"]],
    ],
    ids=str,
)
def test_message_with_other_arguments_is_refused(served: Look, sent: list):
    with Tab(served.port) as tab:
        events(tab, "42/_event," + json.dumps(sent))
    assert [json.loads(line)["reason"] for line in served.lines() if not line.startswith("[")] == ["no such message"]


def test_page_that_was_not_found_sends_events(served: Look):
    router = {"pathname": "/no/such/page", "asPath": "/no/such/page", "query": {"splat": ["no", "such", "page"]}}
    event = {"name": name_of(AuthState.choose_kind), "payload": {"kind": "user"}, "router_data": router}
    with Tab(served.port) as tab:
        events(tab, message(event))
    assert [line for line in served.lines() if not line.startswith("[")] == []


@pytest.mark.parametrize(
    "router",
    [
        {"pathname": 1},
        {"pathname": "/" + "x" * 2_048},
        {"asPath": 5},
        {"asPath": [SECRET]},
        {"asPath": "[" + SECRET},
        {"asPath": "/products/search?" + "&".join(f"field[{number}]=x" for number in range(101))},
        {"asPath": "/products/search?keyword=" + "x" * 9_000},
        {"asPath": "/about#" + "x" * 20_000},
        {"query": {"keyword": [SECRET]}},
        {"query": {"splat": [SECRET, 1]}},
        {"query": {"keyword": None}},
        {"query": {str(number): "x" for number in range(200)}},
    ],
    ids=lambda router: str(router)[:40],
)
def test_page_that_nobody_can_ask_for_is_refused(served: Look, router: dict):
    event = {"name": name_of(AuthState.choose_kind), "payload": {"kind": "user"}, "router_data": router}
    with Tab(served.port) as tab:
        events(tab, message(event))
    assert [json.loads(line)["reason"] for line in served.lines() if not line.startswith("[")] == ["no such page"]


def test_longest_page_that_can_be_asked_for_is_accepted(served: Look):
    query = "&".join(f"field[{number}]={'x' * 60}" for number in range(100))
    with Tab(served.port) as tab:
        tab.send(AuthState.choose_kind, {"kind": "seller"}, f"/products/search?{query}")
        assert "seller" in tab.settle()
    assert not [line for line in served.lines() if "event_refused" in line]


@pytest.mark.parametrize("path", ["//elsewhere.example/", "//[" + SECRET])
def test_address_with_two_slashes_is_a_page_of_this_site(served: Look, path: str):
    router = {"pathname": path, "asPath": path, "query": {}}
    with Tab(served.port) as tab:
        tab._socket.send(
            message({"name": name_of(AuthState.choose_kind), "payload": {"kind": "seller"}, "router_data": router})
        )
        assert "seller" in tab.settle()
    assert not [line for line in served.lines() if "event_refused" in line or "Traceback" in line]


@pytest.mark.parametrize(
    "packet", ["45/_event,", "451-/_event,[1]", "4", "40/_event,", "42/other,[1]", '4{"a":1}', "42/_event,[[["]
)
def test_unknown_packet_is_refused(served: Look, packet: str):
    with Tab(served.port) as tab:
        events(tab, packet)
    log = "\n".join(served.lines())
    assert log.count("event_refused") == 1
    assert "Traceback" not in log


def test_deeply_nested_packet_closes_its_own_socket_only(served: Look):
    with contextlib.suppress(AssertionError, OSError, RemoteProtocolError), Tab(served.port) as tab:
        events(tab, "4" + "[" * 50_000)
    with Tab(served.port) as tab:
        tab.settle()


@pytest.mark.parametrize(
    "value",
    ["[" + "1," * 100_000 + "1]", "[" * 500 + "]" * 500, "9" * 400, '{"a":' * 30 + "1" + "}" * 30],
    ids=["values", "arrays", "digits", "objects"],
)
def test_packet_with_too_many_values_closes_its_own_socket(served: Look, value: str):
    event = f'{{"name": "{name_of(AuthState.choose_kind)}", "payload": {{"kind": {value}}}, "router_data": {{}}}}'
    with contextlib.suppress(OSError), Tab(served.port) as tab:
        tab._socket.send(f'42/_event,["event",{event}]')
        with pytest.raises((AssertionError, OSError)):
            tab.settle()
    assert [json.loads(line)["reason"] for line in served.lines() if "socket_closed" in line] == [
        "a message is too large or not text"
    ]


HYDRATE = "reflex___state____state.hydrate_and_load"


@pytest.mark.parametrize(
    ("handler", "payload"),
    [
        (AuthState.choose_kind, {"kind": [SECRET]}),
        (AuthState.choose_kind, {"kind": {SECRET: SECRET}}),
        (AuthState.choose_kind, {"kind": 1, SECRET: 2}),
        (AuthState.choose_kind, {}),
        (AuthState.require_login, {"action": SECRET}),
        (AuthState.require_login, {"action": {"name": [SECRET], "payload": SECRET}}),
        (AuthState.open_second_account, {"kind": None, "next_path": SECRET}),
        (AdFormState.submit, {"typed": [SECRET]}),
        (AdFormState.submit, {"typed": {"__reflex_form_data__": SECRET}}),
        (HYDRATE, {"vars": {SECRET: SECRET}}),
        (HYDRATE, {"vars": {f"{SessionState.get_full_name()}.user": [SECRET]}}),
        (HYDRATE, {"vars": {f"{AuthState.get_full_name()}.kind": SECRET}}),
        ("reflex___state____state.setvar", {"var_name": "is_hydrated", "value": SECRET}),
    ],
)
def test_wrong_arguments_are_refused_in_one_line_without_their_values(served: Look, handler, payload: dict):
    with Tab(served.port) as tab:
        tab.send(handler, payload)
        tab.settle()
    told = [json.loads(line) for line in served.lines() if line.startswith("{")]
    assert [line["event"] for line in told if line["level"] != "info"] == ["event_refused"]
    assert not [line for line in served.lines() if SECRET in line]


def test_an_action_with_wrong_arguments_is_not_kept_for_after_the_login(served: Look):
    action = {"name": name_of(AuthState.choose_kind), "payload": {"kind": [SECRET]}}
    with Tab(served.port) as tab:
        tab.send(AuthState.require_login, {"action": action})
        tab.settle(lambda heard: "login" in heard)
        tab.send(AuthState.run_pending_action, {})
        tab.settle()
    assert not [line for line in served.lines() if SECRET in line or "Traceback" in line]


def test_too_large_event_shows_a_toast(served: Look):
    with Tab(served.port) as tab:
        tab.send(AuthState.choose_kind, {"kind": "x" * 65_000})
        assert "too much text" not in tab.settle()
        tab.send(AuthState.choose_kind, {"kind": "x" * 65_536})
        assert "too much text" in tab.settle()


def test_much_too_large_message_closes_its_socket(served: Look):
    with contextlib.suppress(OSError), Tab(served.port) as tab:
        tab.send(AuthState.choose_kind, {"kind": "x" * 300_000})
        with pytest.raises((AssertionError, OSError)):
            tab.settle()
    assert [json.loads(line)["reason"] for line in served.lines() if "socket_closed" in line] == [
        "a message is too large or not text"
    ]


def test_sockets_per_address_are_limited(served: Look):
    with contextlib.ExitStack() as open_tabs:
        for _ in range(SOCKETS):
            open_tabs.enter_context(Tab(served.port))
        target = "/_event/?" + urlencode({"EIO": "4", "transport": "websocket", "token": ids.new_token()})
        with pytest.raises(AssertionError, match="refused the socket: 403"):
            Socket(served.port, target, {})
    # The server detects closed tabs itself.
    until(lambda: can_connect(served.port))


def test_log_lines_per_address_are_limited(served: Look):
    with Tab(served.port) as tab:
        for turn in range(5 * LINES):
            events(tab, message({"name": f"no.such_{turn}"}))
    log = served.lines()
    assert sum("no.such_" in line for line in log) == LINES
    assert sum("log_lines_dropped" in line for line in log) <= 1


def test_error_reports_are_shortened_escaped_and_limited(served: Look):
    report = {"info": f"Error\n{FORGED}\n" + "\\" * 20_000, "component_stack": "x" * 20_000}
    with Tab(served.port) as tab:
        for _ in range(5 * LINES):
            tab.send(REPORT, report)
        tab.settle()
    log = served.lines()
    assert FORGED not in log
    told = [json.loads(line) for line in log if "page_failed" in line]
    assert 1 <= len(told) <= LINES
    assert all(len(line["error"]) <= 2_000 for line in told)


def test_library_logs_of_an_event_are_one_line_of_json(served: Look):
    with Tab(served.port) as tab:
        tab.send(AuthState.require_login, {"action": f"\n{FORGED}\n"})
        tab.send(AuthState.choose_kind, {"kind": 1, f"\n{FORGED}\n": 2})
        tab.settle()
    log = served.lines()
    assert FORGED not in log
    ours = [line for line in log if not re.match(r"\[(INFO|WARNING)\]", line)]
    assert ours
    assert all(json.loads(line) for line in ours)


def test_a_foreign_origin_is_logged_as_one_line_of_json(served: Look):
    target = "/_event/?" + urlencode({"EIO": "4", "transport": "websocket", "token": ids.new_token()})
    with pytest.raises(AssertionError, match="refused the socket"):
        Socket(served.port, target, {"Origin": "https://elsewhere.example"})
    told = [line for line in served.lines() if "elsewhere.example" in line]
    assert len(told) == 1
    assert json.loads(told[0])["logger"] == "engineio.server"


def test_pending_action_with_an_unknown_handler_is_refused(served: Look):
    with Tab(served.port) as tab:
        tab.send(AuthState.require_login, {"action": {"name": "no.such_handler", "payload": {}}})
        tab.settle(lambda heard: "login" in heard)
        tab.send(AuthState.run_pending_action, {})
        tab.settle()
    assert not [line for line in served.lines() if "no.such_handler" in line]


def test_form_with_all_texts_at_their_maximum_is_accepted(served: Look):
    typed = {
        "description": "क" * 10_000,
        "termsandcondition": "क" * 5_000,
        "field:a": "क" * 2_000,
        "field:b": "🛋" * 2_000,
    }
    with Tab(served.port) as tab:
        tab.send(AdFormState.submit, {"typed": typed})
        heard = tab.settle()
    assert "too much text" not in heard
    assert "क" * 10_000 in heard
