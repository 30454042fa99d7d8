"""The maximum length of texts in events."""

import asyncio
from typing import Any

import pytest
from reflex.event import Event
from reflex.state import FrontendEventExceptionState, State

from marketplace.core.errors import TooLarge
from marketplace.domain.ad_texts import AD_TEXTS
from marketplace.settings import get_settings
from marketplace.web.auth.auth_state import AuthState
from marketplace.web.auth.register_state import RegisterState
from marketplace.web.pages.ad_form import form
from marketplace.web.pages.ad_form.state import AdFormState
from marketplace.web.pages.admin_queue.state import QueueState
from marketplace.web.pages.messages.state import MessagesState
from marketplace.web.pages.saved_searches.state import SavedSearchesState
from marketplace.web.reflex_ext.text_limits import LimitTexts
from tests.web.conftest import Backend
from tests.web.permissions import Tab, name_of
from tests.web.tabs import part, tab
from tests.web.test_permissions import handlers

LONG = "x" * 30_000


def check(handler: Any, **payload: Any) -> None:
    event = Event(name=name_of(handler), payload=payload)
    asyncio.run(LimitTexts().preprocess(None, None, event))  # pyright: ignore[reportArgumentType] - the State is not looked at


def test_every_handler_limits_its_texts():
    taken = []
    for name in sorted(handlers()):
        for payload in ({"text": LONG}, {"form": {"text": LONG}}, {"form": {LONG: ""}}, {"items": [{"a": [LONG]}]}):
            try:
                check(name, **payload)
            except TooLarge:
                continue
            taken.append(name)
    assert taken == []


def test_arguments_have_a_lower_limit_than_form_fields():
    settings = get_settings()
    text, field = "x" * settings.event_text_max, "x" * settings.event_field_max
    check(RegisterState.set_email, email=text)
    check(RegisterState.submit, form={"name": field})
    check(AdFormState.set_value, name="description", value=field)
    for handler, payload in (
        (RegisterState.set_email, {"email": text + "x"}),
        (RegisterState.submit, {"form": {"name": field + "x"}}),
        (AdFormState.set_value, {"name": "description", "value": field + "x"}),
        (SavedSearchesState.open_delete_dialog, {"item_id": "1", "name": text + "x"}),
    ):
        with pytest.raises(TooLarge):
            check(handler, **payload)


def test_longest_texts_of_the_domain_are_accepted():
    settings = get_settings()
    check(AdFormState.set_value, name="description", value="x" * max(text.max_length for text in AD_TEXTS.values()))
    check(MessagesState.send, client_id="1", other="2", text="x" * settings.message_max_length, photo_ids=["3"] * 6)


def test_error_report_may_be_long():
    name = f"{FrontendEventExceptionState.get_full_name()}.handle_frontend_exception"
    check(name, info="x" * 10_000, component_stack="x" * 10_000)


def test_numbers_and_none_are_not_texts():
    check(QueueState.choose, ad_id=None, chosen=True, rest=[1, {"a": 2.5}, None])


def test_state_of_an_anonymous_tab_is_bounded(db):
    root: State = tab(db)
    queue, ad_form = part(root, QueueState), part(root, AdFormState)
    for number in range(500):
        QueueState.choose.fn(queue, str(number), True)
        AdFormState.set_sending.fn(ad_form, str(number), True)
        ad_form.values = form.merge(ad_form.values, {f"{form.FIELD}{number}": "x"})
    assert (len(queue.chosen), len(ad_form.sending), len(ad_form.values)) == (0, 50, 200)


@pytest.mark.xdist_group("served")
@pytest.mark.parametrize(
    ("handler", "payload"),
    [
        (RegisterState.set_email, {"email": LONG}),
        (SavedSearchesState.open_delete_dialog, {"item_id": "1", "name": LONG}),
        (AuthState.require_login, {"action": {"name": LONG, "payload": {}}}),
    ],
    ids=["set_email", "ask_delete", "ask"],
)
def test_too_long_text_is_not_stored_and_shows_a_toast(backend: Backend, handler: Any, payload: dict[str, Any]):
    with Tab(backend.served.port) as tab:
        tab.send(handler, payload)
        heard = tab.settle()
        assert ("That text is too long." in heard, LONG in heard) == (True, False)
