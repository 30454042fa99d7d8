"""The layers of the product (dialogs, sheets, menus, popovers, lists, viewers), and how each is opened."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from tests.e2e import calls, tour
from tests.e2e.people import jpeg, until
from tests.e2e.test_pressed_twice import Scene

Opener = Callable[[Page], None]
PHONE, DESKTOP = 360, 1440
# The enquiries of the page of enquiries, which has offers too: a table, cards on phones.
_ENQUIRIES = "#content :is(tbody, ul[aria-label=Enquiries])"
# The page before.
BEFORE = re.compile(r"/favicon\.svg$")


def _visible(page: Page, selector: str) -> Locator:
    return page.locator(selector).filter(visible=True).first


def press(name: str, *, within: str = "body") -> Opener:
    """Press the first visible button with this in its name."""
    return lambda page: page.locator(within).get_by_role("button", name=name).filter(visible=True).first.click()


def then(*steps: Opener) -> Opener:
    def run(page: Page) -> None:
        for step in steps:
            step(page)

    return run


def popover(name: str) -> Opener:
    return lambda page: _visible(page, f"[popovertarget^={name}]").click()


def _in_menu(menu: str, item: str) -> Opener:
    return then(popover(menu), press(item, within=f"[id^={menu}]:popover-open"))


def _choose_all(page: Page) -> None:
    everything = page.get_by_role("button", name="Select all on this page")
    expect(everything.or_(page.get_by_role("button", name="Select none")).first).to_be_visible()
    if everything.count():
        everything.click()


def _suggest(page: Page) -> None:
    box = page.locator("[role=combobox]").filter(visible=True).first
    box.fill("")
    box.press_sequentially("sof")


def _at(path: str) -> Callable[[Scene], str]:
    return lambda scene: path


def ad_with_price(scene: Scene) -> str:
    ads = calls.get(f"{scene.site.url}/api/product/sell", params={"limit": "100"}).json()["products"]
    return f"/products/{next(ad['_id'] for ad in ads if ad['finalPrice'] and ad['images'])}"


def _id(scene: Scene, who: str) -> str:
    body = {"email": f"{who}@example.com", "password": tour.PASSWORD}
    answer = calls.post(f"{scene.site.url}/api/{tour.KINDS[who]}/login", json=body).json()
    return answer[f"{tour.KINDS[who]}Id"]


def _chat(text: str = "") -> Callable[[Scene], str]:
    def open_chat(scene: Scene) -> str:
        if text:
            scene.ask("seller", "/messages", receiverId=_id(scene, "buyer"), message=text)
        return f"/user/messages?seller={_id(scene, 'seller')}"

    return open_chat


def _route(route: str) -> Callable[[Scene], str]:
    return lambda scene: tour.routes(scene.site)[route]


def _own_ad(scene: Scene) -> str:
    scene.new_ad(name="Layered Chest")
    return "/seller/ads?q=Layered+Chest"


def _offered_ad(scene: Scene) -> str:
    scene.new_offer()
    return "/seller/ads?q=Oak+Chest"


def _rejected_ad(scene: Scene) -> str:
    scene.new_ad(name="Refused Chest", approved=False)
    return "/seller/ads?q=Refused+Chest"


def _paused_ads(scene: Scene) -> str:
    ad = scene.new_ad(name="Paused Chest")
    scene.ask("seller", f"/product/{ad}/pause")
    return "/seller/ads?q=Paused+Chest"


def _offer(scene: Scene) -> str:
    scene.new_offer()
    return "/seller/enquiries"


def _enquiry(scene: Scene) -> str:
    scene.new_enquiry()
    # Without the other enquiries and offers of the page.
    return f"/seller/enquiries?status=pending&ad={scene.ads[-1]}"


def _deal(scene: Scene) -> str:
    return f"/deals/{scene.new_deal()}"


def _review(scene: Scene) -> str:
    deal = scene.new_deal(done=True)
    for who in ("buyer", "seller"):
        scene.ask(who, "/review", dealId=deal, stars=5, text="All went well.")
    return f"/reviews/{deal}"


def _record(scene: Scene) -> str:
    booking = scene.new_booking()
    path = jpeg(scene.folder / "front.jpg", "teal")
    api, who = f"{scene.site.url}/api", tour.headers(f"{scene.site.url}/api", "seller")
    photo = calls.post(
        f"{api}/upload", files={"file": ("front.jpg", path.read_bytes(), "image/jpeg")}, headers=who
    ).json()
    page = scene.ask("seller", f"/enquiry/{booking}/condition", "GET")["data"]
    scene.ask(
        "seller", f"/enquiry/{booking}/condition", stage="pickup", part=page["parts"][0], photo=photo["public_id"]
    )
    return f"/rentals/{booking}"


def wanted_page(scene: Scene) -> str:
    kind = scene.site.ask("SELECT id FROM subcategories ORDER BY id LIMIT 1")
    category = scene.site.ask("SELECT category_id FROM subcategories ORDER BY id LIMIT 1")
    words = {"title": "A layered cot", "city": "Pune", "state": "Maharashtra", "producttype": "sell"}
    scene.ask("buyer", "/wanted", **words, categoryId=category, subcategoryId=kind)
    return "/user/wanted"


def _report(scene: Scene) -> str:
    scene.ask(
        "buyer", "/report", target="product", targetId=scene.new_ad(), reason="scam", text="The photo is not theirs."
    )
    return "/admin/reports"


def _appeal(scene: Scene) -> str:
    ad = scene.new_ad(approved=False)
    scene.ask("seller", f"/product/{ad}/appeal", text="The photos are there.")
    return "/admin/appeals"


def _grievance(scene: Scene) -> str:
    scene.ask("buyer", "/grievance", text="Nobody answers.", name="Asha", email="asha@example.org", topic="other")
    return "/admin/grievances"


def _saved_search(scene: Scene) -> str:
    scene.ask("buyer", "/savedsearch", query={"keyword": "sofa"}, name="Sofas")
    return "/savedsearches"


@dataclass(frozen=True)
class Layer:
    """A layer.

    Attributes:
        name: its id in the source.
        who: opens its page; empty for a stranger.
        path: makes what it needs and returns its page.
        open: the steps that open it.
        selector: finds it while it is open; empty for its id.
        close: the name of its own button; empty if pressing its opener again closes it, None if it has none.
        widths: of the screens on which it exists.
    """

    name: str
    who: str
    path: Callable[[Scene], str]
    open: Opener
    selector: str = ""
    close: str | None = "Close"
    widths: tuple[int, ...] = (PHONE, DESKTOP)

    def find(self, page: Page) -> Locator:
        selector = self.selector or f"dialog#{self.name}[open], #{self.name}:popover-open"
        return page.locator(selector)


def _menu(name: str, who: str, path: Callable[[Scene], str], **options) -> Layer:
    return Layer(name, who, path, popover(name), f"[id^={name}]:popover-open", close="", **options)


LOGIN = press("Register / Sign In")
LAYERS = (
    _menu("classified-menu", "", _at("/about"), widths=(DESKTOP,)),
    _menu("main-menu", "", _at("/about"), widths=(PHONE,)),
    _menu("account-menu", "buyer", _at("/about"), widths=(DESKTOP,)),
    # It may cover its button.
    Layer("ad-menu-", "seller", _own_ad, popover("ad-menu-"), "[id^=ad-menu-]:popover-open", close=None),
    _menu("conversation-menu", "buyer", _chat()),
    Layer("city-picker", "", _at("/"), popover("city-picker")),
    Layer("search suggestions", "", _at("/products/sell"), _suggest, "[role=listbox]", close=None),
    Layer("photo viewer", "", ad_with_price, press("Enlarge photo"), ".yarl__portal"),
    Layer("filters", "", _at("/products/sell"), press("Filters"), widths=(PHONE,)),
    Layer("login", "", _at("/about"), LOGIN),
    Layer("register", "", _at("/about"), then(LOGIN, press("Create an account"))),
    Layer("forgot", "", _at("/about"), then(LOGIN, press("Forgot password?"))),
    Layer("make-offer", "", ad_with_price, press("offer")),
    Layer("report-ad", "", ad_with_price, press("Report")),
    Layer("report-review", "seller", _review, press("Report")),
    Layer("report-wanted", "seller", _at("/seller/wanted"), press("Report")),
    Layer("report-conversation", "buyer", _chat("Hello."), _in_menu("conversation-menu", "Report")),
    Layer("report-and-block", "buyer", _chat("Scan this QR code and enter your PIN."), press("Report and block")),
    Layer("leaving", "buyer", _chat("https://refund.example/x"), press("https://refund.example")),
    Layer("endings", "seller", _offered_ad, _in_menu("ad-menu-", "Mark as sold")),
    Layer("delete-ad", "seller", _own_ad, _in_menu("ad-menu-", "Delete")),
    Layer("rejection-reason", "seller", _rejected_ad, press("Rejected", within=":is(tr, [role=row])")),
    Layer("change-prices", "seller", _own_ad, then(_choose_all, press("Change prices"))),
    Layer("bulk-report", "seller", _paused_ads, then(_choose_all, press("Still available"))),
    Layer("holiday", "seller", _at("/seller/ads"), press("Holiday")),
    Layer("answer-offer", "seller", _offer, press("Counter")),
    Layer("accept-enquiry", "seller", _enquiry, press("Accept", within=_ENQUIRIES)),
    Layer("settle-enquiry", "seller", _enquiry, press("Decline", within=_ENQUIRIES)),
    Layer("cancel-deal", "buyer", _deal, press("Cancel the deal")),
    Layer("disagree", "buyer", _record, press("I don't agree")),
    Layer("own-data", "buyer", _at("/user/profile"), press("Download my data")),
    Layer("rename-saved-search", "buyer", _saved_search, press("Rename")),
    Layer("delete-saved-search", "buyer", _saved_search, press("Delete")),
    Layer("wanted", "buyer", wanted_page, press("Say what")),
    Layer("end-wanted", "buyer", wanted_page, press("Found it")),
    Layer("report", "admin", _report, press("View")),
    Layer("appeal", "admin", _appeal, press("View")),
    Layer("grievance", "admin", _grievance, press("View")),
    Layer("order", "admin", _at("/admin/grievances"), press("Enter an order")),
    Layer("reject-ad", "admin", _route("/admin/queue/[ad_id]"), press("Reject")),
    Layer("category", "admin", _at("/admin/categories"), press("New category")),
    Layer("remove", "admin", _at("/admin/categories"), press("Delete")),
    Layer("subcategory", "admin", _route("/admin/categories/[category_id]"), press("New subcategory")),
    Layer("field", "admin", _route("/admin/categories/[category_id]"), press("Add field")),
    Layer("delete-field", "admin", _route("/admin/categories/[category_id]"), press("Delete", within="main ul ul")),
    Layer("testimonial", "admin", _at("/admin/testimonials"), press("New testimonial")),
    Layer("delete-testimonial", "admin", _at("/admin/testimonials"), press("Delete")),
    Layer("reply", "admin", _at("/admin/replies"), press("Add")),
    Layer("delete-reply", "admin", _at("/admin/replies"), press("Delete")),
    Layer("rule", "admin", _at("/admin/rules"), press("Change")),
    Layer("suspend-account", "admin", _at("/admin/accounts"), press("Suspend")),
    Layer("account-notes", "admin", _at("/admin/accounts"), press("Notes")),
    Layer("new-moderator", "admin", _at("/admin/accounts"), press("New moderator")),
)
# Those that are tested by themselves, below, with the reason.
OTHERS = {
    "start-over": "its page offers a draft",
    "leave-guard": "it opens when the page is left",
    "renew-ad": "its link opens it, and closing it goes to another URL",
    "renew-wanted": "its link opens it, and closing it goes to another URL",
}


# In a task of its own, as the browser tells of closed layers.
_IS_SETTLED = """() => new Promise((done) => setTimeout(() => done(Boolean(history.state?.guard) ===
  Boolean(document.querySelector("dialog[open], [popover=auto]:popover-open, [role=listbox], .yarl__portal")))))"""


def settled(page: Page) -> None:
    """Wait until the browser is at the page's own entry of the history, or at the guard of the layers that are open."""
    until(page, lambda: page.evaluate(_IS_SETTLED))


def go_back(page: Page) -> None:
    page.evaluate("history.back()")
