"""What a tab is told when a handler fails."""

import asyncio
from contextvars import Context
from types import SimpleNamespace
from typing import Any, cast

import pytest
from reflex_base.event.context import EventContext

from marketplace import requests
from marketplace.errors import Conflict, NotFound
from marketplace.web.failures import tell
from marketplace.web.meant import Meant, NoteEvent, SignInFirst


def told(error: Exception) -> list[tuple[str, str]]:
    return [
        (spec.handler.fn.__name__, " ".join(str(value) for _name, value in spec.args)) for spec in tell(exception=error)
    ]


@pytest.mark.parametrize("error", [NotFound("Product not found"), Conflict("Taken meanwhile.")])
def test_an_expected_failure_is_told_in_its_own_words(error):
    [(handler, words)] = told(error)

    assert handler == "show"
    assert error.message in words


def test_an_unexpected_one_tells_nothing_of_itself():
    [(handler, words)] = told(RuntimeError("secret detail"))

    assert handler == "show"
    assert "secret" not in words


def test_a_missing_sign_in_is_told_and_asked_for():
    (first, words), (second, meant) = told(
        SignInFirst("Please login", Meant(name="state.save", payload={"ad_id": "1"}))
    )

    assert (first, second) == ("show", "ask")
    assert "Please login" in words
    assert "state.save" in meant


def test_what_failed_unexpectedly_is_found_by_the_number_of_its_event():
    """Reflex tells of a failure in another task, of which it only says which event it belongs to."""
    event = EventContext(token="tab", state_manager=cast(Any, None), enqueue_impl=cast(Any, None))

    async def handle() -> str:
        EventContext.set(event)
        await NoteEvent().preprocess(None, None, cast(Any, SimpleNamespace(name="state.save", payload={})))
        return requests.current()

    def fail() -> tuple[str, str]:
        EventContext.set(event)
        [(_, words)] = told(RuntimeError("secret detail"))
        return words, requests.current()

    number = Context().run(asyncio.run, handle())
    words, logged = Context().run(fail)
    assert number
    assert f"tell us this number: {number}" in words
    assert logged == number
