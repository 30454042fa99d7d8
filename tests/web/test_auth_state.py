"""The login, registration and password modals of a tab."""

import pytest
from sqlmodel import Session

from marketplace.web.auth.auth_state import AuthState
from marketplace.web.base.pending_action import PendingAction
from tests.web.tabs import part, tab


def test_leaving_the_page_hides_the_modal_and_keeps_the_pending_action(db: Session):
    modals = part(tab(db), AuthState)
    modals.mode, modals._pending_action = "login", PendingAction(name="state.toggle", payload={})
    AuthState.hide.fn(modals)
    assert (modals.mode, modals._pending_action is None) == ("", False)


def test_email_is_carried_to_the_next_modal(db: Session):
    modals = part(tab(db), AuthState)
    AuthState.keep_email.fn(modals, "  asha@example.com ")
    for step in (AuthState.show_register, AuthState.show_forgot, AuthState.back_to_login):
        step.fn(modals)
        assert modals.email == "asha@example.com"
    AuthState.keep_email.fn(modals, "x" * 10_000)
    assert len(modals.email) == 254


def test_who_pressed_post_comes_to_the_form(db: Session):
    modals = part(tab(db), AuthState)
    AuthState.show_login_to_post.fn(modals)
    assert (modals.mode, modals.kind, modals.next) == ("login", "seller", {"seller": "/seller/create/products"})
    AuthState.show_register.fn(modals)
    AuthState.choose_kind.fn(modals, "user")
    # Buyers have no such form, so they stay where they are.
    assert (modals.kind, modals.next.get("user")) == ("user", None)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "user"),
        ("/products/search?keyword=sofa", "user"),
        ("/sellers/1", "user"),
        ("/user/messages?seller=1", "user"),
        ("/seller/messages?user=1", "seller"),
        ("/seller/edit/product/1", "seller"),
    ],
)
def test_the_page_chooses_the_kind_of_account(db: Session, path: str, kind: str):
    modals = part(tab(db, path=path), AuthState)
    # Chosen at another door.
    modals.kind = "seller" if kind == "user" else "user"
    AuthState.show_login.fn(modals)
    assert (modals.mode, modals.kind, modals.next) == ("login", kind, {})
