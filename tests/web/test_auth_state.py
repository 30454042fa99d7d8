"""The login, registration and password modals of a tab."""

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
    assert (modals.mode, modals.kind, modals.next) == ("login", "seller", "/seller/create/products")
    AuthState.show_register.fn(modals)
    assert modals.next == "/seller/create/products"
    AuthState.choose_kind.fn(modals, "user")
    assert (modals.kind, modals.next) == ("user", "")
