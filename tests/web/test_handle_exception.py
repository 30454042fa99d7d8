"""The events that a tab gets when a handler fails."""

import asyncio
from contextvars import Context
from types import SimpleNamespace
from typing import Any, cast

import pytest
from reflex_base.event.context import EventContext

from marketplace.core.errors import Conflict, NotFound
from marketplace.http import request_context
from marketplace.web.base.errors import handle_exception
from marketplace.web.base.pending_action import LoginRequired, PendingAction
from marketplace.web.reflex_ext.current_event import RecordEvent


def events_of(error: Exception) -> list[tuple[str, str]]:
    return [
        (spec.handler.fn.__name__, " ".join(str(value) for _name, value in spec.args))
        for spec in handle_exception(exception=error)
    ]


@pytest.mark.parametrize("error", [NotFound("Product not found"), Conflict("Taken meanwhile.")])
def test_domain_error_shows_its_message(error):
    [(handler, words)] = events_of(error)

    assert handler == "show"
    assert error.message in words


def test_unexpected_error_reveals_nothing():
    [(handler, words)] = events_of(RuntimeError("secret detail"))

    assert handler == "show"
    assert "secret" not in words


def test_missing_login_shows_a_toast_and_opens_the_login():
    (first, words), (second, action) = events_of(
        LoginRequired("Please login", PendingAction(name="state.save", payload={"ad_id": "1"}))
    )

    assert (first, second) == ("show", "require_login")
    assert "Please login" in words
    assert "state.save" in action


def test_unexpected_error_is_logged_under_the_event_id_in_the_message():
    """Reflex calls the handler in another task, with only the id of the event in common."""
    event = EventContext(token="tab", state_manager=cast(Any, None), enqueue_impl=cast(Any, None))

    async def handle() -> str:
        EventContext.set(event)
        await RecordEvent().preprocess(None, None, cast(Any, SimpleNamespace(name="state.save", payload={})))
        return request_context.request_id()

    def fail() -> tuple[str, str]:
        EventContext.set(event)
        [(_, words)] = events_of(RuntimeError("secret detail"))
        return words, request_context.request_id()

    number = Context().run(asyncio.run, handle())
    words, logged = Context().run(fail)
    assert number
    assert f"send us this number: {number}" in words
    assert logged == number
