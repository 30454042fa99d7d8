"""What a visitor sent is not repeated in a log, and a log that can't be written stops nothing."""

import errno
import io
import json
import logging
import sys

import pytest
import structlog
from pydantic import BaseModel
from reflex.event import Event

from marketplace import logs

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
def test_a_librarys_line(caplog: pytest.LogCaptureFixture, line: str):
    logging.getLogger("reflex.app").warning(line)
    assert SECRET not in caplog.text
    assert line[:20] in caplog.text


def test_an_exception_of_a_library(caplog: pytest.LogCaptureFixture):
    try:
        raise ValueError(f"Failed to deserialize event data: {{'payload': '{SECRET}'}}.")
    except ValueError:
        logging.getLogger("asyncio").exception("Task exception was never retrieved")
    assert SECRET not in caplog.text
    assert "ValueError: Failed to deserialize event data: [hidden]" in caplog.text


def test_a_value_that_does_not_fit(capfd: pytest.CaptureFixture[str]):
    logs.configure("INFO")
    try:
        Form.model_validate({"age": SECRET})
    except ValueError as error:
        structlog.get_logger("fresh").error("event_failed", exc_info=error, password=SECRET)
    said = capfd.readouterr().err
    assert SECRET not in said
    assert json.loads(said)["event"] == "event_failed"
    assert "input_type=str" in said


def test_the_rest_is_left_as_it_is(caplog: pytest.LogCaptureFixture):
    logging.getLogger("granian").info("Listening at %s", "http://127.0.0.1:3000")
    logging.getLogger("granian").warning("Event handlers: 3, input 7")
    assert "Event handlers: 3, input 7" in caplog.text


def test_a_line_goes_where_the_process_writes_now(monkeypatch: pytest.MonkeyPatch):
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
def test_a_line_that_cannot_be_written_stops_nothing(monkeypatch: pytest.MonkeyPatch, stream: str):
    closed = io.StringIO()
    closed.close()
    monkeypatch.setattr(sys, "stderr", {"full": _Full(), "closed": closed, "none": None}[stream])
    logs.configure("INFO")
    structlog.get_logger().error("event_failed")
