"""Decisions are answered: an owner appeals and an admin undoes the decision; anyone files a grievance; a rule is tried first."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e import calls, tour
from tests.e2e.conftest import Site
from tests.e2e.people import alive, toast

Visitor = Callable[..., Page]
PASSWORD = "demo1234"


def _headers(site: Site, kind: str, email: str) -> dict[str, str]:
    answer = calls.post(f"{site.url}/api/{kind}/login", json={"email": email, "password": PASSWORD}).json()
    return {"Authorization": f"Bearer {answer['token']}"}


def _open(visitor: Visitor, who: str, path: str, **options) -> Page:
    page = visitor("/favicon.svg", **options)
    if who:
        tour.sign_in(page, who)
    page.goto(path)
    alive(page)
    return page


def test_an_owner_appeals_on_a_phone_and_an_admin_undoes_the_decision(visitor: Visitor, site: Site):
    seller = _headers(site, "seller", "seller@example.com")
    seller_id = calls.post(
        f"{site.url}/api/seller/login", json={"email": "seller@example.com", "password": PASSWORD}
    ).json()["sellerId"]
    own = calls.get(f"{site.url}/api/product/seller/{seller_id}", headers=seller).json()["data"]
    ad = next(ad for ad in own if ad["status"] == "approved" and ad["producttype"] == "sell")
    admin = _headers(site, "admin", "admin@example.com")
    reply = {"purpose": "appeal", "title": "New photo", "text": "We have looked at the photo."}
    assert calls.post(f"{site.url}/api/admin/replies", json=reply, headers=admin).status_code == 201
    path = f"{site.url}/api/admin/products/{ad['_id']}/takedown"
    assert calls.post(path, json={"note": "It looks like a catalogue photo."}, headers=admin).status_code == 200
    page = _open(visitor, "seller", f"/seller/ads?appeal={ad['_id']}", viewport={"width": 360, "height": 740})
    dialog = page.get_by_role("dialog", name="Rejection reason")
    expect(dialog.get_by_text("It looks like a catalogue photo.")).to_be_visible()
    dialog.get_by_role("button", name="Appeal").click()
    dialog.get_by_label("Why is the decision wrong?").fill("I took it in my own room.")
    assert page.evaluate("document.documentElement.scrollWidth <= 360")
    dialog.get_by_role("button", name="Send appeal").click()
    toast(page, "We have received your appeal.")
    admin_page = _open(visitor, "admin", "/admin/appeals")
    row = admin_page.get_by_role("row").filter(has_text="I took it in my own room.")
    row.get_by_role("button", name="View").click()
    open_appeal = admin_page.locator("#appeal")
    open_appeal.get_by_label("Outcome").select_option("overturned")
    answer = open_appeal.get_by_label("Answer")
    answer.fill("You are right.")
    open_appeal.get_by_role("button", name="New photo").click()
    expect(answer).to_have_value("You are right.\n\nWe have looked at the photo.")
    expect(answer).to_be_focused()
    open_appeal.get_by_role("button", name="Decide").click()
    toast(admin_page, "The decision is undone")
    expect(row).to_have_count(0)
    assert calls.get(f"{site.url}/api/product/{ad['_id']}").json()["data"]["status"] == "approved"


def test_anyone_files_a_grievance_on_a_phone(visitor: Visitor):
    page = _open(visitor, "", "/grievance", viewport={"width": 360, "height": 740})
    page.get_by_role("button", name="Send grievance").click()
    expect(page.get_by_text("Please say what happened.")).to_be_visible()
    page.get_by_label("What is it about?", exact=True).select_option("intimate_image")
    page.get_by_label("What happened?").fill("An ad shows a photo of me.")
    page.get_by_role("button", name="Send grievance").click()
    reference = page.get_by_text("We have received your grievance.")
    expect(reference).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth <= 360")
    admin_page = _open(visitor, "admin", "/admin/grievances")
    expect(admin_page.get_by_role("row").filter(has_text="An ad shows a photo of me.")).to_be_visible()
    counted = _open(visitor, "", "/transparency")
    expect(counted.get_by_role("row").nth(1)).to_be_visible()


def test_a_rule_is_tried_published_and_undone(visitor: Visitor):
    page = _open(visitor, "admin", "/admin/rules")
    row = page.get_by_role("row").filter(has_text="off_platform")
    row.get_by_role("button", name="Change").click()
    dialog = page.locator("#rule")
    dialog.get_by_label("Gives warnings").uncheck()
    expect(dialog.get_by_role("button", name="Publish")).to_have_count(0)
    dialog.get_by_role("button", name="Preview").click()
    expect(dialog.get_by_text("No longer warned")).to_be_visible(timeout=30_000)
    expect(dialog.get_by_role("heading", name="Effect on recent ads")).to_be_visible()
    # Another value has to be tried again.
    dialog.get_by_label("Weight").fill("0.5")
    expect(dialog.get_by_role("button", name="Publish")).to_have_count(0)
    dialog.get_by_role("button", name="Preview").click()
    dialog.get_by_role("button", name="Publish").click(timeout=30_000)
    toast(page, "Rule changed")
    expect(row.get_by_text("Off", exact=True)).to_be_visible()
    row.get_by_role("button", name="Undo").click()
    toast(page, "Change undone")
    expect(row.get_by_text("On", exact=True)).to_be_visible()
