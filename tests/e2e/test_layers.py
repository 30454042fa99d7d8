"""Every layer of the product (dialog, sheet, menu, popover, list, viewer): Back, Escape and its own button close it and nothing else."""

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.architecture import sources
from tests.e2e import calls, tour
from tests.e2e.conftest import Site, Watch
from tests.e2e.people import alive, jpeg, until
from tests.e2e.posting import FORM, LOST, SUBJECT, draft_stored, empty_form, fill, open_again, open_step
from tests.e2e.test_pressed_twice import Scene

Visitor = Callable[..., Page]
Opener = Callable[[Page], None]
PHONE, DESKTOP = 360, 1440
# The page before.
_BEFORE = re.compile(r"/favicon\.svg$")


def _visible(page: Page, selector: str) -> Locator:
    return page.locator(selector).filter(visible=True).first


def _press(name: str, *, within: str = "body") -> Opener:
    """Press the first visible button with this in its name."""
    return lambda page: page.locator(within).get_by_role("button", name=name).filter(visible=True).first.click()


def _then(*steps: Opener) -> Opener:
    def run(page: Page) -> None:
        for step in steps:
            step(page)

    return run


def _popover(name: str) -> Opener:
    return lambda page: _visible(page, f"[popovertarget^={name}]").click()


def _in_menu(menu: str, item: str) -> Opener:
    return _then(_popover(menu), _press(item, within=f"[id^={menu}]:popover-open"))


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


def _ad(scene: Scene) -> str:
    ads = calls.get(f"{scene.site.url}/api/product/sell", params={"limit": "12"}).json()["products"]
    return f"/products/{next(ad['_id'] for ad in ads if ad['finalPrice'])}"


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


# The page has offers, too.
_LENT = "Lent Chest"
_LENT_CARD = f"li:has-text('{_LENT}')"


def _enquiry(scene: Scene) -> str:
    scene.new_enquiry(name=_LENT)
    return "/seller/enquiries"


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


def _wanted(scene: Scene) -> str:
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
    return Layer(name, who, path, _popover(name), f"[id^={name}]:popover-open", close="", **options)


_LOGIN = _press("Register / Sign In")
LAYERS = (
    _menu("classified-menu", "", _at("/about"), widths=(DESKTOP,)),
    _menu("main-menu", "", _at("/about"), widths=(PHONE,)),
    _menu("account-menu", "buyer", _at("/about")),
    # It may cover its button.
    Layer("ad-menu-", "seller", _own_ad, _popover("ad-menu-"), "[id^=ad-menu-]:popover-open", close=None),
    _menu("conversation-menu", "buyer", _chat()),
    Layer("city-picker", "", _at("/"), _popover("city-picker")),
    Layer("search suggestions", "", _at("/products/sell"), _suggest, "[role=listbox]", close=None),
    Layer("photo viewer", "", _ad, _press("Enlarge photo"), ".yarl__portal"),
    Layer("filters", "", _at("/products/sell"), _press("Filters"), widths=(PHONE,)),
    Layer("login", "", _at("/about"), _LOGIN),
    Layer("register", "", _at("/about"), _then(_LOGIN, _press("Create an account"))),
    Layer("forgot", "", _at("/about"), _then(_LOGIN, _press("Forgot password?"))),
    Layer("make-offer", "", _ad, _press("offer")),
    Layer("report-ad", "", _ad, _press("Report")),
    Layer("report-review", "seller", _review, _press("Report")),
    Layer("report-wanted", "seller", _at("/seller/wanted"), _press("Report")),
    Layer("report-conversation", "buyer", _chat("Hello."), _in_menu("conversation-menu", "Report")),
    Layer("report-and-block", "buyer", _chat("Scan this QR code and enter your PIN."), _press("Report and block")),
    Layer("leaving", "buyer", _chat("https://refund.example/x"), _press("https://refund.example")),
    Layer("endings", "seller", _offered_ad, _in_menu("ad-menu-", "Mark as sold")),
    Layer("delete-ad", "seller", _own_ad, _in_menu("ad-menu-", "Delete")),
    Layer("rejection-reason", "seller", _rejected_ad, _press("Rejected", within=":is(tr, [role=row])")),
    Layer("change-prices", "seller", _own_ad, _then(_choose_all, _press("Change prices"))),
    Layer("bulk-report", "seller", _paused_ads, _then(_choose_all, _press("Still available"))),
    Layer("holiday", "seller", _at("/seller/ads"), _press("Holiday")),
    Layer("answer-offer", "seller", _offer, _press("Counter")),
    Layer("accept-enquiry", "seller", _enquiry, _press("Accept", within=_LENT_CARD)),
    Layer("settle-enquiry", "seller", _enquiry, _press("Decline", within=_LENT_CARD)),
    Layer("cancel-deal", "buyer", _deal, _press("Cancel the deal")),
    Layer("disagree", "buyer", _record, _press("I don't agree")),
    Layer("own-data", "buyer", _at("/account"), _press("Download my data")),
    Layer("rename-saved-search", "buyer", _saved_search, _press("Rename")),
    Layer("delete-saved-search", "buyer", _saved_search, _press("Delete")),
    Layer("wanted", "buyer", _wanted, _press("Say what")),
    Layer("end-wanted", "buyer", _wanted, _press("Found it")),
    Layer("report", "admin", _report, _press("View")),
    Layer("appeal", "admin", _appeal, _press("View")),
    Layer("grievance", "admin", _grievance, _press("View")),
    Layer("order", "admin", _at("/admin/grievances"), _press("Enter an order")),
    Layer("reject-ad", "admin", _route("/admin/review/[ad_id]"), _press("Reject")),
    Layer("category", "admin", _at("/admin/categories"), _press("New category")),
    Layer("remove", "admin", _at("/admin/categories"), _press("Delete")),
    Layer("subcategory", "admin", _route("/admin/categories/[category_id]"), _press("New subcategory")),
    Layer("field", "admin", _route("/admin/categories/[category_id]"), _press("Add field")),
    Layer("delete-field", "admin", _route("/admin/categories/[category_id]"), _press("Delete", within="main ul ul")),
    Layer("testimonial", "admin", _at("/admin/testimonials"), _press("New testimonial")),
    Layer("delete-testimonial", "admin", _at("/admin/testimonials"), _press("Delete")),
    Layer("reply", "admin", _at("/admin/replies"), _press("New canned reply")),
    Layer("delete-reply", "admin", _at("/admin/replies"), _press("Delete")),
    Layer("rule", "admin", _at("/admin/rules"), _press("Change")),
    Layer("suspend-account", "admin", _at("/admin/accounts"), _press("Suspend")),
    Layer("account-notes", "admin", _at("/admin/accounts"), _press("Notes")),
    Layer("new-moderator", "admin", _at("/admin/accounts"), _press("New moderator")),
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


def _settle(page: Page) -> None:
    """Wait until the browser is at the page's own entry of the history, or at the guard of the layers that are open."""
    until(page, lambda: page.evaluate(_IS_SETTLED))


def _back(page: Page) -> None:
    page.evaluate("history.back()")


@pytest.mark.timeout(300)
@pytest.mark.parametrize("layer", LAYERS, ids=lambda layer: layer.name)
def test_back_escape_and_its_button_close_it(
    request: pytest.FixtureRequest, visitor: Visitor, site: Site, tmp_path, layer: Layer
):
    scene = Scene(site, lambda path, **options: visitor(path, **options), tmp_path)
    request.addfinalizer(scene.clear)
    path = layer.path(scene)
    page = scene.open(layer.who, path)
    shown = layer.find(page)
    for width in layer.widths:
        page.set_viewport_size({"width": width, "height": 800})
        url = page.url
        for way in ("back", "escape", "button"):
            layer.open(page)
            expect(shown).to_have_count(1)
            expect(shown).to_be_visible()
            _settle(page)
            if way == "back":
                _back(page)
            elif way == "escape":
                page.keyboard.press("Escape")
            elif layer.close:
                shown.get_by_role("button", name=layer.close, exact=True).first.click()
            elif layer.close == "":
                layer.open(page)
            else:
                page.keyboard.press("Escape")
            expect(shown).to_have_count(0)
            _settle(page)
            assert page.url == url
            # Forward does not open it again.
            page.evaluate("history.forward()")
            _settle(page)
            expect(shown).to_have_count(0)
            assert page.url == url
    _back(page)
    expect(page).to_have_url(_BEFORE)
    page.go_forward()
    alive(page)
    expect(page).to_have_url(url)
    expect(shown).to_have_count(0)


def _guarded(page: Page, *, open: bool = True) -> None:
    until(page, lambda: page.evaluate("Boolean(history.state?.guard)") is open)


def _unguarded(page: Page) -> None:
    _guarded(page, open=False)


def test_back_closes_the_upper_one_of_two(visitor: Visitor, site: Site):
    path = _ad(Scene(site, visitor, site.data))
    page = visitor(path)
    alive(page)
    _press("Enlarge photo")(page)
    viewer, report = page.locator(".yarl__portal"), page.locator("dialog#report-ad[open]")
    expect(viewer).to_be_visible()
    # As if it had been pressed just before, on a slow connection.
    page.locator("button", has_text="Report").first.evaluate("button => button.click()")
    expect(report).to_be_visible()
    _guarded(page)
    _back(page)
    expect(report).to_have_count(0)
    expect(viewer).to_be_visible()
    _back(page)
    expect(viewer).to_have_count(0)
    expect(page).to_have_url(re.compile(f"{path}$"))
    _back(page)
    expect(page).to_have_url(_BEFORE)


@pytest.mark.parametrize("close", ["Escape", "Back"])
def test_the_step_of_a_layer_is_gone_before_the_next_press(visitor: Visitor, close: str):
    page = visitor("/about")
    alive(page)
    _LOGIN(page)
    expect(page.get_by_role("dialog", name="Sign in")).to_be_visible()
    if close == "Escape":
        page.keyboard.press("Escape")
    else:
        _back(page)
    # At once, while the browser may still be on its way.
    _back(page)
    expect(page).to_have_url(_BEFORE)


def test_a_page_that_a_layer_opens_takes_its_place(visitor: Visitor):
    page = visitor("/about", viewport={"width": PHONE, "height": 800})
    alive(page)
    _popover("main-menu")(page)
    page.locator("#main-menu").get_by_role("link", name="Category").click()
    expect(page).to_have_url(re.compile("/categories$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Categories")
    _unguarded(page)
    _back(page)
    expect(page).to_have_url(re.compile("/about$"))
    expect(page.locator("#main-menu")).to_be_hidden()
    _back(page)
    expect(page).to_have_url(_BEFORE)


def test_a_page_that_a_layer_loads_takes_its_place(visitor: Visitor):
    page = visitor("/about")
    alive(page)
    _LOGIN(page)
    dialog = page.get_by_role("dialog", name="Sign in")
    dialog.locator("#login-email").fill("buyer@example.com")
    dialog.locator("#login-password").fill(tour.PASSWORD)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    alive(page)
    expect(page).to_have_url(re.compile(r":\d+/$"))
    page.go_back()
    expect(page).to_have_url(re.compile("/about$"))
    alive(page)
    page.go_back()
    expect(page).to_have_url(_BEFORE)


def test_the_sheet_stays_while_its_links_change_the_list(visitor: Visitor):
    page = visitor("/products/sell", viewport={"width": PHONE, "height": 800})
    alive(page)
    _press("Filters")(page)
    sheet = page.locator("dialog#filters")
    expect(sheet).to_be_visible()
    sheet.get_by_role("link").filter(visible=True).first.click()
    expect(page).not_to_have_url(re.compile("/products/sell$"))
    expect(sheet).to_be_visible()
    narrowed = page.url
    _guarded(page)
    _back(page)
    expect(sheet).to_be_hidden()
    assert page.url == narrowed
    _back(page)
    expect(page).to_have_url(re.compile("/products/sell$"))
    _back(page)
    expect(page).to_have_url(_BEFORE)


@pytest.mark.parametrize(
    ("path", "opener", "layer"),
    [
        ("/about", _LOGIN, "dialog#login"),
        ("/about", _popover("classified-menu"), "#classified-menu"),
        ("/", _popover("city-picker"), "#city-picker"),
    ],
)
def test_a_reload_leaves_no_step_behind(visitor: Visitor, path: str, opener: Opener, layer: str):
    page = visitor(path)
    alive(page)
    opener(page)
    expect(page.locator(layer)).to_be_visible()
    _guarded(page)
    page.reload()
    alive(page)
    _unguarded(page)
    expect(page.locator(layer).filter(visible=True)).to_have_count(0)
    _back(page)
    expect(page).to_have_url(_BEFORE)


def test_a_choice_of_a_town_in_a_layer_is_one_step(visitor: Visitor):
    page = visitor("/products/sell")
    alive(page)
    _popover("city-picker")(page)
    with page.expect_navigation():
        page.locator("#city-picker").get_by_role("list").get_by_role("button").first.click()
    alive(page)
    _unguarded(page)
    _back(page)
    expect(page).to_have_url(_BEFORE)


@pytest.mark.parametrize("path", ["/seller/ads?renew={ad}", "/user/wanted?renew={wanted}"])
def test_back_answers_a_link_to_renew_with_no(visitor: Visitor, site: Site, tmp_path, request, path: str):
    scene = Scene(site, visitor, tmp_path)
    request.addfinalizer(scene.clear)
    is_ad = "{ad}" in path
    if not is_ad:
        _wanted(scene)
    item = scene.new_ad() if is_ad else scene.ask("buyer", "/wanted", "GET")["data"][0]["_id"]
    page = scene.open("seller" if is_ad else "buyer", path.format(ad=item, wanted=item))
    dialog = page.locator("dialog[open]")
    expect(dialog).to_be_visible()
    _back(page)
    expect(dialog).to_have_count(0)
    expect(page).to_have_url(re.compile(path.split("?")[0] + "$"))
    _unguarded(page)
    page.wait_for_load_state("networkidle")
    _back(page)
    expect(page).to_have_url(_BEFORE)


def test_back_keeps_the_draft_that_a_page_offers(visitor: Visitor, site: Site, watch: Watch):
    page = empty_form(visitor("/favicon.svg"))
    fill(page, {"name": "Layered loom"})
    page.locator("#title").focus()
    draft_stored(page, site, {"name": "Layered loom"})
    page = open_again(page, site, watch)
    page.get_by_role("button", name="Start over").click()
    question = page.get_by_role("dialog", name="Start over")
    expect(question).to_be_visible()
    _back(page)
    expect(question).to_be_hidden()
    expect(page.get_by_role("button", name="Continue editing")).to_be_visible()


@pytest.mark.parametrize("leave", ["Back", "link"])
def test_back_answers_the_question_of_an_unsaved_form(visitor: Visitor, watch: Watch, leave: str):
    for line in (*LOST, "error occurred when fetching the script"):
        watch.expect(line)
    page = empty_form(visitor("/favicon.svg"))
    page.get_by_role("link", name="My Ads").first.click()
    expect(page).to_have_url(re.compile("/seller/ads$"))
    page.get_by_role("link", name="Post Your Ad").first.click()
    expect(page).to_have_url(re.compile(FORM))
    expect(page.get_by_role("heading", name="Photos", exact=True)).to_be_visible()
    open_step(page, SUBJECT)
    form = page.url
    page.context.set_offline(True)
    page.locator("#name").fill("Hammock for two")
    question = page.get_by_role("dialog", name="Leave without saving?")

    def go() -> None:
        if leave == "link":
            page.get_by_role("link", name="My Ads").first.click()
        else:
            # Past the steps of the form.
            page.evaluate("history.go(-2)")

    go()
    expect(question).to_be_visible()
    _guarded(page)
    _back(page)
    expect(question).to_be_hidden()
    assert page.url == form
    expect(page.locator("#name")).to_have_value("Hammock for two")
    _unguarded(page)
    go()
    expect(question).to_be_visible()
    page.context.set_offline(False)
    question.get_by_role("button", name="Leave").click()
    expect(page).to_have_url(re.compile("/seller/ads$"))


# The functions whose `name` is the id of a layer.
_MAKERS = {
    "case_dialog",
    "confirm",
    "delete_dialog",
    "dialog",
    "editor_dialog",
    "form_dialog",
    "menu",
    "renewal_dialog",
    "report_dialog",
    "sheet",
}
# Where layers are made of elements, and what shows that.
_PARTS = {"dialog.jsx", "layers.js", "menu.py", "city_picker.py", "photo_viewer.jsx", "search_box.jsx", "toasts.jsx"}
_SIGN = re.compile(r"showModal\(|<dialog|\"popover\"|popover=|<Lightbox|role=\"listbox\"|aria-haspopup|aria_haspopup")


def _ids(call: ast.Call, constants: dict[str, str]) -> set[str]:
    if isinstance(call.func, ast.Name) and call.func.id == "case_dialog":
        named = call.args[1]
    else:
        named = next((given.value for given in call.keywords if given.arg == "name"), None)
    if isinstance(named, ast.JoinedStr):
        named = named.values[0]
    if isinstance(named, ast.Name):
        return {constants[named.id]} if named.id in constants else set()
    return {named.value} if isinstance(named, ast.Constant) and isinstance(named.value, str) else set()


def test_every_layer_has_a_row():
    web = sources.ROOT / "marketplace" / "web"
    found = {"city-picker", "search suggestions", "photo viewer"}
    for path in sources.python_files("marketplace/web"):
        if "styleguide" in path.parts:
            continue
        tree = sources.tree(path)
        constants = {
            node.targets[0].id: node.value.value
            for node in tree.body
            if isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and isinstance(node.value, ast.Constant)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _MAKERS:
                found |= _ids(node, constants)
    assert found | {"leave-guard"} == {layer.name for layer in LAYERS} | OTHERS.keys()
    scripts = [path for pattern in ("*.py", "*.jsx", "*.js") for path in web.rglob(pattern)]
    parts = {path.name for path in scripts if _SIGN.search(path.read_text()) and path.parent.name != "ssr"}
    assert parts == _PARTS, "what opens over the page calls addLayer or useLayer of layers.js and has a row"
