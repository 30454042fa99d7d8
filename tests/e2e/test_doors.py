"""Every door to a login opens it for the account kind that is needed there, and leads back to where the visitor began."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from pyotp.totp import TOTP

from marketplace.core import clock
from marketplace.web.page_registry import list_pages
from tests.e2e import calls, tour
from tests.e2e.conftest import Site, Watch
from tests.e2e.people import (
    PASSWORD,
    alive,
    answered,
    choose_kind,
    fill_login,
    fill_registration,
    loaded_again,
    new_account,
    next_step,
    toast,
    verify_email,
    welcomed,
)

Visitor = Callable[..., Page]
PHONE = {"width": 360, "height": 740}
LOGIN = "Register / Sign In"
KINDS = {"user": "Browse Ads", "seller": "Post Your Ad"}
DEMO = {"user": "buyer@example.com", "seller": "seller@example.com"}


def _header(page: Page) -> None:
    page.get_by_role("banner").get_by_role("button", name=LOGIN).click()


def _page(page: Page) -> None:
    page.get_by_role("main").get_by_role("button", name=LOGIN).click()


def _button(name: str) -> Callable[[Page], None]:
    return lambda page: page.get_by_role("main").get_by_role("button", name=name, exact=True).first.click()


def _save(page: Page) -> None:
    page.locator("#app-content article").first.get_by_role("button", name=re.compile("^Save")).click()


def _bar(name: str) -> Callable[[Page], None]:
    return lambda page: page.get_by_role("navigation", name="Quick access").get_by_text(name, exact=True).click()


def _offer(page: Page) -> None:
    _button("Make an offer")(page)
    dialog = page.get_by_role("dialog", name="Make an offer")
    dialog.get_by_role("group", name="Suggested prices").get_by_role("button").first.click()
    dialog.get_by_role("button", name="Send offer").click()


def _says(text: str) -> Callable[[Page], None]:
    return lambda page: toast(page, text)


def _nothing(_page: Page) -> None:
    pass


@dataclass(frozen=True)
class Door:
    """A way to a login.

    Attributes:
        at: where the visitor begins; names in braces are filled in by `places`.
        press: what opens the login.
        kind: the account kind that it is for.
        ends: where the visitor ends; empty for where they began.
        goes_on: checks that what was begun goes on.
        signs_in: the account kind that the visitor chooses; empty for `kind`.
    """

    at: str
    press: Callable[[Page], None] = _page
    kind: str = "user"
    ends: str = ""
    goes_on: Callable[[Page], None] = _nothing
    signs_in: str = ""
    phone: bool = False


DOORS = {
    "header, home": Door("/", _header),
    "header, home, as a seller": Door("/", _header, ends="/seller/dashboard", signs_in="seller"),
    "header, new password": Door("/forgotpassword", _header, ends="/"),
    "header, text": Door("/about", _header),
    "header, results": Door("/products/search?keyword=sofa&producttype=sell", _header),
    "header, list, as a seller": Door("/products/rent?page=2", _header, signs_in="seller"),
    "header, ad": Door("/products/{ad}", _header),
    "header, ad, as a seller": Door("/products/{ad}", _header, signs_in="seller"),
    "header, part of an ad": Door("/products/{rental_ad}#enquiry", _header),
    "header, page of a seller": Door("/sellers/{seller}", _header),
    "header, link of a mail": Door("/newsletter/confirm?token=none", _header),
    "header, page for sellers": Door("/seller/ads?status=approved", _header, "seller"),
    "save, home": Door("/", _save, goes_on=_says("Added to wishlist")),
    "save, list": Door("/products/sell?page=2", _save, goes_on=_says("Added to wishlist")),
    "save a search": Door("/products/search?keyword=chair", _button("Save this search"), goes_on=_says("Search saved")),
    "check": Door("/products/{rental_ad}", _button("Check Availability"), goes_on=_says("vailable")),
    "chat": Door("/products/{ad}", _button("Chat Now"), ends="/user/messages?seller={seller}&ad={ad}"),
    "chat, page of a seller": Door("/sellers/{seller}", _button("Chat"), ends="/user/messages?seller={seller}"),
    "follow": Door("/sellers/{seller}", _button("Follow"), goes_on=_says("")),
    "offer": Door("/products/{ad}", _offer, goes_on=_says("Offer sent")),
    "post, header": Door(
        "/about",
        lambda page: page.get_by_role("banner").get_by_role("button", name="Post Your Ad").click(),
        "seller",
        "/seller/create/products",
    ),
    "post, bar": Door("/about", _bar("Post"), "seller", "/seller/create/products", phone=True),
    "post, bar, as a buyer": Door("/about", _bar("Post"), "seller", signs_in="user", phone=True),
    "messages, bar": Door("/about", _bar("Messages"), ends="/user/messages", phone=True),
    "messages, bar, as a seller": Door("/", _bar("Messages"), ends="/seller/messages", signs_in="seller", phone=True),
    "chat with one seller": Door("/user/messages?seller={seller}&ad={ad}"),
    "chat with one buyer": Door("/seller/messages?user={buyer}", kind="seller"),
    "page of the other kind": Door("/user/enquiries", signs_in="seller"),
}
# Deep links to all pages that need an account of a buyer or seller; links that end mails need none.
PAGES = [
    page.route
    for page in list_pages()
    if tour.owner(page.route) in ("buyer", "seller") and not page.route.endswith("/unsubscribe")
]


@pytest.fixture(scope="module")
def places(site: Site) -> dict[str, str]:
    """The ids in the paths of the doors, and the paths of all pages by their routes."""
    api = f"{site.url}/api"
    login = {
        kind: calls.post(f"{api}/{kind}/login", json={"email": email, "password": tour.PASSWORD}).json()
        for kind, email in DEMO.items()
    }
    sellers = login["seller"]["sellerId"]

    def first(kind: str) -> dict[str, Any]:
        found = calls.get(f"{api}/product/{kind}", params={"limit": "12"}).json()["products"]
        return next(ad for ad in found if ad["sellerId"] != sellers and ad["finalPrice"])

    ad = first("sell")
    ids = {
        "ad": ad["_id"],
        "rental_ad": first("rent")["_id"],
        "seller": ad["sellerId"],
        "buyer": login["user"]["userId"],
    }
    return ids | tour.routes(site)


def _check_kind(page: Page, kind: str) -> Locator:
    dialog = page.get_by_role("dialog", name="Sign in")
    expect(dialog.get_by_role("radio", name=KINDS[kind])).to_be_checked()
    return dialog


def _came_to(page: Page, site: Site, path: str) -> None:
    # The form of an ad adds its step.
    expect(page).to_have_url(re.compile(re.escape(site.url + path) + "(#step-1)?$"))


@pytest.mark.parametrize("name", DOORS)
def test_a_door_leads_back(visitor: Visitor, site: Site, places: dict[str, str], name: str):
    door = DOORS[name]
    page = visitor(door.at.format_map(places), viewport=PHONE if door.phone else {"width": 1280, "height": 900})
    alive(page)
    door.press(page)
    _check_kind(page, door.kind)
    signs_in = door.signs_in or door.kind
    if signs_in != door.kind:
        choose_kind(page, seller=signs_in == "seller")
    with loaded_again(page):
        fill_login(page, DEMO[signs_in], tour.PASSWORD)
    _came_to(page, site, (door.ends or door.at).format_map(places))
    door.goes_on(page)


@pytest.mark.parametrize("route", PAGES)
def test_a_deep_link_leads_back(visitor: Visitor, site: Site, places: dict[str, str], route: str):
    kind = "seller" if route.startswith("/seller/") else "user"
    page = visitor(places[route])
    alive(page)
    _page(page)
    _check_kind(page, kind)
    with loaded_again(page):
        fill_login(page, DEMO[kind], tour.PASSWORD)
    _came_to(page, site, places[route])
    expect(page.get_by_role("main").get_by_role("button", name=LOGIN)).to_have_count(0)


@pytest.mark.parametrize(
    ("route", "ends"), [("/admin/login", "/admin"), ("/admin/queue", ""), ("/admin/queue/[ad_id]", "")]
)
def test_administrators_come_back(visitor: Visitor, site: Site, places: dict[str, str], route: str, ends: str):
    page = visitor(places[route])
    alive(page)
    page.locator("#admin-email").fill("admin@example.com")
    page.locator("#admin-password").fill(tour.PASSWORD)
    with loaded_again(page):
        page.get_by_role("main").get_by_role("button", name="Sign In").click()
    _came_to(page, site, ends or places[route])
    expect(page.locator("#admin-email")).to_have_count(0)


def _register(page: Page, dialog: Locator, site: Site, email: str) -> None:
    dialog.get_by_role("button", name="Create an account").click()
    dialog = page.get_by_role("dialog", name="Create an account")
    verify_email(dialog, site, email)
    person = {"name": "Asha Rao", "username": "door.register", "phone": "98765 43210"}
    fill_registration(dialog, person | {"password": PASSWORD, "confirm": PASSWORD})
    next_step(dialog, "Where you are")
    fill_registration(dialog, {"place": "Indiranagar", "address": "12, 1st Cross"})
    dialog.get_by_role("button", name="Create account").click()


def _second_factor(page: Page, dialog: Locator, site: Site, email: str) -> None:
    headers = {"Authorization": f"Bearer {new_account(site, email, 'door.factor')}"}
    factor = f"{site.url}/api/auth/secondFactor"
    secret = calls.post(f"{factor}/enable", json={"password": PASSWORD}, headers=headers).json()["secret"]
    code = {"password": PASSWORD, "code": TOTP(secret).at(clock.now())}
    recovery = calls.post(f"{factor}/confirm", json=code, headers=headers).json()["recoveryCodes"][0]
    _type(dialog, email)
    dialog.locator("#login-code").fill(recovery)
    dialog.get_by_role("button", name="Sign In", exact=True).click()


def _new_password(page: Page, dialog: Locator, site: Site, email: str) -> None:
    new_account(site, email, "door.password")
    seen = len(site.mails_to(email))
    dialog.get_by_role("button", name="Forgot password?").click()
    dialog = page.get_by_role("dialog", name="Forgot password?")
    dialog.locator("#forgot-modal-email").fill(email)
    dialog.get_by_role("button", name="Send OTP").click()
    dialog.locator("#forgot-modal-otp").fill(site.code_for(email, seen=seen))
    for field in ("new", "confirm"):
        dialog.locator(f"#forgot-modal-{field}").fill("another pass phrase")
    dialog.get_by_role("button", name="Reset Password").click()
    dialog = page.get_by_role("dialog", name="Sign in")
    expect(dialog.locator("#login-email")).to_have_value(email)
    _type(dialog, email, "another pass phrase")


def _other_account(page: Page, dialog: Locator, site: Site, email: str) -> None:
    new_account(site, email, "door.other")
    choose_kind(page, seller=True)
    _type(dialog, email, "a wrong pass phrase")
    expect(dialog.get_by_role("alert")).to_have_text("Wrong email or password.")
    _type(dialog, email)
    expect(dialog.get_by_role("alert")).to_contain_text("You have a buyer account with this email.")
    dialog.get_by_role("button", name="Sign in to your buyer account").click()


def _type(dialog: Locator, email: str, password: str = PASSWORD) -> None:
    dialog.locator("#login-email").fill(email)
    dialog.locator("#login-password").fill(password)
    dialog.get_by_role("button", name="Sign In", exact=True).click()


WAYS = {
    "registration": _register,
    "second factor": _second_factor,
    "new password": _new_password,
    "account of the other kind": _other_account,
}


@pytest.mark.parametrize("way", WAYS)
def test_every_way_to_sign_in_leads_back_and_goes_on(visitor: Visitor, site: Site, watch: Watch, way: str):
    # The browser itself writes a line for each answer 401.
    watch.expect("status of 401")
    page = visitor("/products/sell?sort=price_asc")
    alive(page)
    _save(page)
    WAYS[way](page, _check_kind(page, "user"), site, f"{way.replace(' ', '.')}@doors.example.net")
    toast(page, "Added to wishlist")
    welcomed(page)
    _came_to(page, site, "/products/sell?sort=price_asc")


def test_a_second_factor_of_the_other_account_is_asked_for(visitor: Visitor, site: Site, watch: Watch):
    watch.expect("status of 401")
    email = "other.factor@doors.example.net"
    headers = {"Authorization": f"Bearer {new_account(site, email, 'door.shop', seller=True)}"}
    factor = f"{site.url}/api/auth/secondFactor"
    secret = calls.post(f"{factor}/enable", json={"password": PASSWORD}, headers=headers).json()["secret"]
    code = {"password": PASSWORD, "code": TOTP(secret).at(clock.now())}
    recovery = calls.post(f"{factor}/confirm", json=code, headers=headers).json()["recoveryCodes"][0]
    page = visitor("/about")
    alive(page)
    _header(page)
    dialog = _check_kind(page, "user")
    _type(dialog, email)
    dialog.get_by_role("button", name="Sign in to your seller account").click()
    expect(dialog.locator("#login-code")).to_be_focused()
    expect(dialog.get_by_role("radio", name=KINDS["seller"])).to_be_checked()
    dialog.locator("#login-code").fill(recovery)
    with loaded_again(page):
        dialog.get_by_role("button", name="Sign In", exact=True).click()
    welcomed(page)
    _came_to(page, site, "/about")


def test_the_place_on_a_long_page_is_kept(visitor: Visitor, site: Site):
    page = visitor("/products/sell", viewport=PHONE)
    answered(page)
    card = page.locator("#app-content article").nth(7)
    card.scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    assert before > 500
    card.get_by_role("button", name=re.compile("^Save")).click()
    fill_login(page, DEMO["user"], tour.PASSWORD)
    toast(page, re.compile("wishlist"))
    assert abs(page.evaluate("scrollY") - before) < 300


@pytest.mark.parametrize(
    ("path", "who", "press"),
    [
        ("/user/messages?seller={seller}", "seller", "Start buying"),
        ("/seller/messages?user={buyer}", "buyer", "Start selling"),
        ("/wishlist", "seller", "Start buying"),
    ],
)
def test_a_page_of_the_other_kind_stays_open_for_the_second_account(
    visitor: Visitor, places: dict[str, str], path: str, who: str, press: str
):
    page = visitor("/favicon.svg")
    tour.sign_in(page, who)
    page.goto(path.format_map(places))
    alive(page)
    page.get_by_role("main").get_by_role("button", name=press).click()
    expect(page.get_by_role("dialog", name="Create an account")).to_be_visible()
    expect(page).to_have_url(re.compile(re.escape(path.format_map(places)) + "$"))
