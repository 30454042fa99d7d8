"""Every form that creates something, its button pressed at once, after 60 and after 150 ms on a line of 200 ms: it creates one."""

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from marketplace.core import clock
from tests.architecture import sources
from tests.e2e import calls, tour
from tests.e2e.conftest import Site
from tests.e2e.line import Line
from tests.e2e.people import (
    PASSWORD,
    alive,
    check_styled,
    fill_registration,
    jpeg,
    next_step,
    open_login,
    until,
    verify_email,
)
from tests.e2e.posting import REVIEW, SUBJECT, empty_form, fill, open_step

Visitor = Callable[..., Page]
LINE_MS = 200
_PRESSES = """button => {
  const press = () => button.isConnected && button.click();
  press();
  press();
  setTimeout(press, 60);
  setTimeout(press, 150);
}"""


@dataclass
class Scene:
    """What the steps of a form need: the site, a way to open pages, and a folder for files."""

    site: Site
    visitor: Visitor
    folder: Path
    ads: list[str] = field(default_factory=list)

    def open(self, who: str, path: str) -> Page:
        """Open a page as a demo account, or as a stranger."""
        page = self.visitor("/favicon.svg")
        if who:
            tour.sign_in(page, who)
        page.goto(path)
        alive(page)
        return page

    def ask(self, who: str, path: str, method: str = "POST", **body: object) -> dict:
        """Call the API as a demo account."""
        headers = tour.headers(f"{self.site.url}/api", who)
        answer = calls.request(method, f"{self.site.url}/api{path}", json=body, headers=headers)
        assert answer.is_success, answer.text
        return answer.json()

    def new_ad(self, *, approved: bool = True, **values: object) -> str:
        """Let the demo seller post an ad, and an administrator decide about it; returns its id."""
        category = calls.get(f"{self.site.url}/api/category").json()["data"][0]["_id"]
        text = {"name": "Oak Chest", "title": "As good as new", "description": "Kept in a dry room.", "price": 5000}
        where = {"state": "Maharashtra", "city": "Pune", "place": "Kothrud", "categoryId": category}
        made = self.ask("seller", "/product", **(text | where | {"producttype": "sell"} | values))["data"]["_id"]
        decision = ("approve", {}) if approved else ("reject", {"note": "Please add photos of the back."})
        self.ask("admin", f"/admin/products/{made}/{decision[0]}", **decision[1])
        self.ads.append(made)
        return made

    def clear(self) -> None:
        """Delete the ads, among which later tests would look for one of their own."""
        headers = tour.headers(f"{self.site.url}/api", "seller")
        for ad in self.ads:
            calls.request("DELETE", f"{self.site.url}/api/product/{ad}", headers=headers)

    def new_offer(self) -> str:
        return self.ask("buyer", "/offer", productId=self.new_ad(), price=4500)["data"]["_id"]

    def new_deal(self, *, done: bool = False) -> str:
        deal = self.ask("seller", f"/offer/{self.new_offer()}/accept")["data"]["dealId"]
        if done:
            code = self.ask("buyer", f"/deal/{deal}", "GET")["data"]["code"]
            self.ask("seller", f"/deal/{deal}/handover", code=code)
        return deal

    def new_enquiry(self, *, in_hours: int = 960, **values: object) -> str:
        ad = self.new_ad(producttype="rent", priceUnit="day", **values)
        begin = clock.now() + timedelta(hours=in_hours)
        dates = {"pickupDateTime": begin.isoformat(), "dropDateTime": (begin + timedelta(days=2)).isoformat()}
        return self.ask("buyer", "/enquiry", productId=ad, **dates)["data"]["_id"]

    def new_booking(self, *, in_hours: int = 960) -> str:
        made = self.new_enquiry(in_hours=in_hours)
        self.ask("seller", f"/enquiry/{made}/accept")
        return made


def _dialog(page: Page, opener: str, values: dict[str, str]) -> Locator:
    """Open a dialog and fill it in; returns its submit button."""
    page.get_by_role("button", name=opener).first.click()
    dialog = page.get_by_role("dialog")
    for selector, value in values.items():
        dialog.locator(selector).fill(value)
    return dialog.locator("[type=submit]").first


def _ad(scene: Scene) -> tuple[Page, Locator]:
    page = empty_form(scene.visitor("/favicon.svg"))
    category = calls.get(f"{scene.site.url}/api/category").json()["data"][0]["_id"]
    open_step(page, SUBJECT)
    page.locator("#categoryId").select_option(category)
    words = {"name": "Twice Pressed", "title": "Once made", "price": "1200", "city": "Pune", "state": "Maharashtra"}
    fill(page, words | {"place": "Kothrud", "description": "A chest."})
    open_step(page, REVIEW)
    return page, page.get_by_role("button", name="Create Product")


def _wanted(scene: Scene) -> tuple[Page, Locator]:
    page = scene.open("buyer", "/user/wanted")
    button = _dialog(
        page,
        "Say what you are looking for",
        {"#title": "A steel cot", "#wanted-city": "Pune", "#wanted-state": "Maharashtra"},
    )
    page.get_by_role("dialog").get_by_label("Category", exact=False).first.select_option(index=1)
    kind = page.get_by_role("dialog").get_by_label("Subcategory")
    expect(kind.locator("option")).not_to_have_count(1)
    kind.select_option(index=1)
    return page, button


def _grievance(scene: Scene) -> tuple[Page, Locator]:
    page = scene.open("", "/grievance")
    for name, value in {"text": "Nobody answers.", "name": "Asha", "email": "asha@example.org"}.items():
        page.locator(f"#content [name={name}]").fill(value)
    return page, page.get_by_role("button", name="Send grievance")


def _order(scene: Scene) -> tuple[Page, Locator]:
    page = scene.open("admin", "/admin/grievances")
    words = {"#order-authority": "High Court", "#order-legal_basis": "Section 79", "#order-text": "Take it down."}
    return page, _dialog(page, "Enter an order", words)


def _report(scene: Scene) -> tuple[Page, Locator]:
    page = scene.open("buyer", f"/products/{scene.new_ad()}")
    page.get_by_role("button", name=re.compile("^Report")).first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reason").select_option(index=1)
    return page, dialog.get_by_role("button", name="Send report")


def _review(scene: Scene) -> tuple[Page, Locator]:
    page = scene.open("buyer", f"/reviews/{scene.new_deal(done=True)}")
    check_styled(page.get_by_role("radio", name="5 stars", exact=True))
    return page, page.get_by_role("button", name="Send review")


def _reply(scene: Scene) -> tuple[Page, Locator]:
    deal = scene.new_deal(done=True)
    for who in ("buyer", "seller"):
        scene.ask(who, "/review", dealId=deal, stars=5, text="All went well.")
    page = scene.open("seller", f"/reviews/{deal}")
    page.get_by_label("Your reply").fill("Thank you.")
    return page, page.get_by_role("button", name="Reply")


def _category(scene: Scene) -> tuple[Page, Locator]:
    page = scene.open("admin", "/admin/categories")
    return page, _dialog(page, "New category", {"[name=name]": "Boats"})


def _subcategory(scene: Scene) -> tuple[Page, Locator]:
    category = calls.get(f"{scene.site.url}/api/category").json()["data"][0]["_id"]
    page = scene.open("admin", f"/admin/categories/{category}")
    return page, _dialog(page, "New subcategory", {"[name=name]": "Rowing boats"})


def _field(scene: Scene) -> tuple[Page, Locator]:
    category = calls.get(f"{scene.site.url}/api/category").json()["data"][0]["_id"]
    page = scene.open("admin", f"/admin/categories/{category}")
    return page, _dialog(page, "Add field", {"[name=label]": "Length of the oars"})


def _testimonial(scene: Scene) -> tuple[Page, Locator]:
    page = scene.open("admin", "/admin/testimonials")
    return page, _dialog(page, "New testimonial", {"[name=name]": "Asha", "[name=description]": "It went well."})


def _canned_reply(scene: Scene) -> tuple[Page, Locator]:
    page = scene.open("admin", "/admin/replies")
    return page, _dialog(page, "Add", {"[name=title]": "Blurred", "[name=text]": "The photo is blurred."})


def _note(scene: Scene) -> tuple[Page, Locator]:
    page = scene.open("admin", "/admin/accounts")
    page.get_by_role("button", name=re.compile("Notes")).first.click()
    dialog = page.get_by_role("dialog")
    dialog.locator("[name=text]").fill("Called.")
    return page, dialog.get_by_role("button", name="Add note")


def _moderator(scene: Scene) -> tuple[Page, Locator]:
    page = scene.open("admin", "/admin/accounts")
    return page, _dialog(page, "New moderator", {"[name=email]": "second@example.org"})


def _enquiry(scene: Scene) -> tuple[Page, Locator]:
    page = scene.open("buyer", f"/products/{scene.new_ad(producttype='rent', priceUnit='day')}")
    page.get_by_label("Pickup").fill("2030-03-01T10:00")
    page.get_by_label("Drop").fill("2030-03-08T10:00")
    return page, page.locator("#enquiry").get_by_role("button", name="Enquire")


def _offer(scene: Scene) -> tuple[Page, Locator]:
    page = scene.open("buyer", f"/products/{scene.new_ad()}")
    return page, _dialog(page, "Make an offer", {"input[name=price]": "4500"})


def _counter(scene: Scene) -> tuple[Page, Locator]:
    scene.new_offer()
    page = scene.open("seller", "/seller/enquiries")
    return page, _dialog(page, "Counter", {"input[name=price]": "4800"})


def _meetup(scene: Scene) -> tuple[Page, Locator]:
    page = scene.open("buyer", f"/deals/{scene.new_deal()}")
    page.get_by_role("textbox", name="Place").fill("At the tea stall")
    page.get_by_label("Date and time").fill(f"{clock.now() + timedelta(days=1):%Y-%m-%dT12:00}")
    return page, page.get_by_role("button", name="Propose", exact=True)


def _pickup(scene: Scene) -> tuple[Page, Locator]:
    page = scene.open("buyer", f"/rentals/{scene.new_booking()}")
    page.get_by_role("textbox", name="Place").fill("At the tea stall")
    return page, page.get_by_role("button", name="Propose", exact=True)


def _deposit(scene: Scene) -> tuple[Page, Locator]:
    page = scene.open("buyer", f"/rentals/{scene.new_booking(in_hours=1)}")
    page.get_by_role("button", name="Record the deposit").click()
    page.get_by_label("Deposit given").fill("500")
    return page, page.get_by_role("button", name="Record", exact=True)


def _closed_dates(scene: Scene) -> tuple[Page, Locator]:
    page = scene.open("seller", f"/seller/ads/{scene.new_ad(producttype='rent', priceUnit='day')}/calendar")
    page.locator("[name=from]").fill("2030-05-04")
    return page, page.get_by_role("button", name="Close dates")


def _photo(scene: Scene) -> tuple[Page, Locator]:
    page = scene.open("buyer", f"/rentals/{scene.new_booking()}")
    page.get_by_role("button", name="Add a photo").click()
    page.get_by_label("What it shows").select_option(index=0)
    page.locator("form input[type=file]").set_input_files(jpeg(scene.folder / "front.jpg", "teal"))
    expect(page.locator("[data-state=done]")).to_have_count(1)
    return page, page.get_by_role("button", name="Add to the record")


def _appeal(scene: Scene) -> tuple[Page, Locator]:
    page = scene.open("seller", f"/seller/ads?appeal={scene.new_ad(approved=False)}")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Appeal").click()
    dialog.locator("[name=text]").fill("The photos are there.")
    return page, dialog.get_by_role("button", name="Send appeal")


def _duplicate(scene: Scene) -> tuple[Page, Locator]:
    scene.new_ad(name="Copied Chest")
    page = scene.open("seller", "/seller/ads?q=Copied+Chest")
    row = page.get_by_role("row").filter(has_text="Copied Chest")
    row.get_by_role("button", name="More", exact=True).click()
    return page, row.get_by_role("button", name="Duplicate")


def _registration(scene: Scene) -> tuple[Page, Locator]:
    page = scene.visitor("/about")
    alive(page)
    open_login(page, seller=False)
    page.get_by_role("button", name="Create an account").click()
    dialog = page.get_by_role("dialog", name="Create an account")
    verify_email(dialog, scene.site, "pressed@example.org")
    person = {"name": "Ravi Twice", "username": "ravitwice", "phone": "98765 43219"}
    fill_registration(dialog, person | {"password": PASSWORD, "confirm": PASSWORD})
    next_step(dialog, "Where you are")
    fill_registration(dialog, {"place": "Kothrud", "address": "12", "city": "Pune", "state": "Maharashtra"})
    return page, dialog.get_by_role("button", name="Create account")


@dataclass(frozen=True)
class Form:
    """A form that creates: the function of the domain, the steps before its last press, and the table that gets one row more."""

    function: str
    fill: Callable[[Scene], tuple[Page, Locator]]
    table: str
    rows: str = field(default="1 = 1")


# It submits a copy, without a form.
_BUTTON = "ads.duplicate"
FORMS = (
    Form("ads.submit", _ad, "ads"),
    Form(_BUTTON, _duplicate, "ads"),
    Form("wanted.create", _wanted, "wanted_ads"),
    Form("grievances.file_grievance", _grievance, "grievances"),
    Form("grievances.enter_order", _order, "grievances"),
    Form("moderation.report", _report, "reports"),
    Form("reviews.write_review", _review, "reviews"),
    Form("reviews.reply_to_review", _reply, "reviews", "reply <> ''"),
    Form("catalog.create_category", _category, "categories"),
    Form("catalog.create_subcategory", _subcategory, "subcategories"),
    Form("catalog.create_field", _field, "field_definitions"),
    Form("content.create_testimonial", _testimonial, "testimonials"),
    Form("cases.create_reply", _canned_reply, "canned_replies"),
    Form("cases.add_note", _note, "internal_notes"),
    Form("accounts.create_moderator", _moderator, "accounts"),
    Form("accounts.register", _registration, "accounts"),
    Form("rentals.enquire", _enquiry, "enquiries"),
    Form("rentals.close_dates", _closed_dates, "calendar_blocks"),
    Form("deals.make_offer", _offer, "offers"),
    Form("deals.counter_offer", _counter, "offer_steps"),
    Form("deals.propose_meetup", _meetup, "meetups"),
    Form("handovers.propose_meetup", _pickup, "meetups"),
    Form("handovers.record_deposit", _deposit, "deposits"),
    Form("handovers.add_photo", _photo, "condition_entries"),
    Form("moderation.appeal_ad", _appeal, "appeals"),
)
# Those of the pages that no form here calls.
OTHERS = {
    "ads.revise": "a change; the ad's next version replaces one that waits",
    "handovers.confirm_record": "a second disagreement of the same words is refused; the domain's tests press it",
    "moderation.appeal_suspension": "one open appeal for each suspension; the domain's tests press it",
    "saved_searches.save_search": "a button; an equal search is saved once",
    "wanted.answer": "a button; an ad answers a wanted ad once",
}


def _count(site: Site, form: Form) -> int:
    return site.ask(f"SELECT count(*) FROM {form.table} WHERE {form.rows}")


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.function)
def test_it_creates_one(request: pytest.FixtureRequest, visitor: Visitor, site: Site, tmp_path: Path, form: Form):
    lines: list[Line] = []

    def open_tab(path: str = "/", **options: object) -> Page:
        page = visitor(path, fresh=True, **options)
        lines.append(Line(page))
        return page

    scene = Scene(site, open_tab, tmp_path)
    request.addfinalizer(scene.clear)
    page, button = form.fill(scene)
    before = _count(site, form)
    line = lines[-1]
    # It is disabled until the server knows that a photo has arrived.
    expect(button).to_be_enabled()
    line.is_slow = True
    button.evaluate(_PRESSES)
    expect(page.locator("[data-sending]")).to_have_count(1)
    page.wait_for_timeout(LINE_MS)
    line.catch_up()
    until(page, lambda: _count(site, form) > before)
    expect(page.locator("[data-sending]")).to_have_count(0)
    page.wait_for_timeout(LINE_MS)
    assert _count(site, form) == before + 1
    # The answers to the other presses are no complaints.
    expect(page.get_by_role("alert").filter(has_text=re.compile(r"\S"))).to_have_count(0)


def test_every_form_that_creates_is_pressed():
    web = "\n".join(path.read_text() for path in (sources.ROOT / "marketplace" / "web").rglob("*.py"))
    found = set()
    domain = sources.ROOT / "marketplace" / "domain"
    for path in sorted(domain.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and "stores_once" in map(ast.unparse, node.decorator_list):
                found.add(f"{path.relative_to(domain).parts[0]}.{node.name}")
    called = {name for name in found if re.search(rf"\b{re.escape(name)}\b", web)}
    assert called == {form.function for form in FORMS} - {_BUTTON} | OTHERS.keys()
