"""What a page shows after an unexpected error (spec, section 8)."""

import asyncio
import inspect
from typing import Any

import pytest
from sqlmodel import Session

from marketplace.core.errors import Forbidden, Unavailable
from marketplace.domain import catalog
from marketplace.web import paths
from marketplace.web.auth.register_state import RegisterState
from marketplace.web.auth.reset_password import ResetPasswordState
from marketplace.web.auth.second_factor import SecondFactorState
from marketplace.web.auth.sessions import SessionsState
from marketplace.web.base.domain_state import DomainState
from marketplace.web.base.errors import UnexpectedError, handle_exception
from marketplace.web.pages.ad.state import AdState
from marketplace.web.pages.ad_calendar.state import CalendarState
from marketplace.web.pages.ad_form.state import AdFormState
from marketplace.web.pages.admin_queue.state import QueueState
from marketplace.web.pages.admin_review.state import ReviewState
from marketplace.web.pages.browse.state import BrowseState
from marketplace.web.pages.categories.state import CategoriesState
from marketplace.web.pages.dashboard.state import DashboardState
from marketplace.web.pages.enquiries.state import EnquiriesState
from marketplace.web.pages.home.state import HomeState
from marketplace.web.pages.my_ads.state import MyAdsState
from marketplace.web.pages.notifications.state import NotificationsState
from marketplace.web.pages.profile.state import ProfileState
from marketplace.web.pages.seller_public.state import SellerPageState
from marketplace.web.pages.wishlist.state import WishlistState
from marketplace.web.widgets.search_form import SearchFormState
from marketplace.web.widgets.toasts import ToastState
from marketplace.web.widgets.wishlist_toggle import WishlistToggleState
from tests import factories
from tests.web.tabs import part, tab

PROBLEMS = [
    (BrowseState, "Failed to fetch products"),
    (MyAdsState, "Error fetching products"),
    (DashboardState, "Failed to fetch products"),
    (EnquiriesState, "Failed to fetch enquiries"),
    (CategoriesState, "Failed to load categories"),
    (ProfileState, "Error loading profile"),
    (WishlistState, "Failed to load data"),
    (SellerPageState, "Failed to load data"),
    (AdState, "Failed to load data"),
    (QueueState, "Failed to load data"),
    (ReviewState, "Failed to load data"),
    (AdFormState, "Failed to load data"),
    (CalendarState, "Failed to load data"),
    (NotificationsState, "Failed to load data"),
    (SecondFactorState, "Failed to load data"),
    (SessionsState, "Failed to load data"),
]
SENTENCES = [
    (SearchFormState, "choose_type", ("rent",), "Failed to load categories"),
    (AdFormState, "choose_category", ("1",), "Failed to load subcategories"),
    (AdState, "check_availability", (), "Failed to check availability"),
    (AdState, "enquire", ({},), "Failed to send enquiry"),
    (MyAdsState, "delete", (), "Failed to delete product"),
    (ProfileState, "save", ({},), "Failed to update profile"),
    (ProfileState, "set_photos", ([{"id": "1"}],), "Failed to upload images"),
    (ProfileState, "remove_photo", (), "Failed to remove image"),
    (WishlistToggleState, "toggle", ("1", False), "Wishlist update failed"),
    (WishlistState, "remove", ("1",), "Wishlist update failed"),
    (ResetPasswordState, "send_code", ({"email": "a@b.example"},), "Failed to send OTP"),
    (ResetPasswordState, "send_code_in_modal", ({"email": "a@b.example"},), "Error sending OTP"),
    (ResetPasswordState, "reset_password", ({"otp": "1", "new_password": "2"},), "Failed to reset password"),
    (ResetPasswordState, "reset_in_modal", ({"otp": "1", "new_password": "2"},), "Error resetting password"),
]


def break_domain(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    async def broken(*_args: object) -> None:
        raise error

    monkeypatch.setattr(DomainState, "_run_as_caller", broken)


async def call(page: Any, name: str, *args: object) -> None:
    done = type(page).event_handlers[name].fn(page, *args)
    if inspect.isasyncgen(done):
        async for _ in done:
            pass
    else:
        await done


def said(page: Any, name: str, *args: object) -> str:
    """Return what the user reads: in the page, or in a toast."""
    try:
        asyncio.run(call(page, name, *args))
    except Exception as error:
        [spec] = handle_exception(exception=error)
        return " ".join(str(value) for _name, value in spec.args)
    toasts = part(page._get_root_state(), ToastState).feed
    return " ".join([getattr(page, "error", ""), getattr(page, "missing", ""), *(toast.text for toast in toasts)])


def test_deletion_while_the_database_is_away(db: Session, monkeypatch: pytest.MonkeyPatch):
    break_domain(monkeypatch, Unavailable("The database is away."))
    page = part(tab(db), MyAdsState)
    assert said(page, "delete") == '"error" "Error deleting product. The database is away."'


def test_enquiries_that_cannot_be_loaded_again(db: Session, monkeypatch: pytest.MonkeyPatch):
    break_domain(monkeypatch, RuntimeError("secret detail"))
    page = part(tab(db), EnquiriesState)
    asyncio.run(page._reload_enquiries())
    assert page.load_error.startswith("Error fetching enquiries")


@pytest.mark.parametrize(("kind", "words"), PROBLEMS)
class TestProblem:
    def test_unexpected_error_shows_the_message_of_the_page(
        self, db: Session, monkeypatch: pytest.MonkeyPatch, kind: type, words: str
    ):
        break_domain(monkeypatch, RuntimeError("secret detail"))
        page = part(tab(db, path=paths.HOME), kind)
        asyncio.run(call(page, "open"))
        assert page.load_error.startswith(words)
        assert "secret" not in page.load_error
        assert page.loading is False

    def test_domain_error_keeps_its_message(self, db, monkeypatch: pytest.MonkeyPatch, kind: type, words: str):
        break_domain(monkeypatch, Unavailable("The database is away."))
        page = part(tab(db, path=paths.HOME), kind)
        asyncio.run(call(page, "open"))
        assert page.load_error == "The database is away."

    def test_missing_permission_shows_no_error(self, db, monkeypatch: pytest.MonkeyPatch, kind: type, words: str):
        page = part(tab(db, path=paths.HOME), kind)
        page.load_error = words
        break_domain(monkeypatch, Forbidden())
        asyncio.run(call(page, "open"))
        assert (page.load_error, page.loading) == ("", False)


@pytest.mark.parametrize(("kind", "name", "args", "words"), SENTENCES)
def test_unexpected_error_shows_the_message_of_the_action(
    db: Session, monkeypatch: pytest.MonkeyPatch, kind: type, name: str, args: tuple[object, ...], words: str
):
    break_domain(monkeypatch, RuntimeError("secret detail"))
    told = said(part(tab(db), kind), name, *args)
    assert words in told
    assert "secret" not in told


def test_registration_code_error(db: Session, monkeypatch: pytest.MonkeyPatch):
    break_domain(monkeypatch, RuntimeError("secret detail"))
    page = part(tab(db), RegisterState)
    page.email = "a@b.example"
    assert "Failed to send OTP." in said(page, "send_code") + page.errors["email"]


def test_ad_form_without_categories(db: Session, monkeypatch: pytest.MonkeyPatch):
    def broken(_db: Session) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(catalog, "list_categories", broken)
    page = part(tab(db, factories.seller(db), paths.POST_AD), AdFormState)
    asyncio.run(call(page, "open"))
    assert page.load_error == "Failed to load categories"


def test_rental_section_shows_its_error(db: Session, monkeypatch: pytest.MonkeyPatch):
    break_domain(monkeypatch, RuntimeError("secret detail"))
    page = part(tab(db), HomeState)
    asyncio.run(call(page, "open"))
    assert page.for_rent.error.startswith("Failed to fetch products")
    assert "secret" not in page.for_rent.error


def test_unexpected_error_is_logged_once():
    [spec] = handle_exception(exception=UnexpectedError("Failed to load data"))
    assert "Failed to load data" in str(spec.args)
