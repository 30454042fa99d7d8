"""A rate-limited action shows its message in a toast or in the form."""

import asyncio
import inspect
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from reflex.state import State
from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.errors import MarketplaceError
from marketplace.domain import chat
from marketplace.models import Account, Ad, AdType
from marketplace.settings import get_settings
from marketplace.web.auth.change_password import ChangePasswordState
from marketplace.web.auth.register_state import RegisterState
from marketplace.web.auth.reset_password import ResetPasswordState
from marketplace.web.base.errors import handle_exception
from marketplace.web.layouts.newsletter import NewsletterState
from marketplace.web.pages.ad.state import AdState
from marketplace.web.pages.ad_form.state import AdFormState
from marketplace.web.pages.messages import views
from marketplace.web.pages.messages.actions import ConversationActionsState
from marketplace.web.pages.messages.state import MessagesState
from marketplace.web.widgets.toasts import ToastState
from tests import factories
from tests.domain.accounts.steps import NEW_PASSWORD, with_password
from tests.web.tabs import part, sign, tab

SENTENCE = re.compile(r"Too many requests\. Please try again in (59|60) minutes\.")


@dataclass
class World:
    """Two accounts and an ad."""

    db: Session
    buyer: Account
    seller: Account
    ad: Ad


@pytest.fixture
def world(db: Session) -> World:
    buyer, seller = with_password(db), factories.seller(db)
    return World(db, buyer, seller, factories.ad(db, seller, factories.category(db), ad_type=AdType.RENT))


def run(handler: Any, page: State, *args: Any) -> None:
    """Run a handler to its end, as Reflex does, and return the messages that the tab shows."""

    async def whole() -> None:
        result = handler.fn(page, *args)
        if inspect.isasyncgen(result):
            async for _ in result:
                pass
        elif inspect.isawaitable(result):
            await result

    try:
        asyncio.run(whole())
    except MarketplaceError as error:
        for spec in handle_exception(exception=error):
            assert spec.handler.fn.__name__ == "show"
            kind, text = (str(value).strip('"') for _name, value in spec.args)
            part(page._get_root_state(), ToastState).show(kind, text)


def toasts(root: State) -> list[str]:
    return [toast.text for toast in part(root, ToastState).feed if toast.kind == "error"]


def code_to_register(root: State, _world: World, turn: int) -> Iterable[str]:
    page = part(root, RegisterState)
    page.email = "a@example.org"
    run(RegisterState.send_code, page)
    assert not page.sending
    return page.errors.values()


def code_to_reset(root: State, _world: World, turn: int) -> Iterable[str]:
    page = part(root, ResetPasswordState)
    run(ResetPasswordState.send_code, page, {"email": "a@example.org"})
    return [page.error]


def change_of_password(root: State, world: World, turn: int) -> Iterable[str]:
    sign(root, world.db, world.buyer)
    page = part(root, ChangePasswordState)
    wrong = {"current_password": "wrong", "new_password": NEW_PASSWORD, "confirm_password": NEW_PASSWORD}
    run(ChangePasswordState.change, page, wrong)
    return [page.error]


def message(root: State, world: World, turn: int) -> Iterable[str]:
    sign(root, world.db, world.buyer)
    page = part(root, MessagesState)
    run(MessagesState.send, page, f"c{turn}", world.seller.id, "Is it there?", [])
    return [page.results[f"c{turn}"]]


def post(root: State, world: World, turn: int) -> Iterable[str]:
    sign(root, world.db, world.seller)
    page = part(root, AdFormState)
    category = factories.category(world.db)
    page.values = {"name": "Sofa", "producttype": "sell", "categoryId": category.id}
    page.step = page.LAST_STEP
    run(AdFormState.submit, page, {})
    return [page.error, *toasts(root)]


def _on_the_ad(root: State, world: World, ad: Ad) -> None:
    sign(root, world.db, world.buyer)
    root.router_data = root._update_router_vars(
        {**root.router_data, "asPath": f"/products/{ad.id}", "pathname": "/products/[product_id]"}, root.router_data
    )


def report_of_an_ad(root: State, world: World, turn: int) -> Iterable[str]:
    _on_the_ad(root, world, world.ad)
    page = part(root, AdState)
    run(AdState.send_report, page, {"reason": "scam"})
    return [page.report_error]


def report_of_a_conversation(root: State, world: World, turn: int) -> Iterable[str]:
    chat.send(world.db, factories.actor(world.seller), world.buyer.id, "Pay me first.")
    world.db.commit()
    sign(root, world.db, world.buyer)
    thread = views.open_thread(world.db, factories.actor(world.buyer), world.seller.id)
    part(root, MessagesState).thread = thread
    page = part(root, ConversationActionsState)
    run(ConversationActionsState.send_report, page, {"reason": "scam"})
    return [page.report_error]


def number(root: State, world: World, turn: int) -> Iterable[str]:
    fresh = factories.ad(world.db, world.seller, factories.category(world.db))
    _on_the_ad(root, world, fresh)
    run(AdState.reveal_phone, part(root, AdState))
    return toasts(root)


def enquiry(root: State, world: World, turn: int) -> Iterable[str]:
    _on_the_ad(root, world, world.ad)
    page = part(root, AdState)
    page.pickup, page.drop = (f"{clock.now() + timedelta(days=10 * turn + more):%Y-%m-%dT10:00}" for more in (3, 5))
    run(AdState.enquire, page, {})
    return toasts(root)


def newsletter(root: State, _world: World, turn: int) -> Iterable[str]:
    page = part(root, NewsletterState)
    run(NewsletterState.subscribe, page, {"email": "a@example.org"})
    return [page.answer, *toasts(root)]


ASKED: list[tuple[str, Callable[[State, World, int], Iterable[str]]]] = [
    ("limit_codes_hour", code_to_register),
    ("limit_codes_address", code_to_register),
    ("limit_codes_hour", code_to_reset),
    ("limit_codes_address", code_to_reset),
    ("limit_login_account", change_of_password),
    ("limit_messages", message),
    ("limit_ads", post),
    ("limit_reports", report_of_an_ad),
    ("limit_reports", report_of_a_conversation),
    ("limit_contact", number),
    ("limit_enquiries", enquiry),
    ("limit_newsletter_email", newsletter),
    ("limit_newsletter_address", newsletter),
]


@pytest.mark.parametrize(("rule", "ask"), ASKED, ids=lambda value: getattr(value, "__name__", value))
def test_rate_limit_shows_its_message(world: World, monkeypatch: pytest.MonkeyPatch, rule: str, ask):
    monkeypatch.setattr(get_settings(), rule, "1 per hour")
    first = [text for text in ask(tab(world.db), world, 1) if SENTENCE.search(text)]
    again = [text for text in ask(tab(world.db), world, 2) if SENTENCE.search(text)]
    assert (len(first), len(again)) == (0, 1)
