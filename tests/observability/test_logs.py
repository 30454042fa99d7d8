"""Tests of the log: user input is hidden, lines are limited, and write errors are ignored."""

import errno
import io
import json
import logging
import sys
import warnings
from email.message import EmailMessage
from pathlib import Path

import pytest
import structlog
from granian.log import LogLevels, configure_logging
from pydantic import BaseModel
from reflex.event import Event

from marketplace.cli import server
from marketplace.integrations import limits
from marketplace.integrations.mail import FolderMailer
from marketplace.observability import logs
from marketplace.settings import get_settings

SECRET = "hunter2-hunter2"
EVENT = Event(name="state.sign_in", payload={"password": SECRET}, router_data={"headers": {"cookie": SECRET}})


@pytest.fixture(autouse=True)
def configured():
    before = logging.getLogRecordFactory()
    logs.configure("INFO")
    yield
    logging.setLogRecordFactory(before)


class Form(BaseModel):
    age: int


@pytest.mark.parametrize(
    "line",
    [
        f"Error processing event queue entry for {EVENT} [txid=1]:",
        f"Received event from session 1 with no associated token. This may indicate a bug. Event data: {{'p': '{SECRET}'}}",
        f"Failed to deserialize event data: {{'payload': '{SECRET}'}}.",
        f"Error transforming event argument 'form' with value '{SECRET}' and type hint 'int'",
    ],
)
def test_library_log_line_is_cleaned(caplog: pytest.LogCaptureFixture, line: str):
    logging.getLogger("reflex.app").warning(line)
    assert SECRET not in caplog.text
    assert line[:20] in caplog.text


def test_library_exception_is_cleaned(caplog: pytest.LogCaptureFixture):
    try:
        raise ValueError(f"Failed to deserialize event data: {{'payload': '{SECRET}'}}.")
    except ValueError:
        logging.getLogger("asyncio").exception("Task exception was never retrieved")
    assert SECRET not in caplog.text
    assert "ValueError: Failed to deserialize event data: [hidden]" in caplog.text


def test_pydantic_input_is_hidden(capfd: pytest.CaptureFixture[str]):
    logs.configure("INFO")
    try:
        Form.model_validate({"age": SECRET})
    except ValueError as error:
        structlog.get_logger("fresh").error("event_failed", exc_info=error, password=SECRET)
    said = capfd.readouterr().err
    assert SECRET not in said
    assert json.loads(said)["event"] == "event_failed"
    assert "input_type=str" in said


def test_other_text_is_unchanged(caplog: pytest.LogCaptureFixture):
    logging.getLogger("granian").info("Listening at %s", "http://127.0.0.1:3000")
    logging.getLogger("granian").warning("Event handlers: 3, input 7")
    assert "Event handlers: 3, input 7" in caplog.text


def test_lines_go_to_the_current_stderr(monkeypatch: pytest.MonkeyPatch):
    log = structlog.get_logger()
    ended, now = io.StringIO(), io.StringIO()
    monkeypatch.setattr(sys, "stderr", ended)
    logs.configure("INFO")
    log.info("first")
    ended.close()
    monkeypatch.setattr(sys, "stderr", now)
    log.info("second")
    assert json.loads(now.getvalue())["event"] == "second"


class _Full(io.StringIO):
    def write(self, _text: str) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("stream", ["full", "closed", "none"])
def test_write_errors_are_ignored(monkeypatch: pytest.MonkeyPatch, stream: str):
    closed = io.StringIO()
    closed.close()
    monkeypatch.setattr(sys, "stderr", {"full": _Full(), "closed": closed, "none": None}[stream])
    logs.configure("INFO")
    structlog.get_logger().error("event_failed")


@pytest.fixture
def limited(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(get_settings(), "limit_log_socket", "3 per hour")
    monkeypatch.setattr(get_settings(), "limit_log_address", "5 per hour")
    limits.reset_all()
    yield
    limits.reset_all()


def _say(monkeypatch: pytest.MonkeyPatch, *lines: tuple[logs.Origin | None, str]) -> list[dict[str, str]]:
    """Log each line for its origin, alternating between structlog and a library logger; return the written lines."""
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    logs.configure("INFO")
    for number, (origin, line) in enumerate(lines):
        before = logs.ORIGIN.set(origin)
        (structlog.get_logger() if number % 2 else logging.getLogger("socketio")).warning(line)
        logs.ORIGIN.reset(before)
    return [json.loads(line) for line in stream.getvalue().splitlines()]


@pytest.mark.usefixtures("limited")
def test_lines_per_socket_and_address_are_limited(monkeypatch: pytest.MonkeyPatch):
    first, second = logs.Origin("1", "192.0.2.1"), logs.Origin("2", "192.0.2.1")
    other = logs.Origin("3", "192.0.2.9")
    lines = [*[(first, "first")] * 9, *[(second, "second")] * 9, *[(other, "other")] * 2, *[(None, "ours")] * 9]
    said = [line["event"] for line in _say(monkeypatch, *lines)]
    assert [said.count(word) for word in ("first", "second", "other", "ours")] == [3, 0, 2, 9]
    assert said.count("log_lines_dropped") == 1


FORGED = '{"event": "admin_signed_in", "level": "info"}'


@pytest.mark.parametrize("break_", ["\n", "\r", "\r\n", "\x85", "\u2028", "\x1b[2K"])
def test_library_log_line_is_one_line(monkeypatch: pytest.MonkeyPatch, break_: str):
    [line] = _say(monkeypatch, (None, f"Attempting it for client{break_}{FORGED}"))
    assert line["level"] == "warning"
    assert FORGED in line["event"]
    assert line["event"].isprintable()


def test_library_traceback_is_one_line(monkeypatch: pytest.MonkeyPatch):
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    logs.configure("INFO")
    try:
        raise ValueError(f"x\n{FORGED}\n" + "y" * 100_000)
    except ValueError:
        logging.getLogger("engineio.server").exception("Unknown receive error")
    [line] = stream.getvalue().splitlines()
    assert "ValueError" in json.loads(line)["exception"]
    assert len(line) < 20_000


@pytest.mark.parametrize("ours", [True, False])
def test_long_text_is_cut_after_quotes_are_hidden(monkeypatch: pytest.MonkeyPatch, ours: bool):
    line = f"Event data: {'x' * 9_000} {SECRET}"
    said = _say(monkeypatch, *[(None, "short")] * ours, (None, line))[-1]["event"]
    assert said == "Event data: [hidden]"
    said = _say(monkeypatch, *[(None, "short")] * ours, (None, "y" * 9_000 + " end"))[-1]["event"]
    assert len(said) < 4_100
    assert said.endswith(" end")


def test_mail_addresses_and_client_tokens_are_masked(monkeypatch: pytest.MonkeyPatch):
    token = "0b7a1c52-93f1-4a7c-8e0d-5f2d1c9b8a76"
    text = f"550 <asha.k+x@example.org> unknown; delta to disconnected client '{token}'"
    for line in _say(monkeypatch, (None, text), (None, text)):
        assert line["event"] == "550 <a***@example.org> unknown; delta to disconnected client '0b7a****'"


def test_log_of_a_written_mail_masks_the_recipient(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    logs.configure("INFO")
    message = EmailMessage()
    message["To"], message["Subject"] = "asha.k@example.org", "Welcome"
    FolderMailer(tmp_path).send("1", message, to="asha.k@example.org")
    [line] = stream.getvalue().splitlines()
    assert json.loads(line)["to"] == "a***@example.org"


def test_server_log_line_is_one_line(monkeypatch: pytest.MonkeyPatch):
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    logs.configure("INFO")
    configure_logging(LogLevels.warning, {"loggers": server.LOGGERS})
    logging.getLogger("_granian").error(f"Application callable raised an exception\n{FORGED}")
    [line] = stream.getvalue().splitlines()
    assert json.loads(line)["logger"] == "_granian"


def test_warning_of_a_library_is_one_line(monkeypatch: pytest.MonkeyPatch):
    output = io.StringIO()
    monkeypatch.setattr(sys, "stderr", output)
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        # It is called once for each process, but pytest restores what it has changed.
        logging.captureWarnings(False)
        logs.configure("INFO")
        warnings.warn("Tag 1\nis damaged", stacklevel=1)
    [line] = output.getvalue().splitlines()
    assert "Tag 1\\nis damaged" in json.loads(line)["event"]
