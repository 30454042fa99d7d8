"""Moderation in the browser. Decisions are made by keyboard only."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e import calls
from tests.e2e.conftest import Site
from tests.e2e.people import alive, toast
from tests.e2e.posting import signed_in

Visitor = Callable[..., Page]
ACCOUNTS = {"seller": "seller@example.com", "admin": "admin@example.com"}


class Caller:
    """API client of a demo account, for changes made elsewhere."""

    def __init__(self, site: Site, kind: str):
        self._url = f"{site.url}/api"
        self.me = self._ask("POST", f"/{kind}/login", json={"email": ACCOUNTS[kind], "password": "demo1234"})
        self._headers = {"Authorization": f"Bearer {self.me['token']}"}

    def _ask(self, method: str, path: str, **options: Any) -> dict:
        answer = calls.request(method, self._url + path, **options)
        assert answer.status_code < 300, answer.text
        return answer.json()

    def __call__(self, method: str, path: str, **body: Any) -> dict:
        return self._ask(method, path, headers=self._headers, json=body or None)

    def status(self, path: str, method: str) -> int:
        """Return only the status of a call."""
        return calls.request(method, self._url + path, headers=self._headers, json={}).status_code


@pytest.fixture
def seller(site: Site) -> Caller:
    return Caller(site, "seller")


@pytest.fixture
def admin_api(site: Site) -> Caller:
    return Caller(site, "admin")


@pytest.fixture
def admin(visitor: Visitor) -> Callable[[str], Page]:
    """Opens admin pages as the demo admin."""

    def open_as(path: str) -> Page:
        page = visitor("/favicon.svg")
        signed_in(page, "admin", ACCOUNTS["admin"])
        page.goto(path)
        alive(page)
        return page

    return open_as


def post(seller: Caller, name: str, **fields: Any) -> str:
    """Create a waiting ad and return its id."""
    category = seller("GET", "/category")["data"][0]["_id"]
    body = {"name": name, "producttype": "sell", "categoryId": category, "price": 500, "description": "As new."}
    return seller("POST", "/product", **(body | fields))["data"]["_id"]


def change(seller: Caller, ad_id: str, **fields: Any) -> None:
    """Resubmit the ad with another text."""
    ad = seller("GET", f"/product/{ad_id}")["data"]
    kept = {name: ad[name] for name in ("name", "producttype", "price", "description")}
    seller("PUT", f"/product/{ad_id}", **(kept | {"categoryId": ad["categoryId"]["_id"]} | fields))


def seen(page: Page, name: str) -> None:
    """Expect the review page of the ad."""
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()


def tab_to(page: Page, wanted: Locator, most: int = 120) -> None:
    """Press Tab until the control has the focus."""
    expect(wanted).to_be_visible()
    for _ in range(most):
        if wanted.evaluate("(element) => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab does not lead there")


def test_queue_is_processed_by_keyboard(admin: Callable[[str], Page], seller: Caller, admin_api: Caller):
    good, bad = post(seller, "Keyboard stand"), post(seller, "Replica watch")
    page = admin("/admin/queue")
    tab_to(page, page.get_by_role("link", name="Review", exact=True).first)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/admin/queue/.+"))
    first = page.url
    expect(page.get_by_role("button", name="Approve", exact=True)).to_be_visible()
    page.keyboard.press("n")
    expect(page).not_to_have_url(first)

    page.goto(f"/admin/queue/{good}")
    alive(page)
    seen(page, "Keyboard stand")
    page.keyboard.press("a")
    toast(page, "Product approved")
    expect(page).not_to_have_url(re.compile(good))
    assert admin_api("GET", f"/product/{good}")["data"]["status"] == "approved"

    page.goto(f"/admin/queue/{bad}")
    alive(page)
    seen(page, "Replica watch")
    page.keyboard.press("r")
    expect(page.locator("#reason-1")).to_be_focused()
    page.keyboard.press("2")
    expect(page.locator("#reason-2")).to_be_checked()
    tab_to(page, page.locator("#reject-note"))
    # In a text field, shortcuts are plain letters.
    page.keyboard.type("A fake name is not allowed.")
    tab_to(page, page.locator("#reject-ad").get_by_role("button", name="Reject"))
    page.keyboard.press("Enter")
    toast(page, "Product rejected")
    refused = admin_api("GET", f"/product/{bad}")["data"]
    assert (refused["status"], refused["note"]) == ("rejected", "A fake name is not allowed.")

    # Escape closes the dialog without a decision.
    other = post(seller, "Honest watch")
    page.goto(f"/admin/queue/{other}")
    alive(page)
    seen(page, "Honest watch")
    page.keyboard.press("r")
    expect(page.locator("#reason-1")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#reject-ad")).to_be_hidden()
    page.keyboard.press("f")
    toast(page, "Product featured")
    assert admin_api("GET", f"/product/{other}")["data"]["status"] == "pending"
    assert admin_api("GET", f"/product/{other}")["data"]["featured"] is True


def test_resubmitted_ad_comes_first(admin: Callable[[str], Page], seller: Caller, admin_api: Caller):
    ad_id = post(seller, "Bench without a photo")
    admin_api("POST", f"/admin/products/{ad_id}/reject", note="Please add a photo.")
    change(seller, ad_id, name="Bench with a story")
    page = admin("/admin/queue")
    expect(page.get_by_role("row").nth(1)).to_contain_text("Bench with a story")
    page.get_by_role("link", name="Review", exact=True).first.press("Enter")
    seen(page, "Bench with a story")
    expect(page.locator("main")).to_contain_text("Resubmitted")
    expect(page.locator("main")).to_contain_text("Please add a photo.")
    page.keyboard.press("a")
    toast(page, "Product approved")


def test_bulk_approval_by_keyboard(admin: Callable[[str], Page], seller: Caller, admin_api: Caller):
    names = ("Bulk lamp", "Bulk table")
    ads = [post(seller, name) for name in names]
    for ad_id, name in zip(ads, names, strict=True):
        # Resubmitted, so that both stand on the first page.
        admin_api("POST", f"/admin/products/{ad_id}/reject", note="Which size?")
        change(seller, ad_id, name=f"{name} 60 cm")
    page = admin("/admin/queue")
    for name in names:
        box = page.get_by_role("checkbox", name=f"Select {name} 60 cm")
        tab_to(page, box)
        page.keyboard.press("Space")
        expect(box).to_be_checked()
    send = page.get_by_role("button", name="Approve selected (2)")
    expect(send).to_be_enabled()
    page.keyboard.press("Home")
    page.evaluate("document.activeElement.blur()")
    tab_to(page, send)
    page.keyboard.press("Enter")
    toast(page, "2 ads approved")
    assert {admin_api("GET", f"/product/{ad_id}")["data"]["status"] for ad_id in ads} == {"approved"}


def test_edit_shows_differences_to_the_live_version(
    admin: Callable[[str], Page], seller: Caller, admin_api: Caller, site: Site
):
    ad_id = post(seller, "Desk of oak", description="Two drawers and a lamp.")
    admin_api("POST", f"/admin/products/{ad_id}/approve")
    change(seller, ad_id, description="Three drawers and a lamp.", price=750)
    live = calls.get(f"{site.url}/api/product/{ad_id}").json()["data"]
    assert (live["description"], live["price"]) == ("Two drawers and a lamp.", 500)
    page = admin(f"/admin/queue/{ad_id}")
    changes = page.get_by_role("heading", name="Changes from the live version").locator("..")
    expect(changes.locator("del").filter(has_text="Two")).to_be_visible()
    expect(changes.locator("ins").filter(has_text="Three")).to_be_visible()
    expect(changes).to_contain_text("750")
    expect(changes.locator("del").filter(has_text="lamp")).to_have_count(0)
    page.keyboard.press("a")
    toast(page, "Product approved")
    live = calls.get(f"{site.url}/api/product/{ad_id}").json()["data"]
    assert (live["description"], live["price"]) == ("Three drawers and a lamp.", 750)


def test_second_decision_of_two_admins_is_refused(admin: Callable[[str], Page], seller: Caller, admin_api: Caller):
    ad_id = post(seller, "Much wanted globe")
    one, other = admin(f"/admin/queue/{ad_id}"), admin(f"/admin/queue/{ad_id}")
    seen(one, "Much wanted globe")
    seen(other, "Much wanted globe")
    one.keyboard.press("a")
    toast(one, "Product approved")
    other.bring_to_front()
    other.keyboard.press("r")
    expect(other.locator("#reason-1")).to_be_focused()
    other.keyboard.press("Enter")
    toast(other, "This ad has already been reviewed. Please reload the page.")
    expect(other.get_by_role("button", name="Approve", exact=True)).to_have_count(0)
    assert admin_api("GET", f"/product/{ad_id}")["data"]["status"] == "approved"


def test_changed_version_is_not_approved(admin: Callable[[str], Page], seller: Caller, admin_api: Caller):
    ad_id = post(seller, "Harmless kite")
    page = admin(f"/admin/queue/{ad_id}")
    seen(page, "Harmless kite")
    change(seller, ad_id, name="Something else entirely")
    page.keyboard.press("a")
    toast(page, "This ad has changed since you opened it. Please review the new version.")
    seen(page, "Something else entirely")
    assert admin_api("GET", f"/product/{ad_id}")["data"]["status"] == "pending"
    page.keyboard.press("a")
    toast(page, "Product approved")
    assert admin_api("GET", f"/product/{ad_id}")["data"]["status"] == "approved"


def test_deleting_a_category_asks_where_its_ads_go(admin: Callable[[str], Page], seller: Caller, admin_api: Caller):
    category = admin_api("POST", "/admin/categories", name="Fleeting fads")["data"]["_id"]
    ad_id = post(seller, "Fidget spinner", categoryId=category)
    admin_api("POST", f"/admin/products/{ad_id}/approve")
    page = admin("/admin/categories")
    tab_to(page, page.get_by_role("button", name="Delete Fleeting fads"), most=300)
    page.keyboard.press("Enter")
    dialog = page.locator("#remove")
    tab_to(page, dialog.get_by_role("button", name="Delete"))
    page.keyboard.press("Enter")
    place = dialog.get_by_label("Move its ads to")
    expect(place).to_be_visible()
    expect(dialog.get_by_role("alert")).to_be_visible()
    place.select_option(label="Furniture")
    tab_to(page, dialog.get_by_role("button", name="Delete"))
    page.keyboard.press("Enter")
    toast(page, "Deleted")
    expect(page.get_by_role("button", name="Delete Fleeting fads")).to_have_count(0)
    assert admin_api("GET", f"/product/{ad_id}")["data"]["categoryId"]["name"] == "Furniture"


def test_resolved_report_is_in_the_audit_log(
    admin: Callable[[str], Page], seller: Caller, admin_api: Caller, site: Site
):
    ad_id = post(seller, "Reported drone")
    admin_api("POST", f"/admin/products/{ad_id}/approve")
    report = {"target": "product", "targetId": ad_id, "reason": "scam", "text": "The pictures are not theirs."}
    answer = calls.post(f"{site.url}/api/report", json=report)
    assert answer.status_code < 300, answer.text
    page = admin("/admin/reports")
    row = page.get_by_role("row").filter(has_text="Reported drone")
    tab_to(page, row.get_by_role("button", name="View"), most=300)
    page.keyboard.press("Enter")
    dialog = page.locator("#report")
    expect(dialog).to_contain_text("The pictures are not theirs.")
    tab_to(page, dialog.locator("#report-resolution"))
    page.keyboard.type("Asked the seller for a proof.")
    tab_to(page, dialog.get_by_role("button", name="Close report"))
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    expect(row).to_have_count(0)

    entry = admin_api("GET", "/admin/audit")["data"][0]
    page.goto("/admin/audit")
    expect(page.locator("main table")).to_contain_text("Asked the seller for a proof.")
    # The log is read-only: neither the page nor the API can change it.
    expect(page.locator("main table").get_by_role("button")).to_have_count(0)
    for method in ("PUT", "PATCH", "DELETE"):
        assert admin_api.status(f"/admin/audit/{entry['_id']}", method) in (404, 405)
        assert admin_api.status("/admin/audit", method) == 405


def test_an_account_is_suspended_for_a_week_on_its_page(
    admin: Callable[[str], Page], seller: Caller, admin_api: Caller, site: Site
):
    person = admin_api("GET", "/admin/accounts?type=user&status=active")["data"][-1]
    report = {"target": "account", "targetId": person["_id"], "reason": "scam", "text": "Asked for an OTP."}
    answer = calls.post(f"{site.url}/api/report", json=report, headers=seller._headers)
    assert answer.status_code < 300, answer.text
    page = admin("/admin/reports")
    waiting = page.get_by_role("navigation", name="Administration").get_by_role("link", name="Reports")
    before = int(re.sub(r"\D", "", waiting.inner_text()))
    page.get_by_role("row").filter(has_text="Asked for an OTP.").get_by_role("link", name=person["username"]).click()
    expect(page.get_by_role("heading", name=person["name"], level=1)).to_be_visible()
    expect(page.get_by_text("Asked for an OTP.")).to_be_visible()

    page.get_by_role("button", name="Suspend").click()
    dialog = page.get_by_role("dialog", name="Suspend account")
    expect(dialog.get_by_label("How long")).to_be_focused()
    # Ctrl+Enter sends from everywhere in the dialog: without a reason, it stays.
    dialog.get_by_role("button", name="Close", exact=True).press("Control+Enter")
    expect(dialog.get_by_role("alert").first).to_be_visible()
    dialog.get_by_label("How long").select_option("7")
    dialog.get_by_label("Reason").fill("Asks for codes")
    dialog.get_by_label("Reason").press("Control+Enter")
    expect(dialog).to_be_hidden()
    expect(page.get_by_text(re.compile(r"From .+ to .+: Asks for codes"))).to_be_visible()
    assert admin_api("GET", f"/admin/accounts/{person['_id']}")["data"]["suspendedUntil"]
    note = page.get_by_label("New note")
    note.fill("Called the buyer.")
    note.press("Control+Enter")
    expect(page.get_by_text("Called the buyer.", exact=True)).to_be_visible()
    page.get_by_role("button", name="Restore").click()
    expect(page.get_by_role("button", name="Suspend")).to_be_visible()

    # The decision is in the log of the person, and the count in the sidebar falls with the next one.
    page.get_by_role("link", name="In the audit log").click()
    expect(page.get_by_role("row").filter(has_text="Account restored")).to_contain_text(person["username"])
    page.get_by_label("To", exact=True).fill("2020-01-01")
    page.get_by_role("button", name="Filter").click()
    expect(page.get_by_text("No decisions match.")).to_be_visible()
    page.goto("/admin/reports")
    alive(page)
    page.get_by_role("row").filter(has_text="Asked for an OTP.").get_by_role("button", name="View").click()
    page.get_by_label("What you did").fill("Suspended for a while.")
    page.get_by_label("What you did").press("Control+Enter")
    toast(page, "Report resolved")
    expect(waiting).to_have_text(f"Reports{before - 1 or ''}")
