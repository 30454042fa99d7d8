"""The app takes over the markup that the server rendered: nothing is lost, and input works before."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e import calls, tour
from tests.e2e.conftest import Site
from tests.e2e.held import Held
from tests.e2e.hydration import list_addresses
from tests.e2e.people import alive, until

Visitor = Callable[..., Page]
Reader = Callable[..., Page]
_PAGES = (
    "home",
    "categories",
    "category",
    "listing",
    "rows",
    "search",
    "narrowed",
    "ad",
    "seller",
    "grievance",
    "transparency",
    "missing",
    "nowhere",
)


@pytest.fixture(scope="module")
def addresses(site: Site) -> dict[str, str]:
    """Return a URL of each kind of page."""
    return list_addresses(site)


@pytest.mark.parametrize(("who", "route"), [("seller", "/seller/profile"), ("buyer", "/user/profile")])
def test_text_typed_into_a_private_form_before_hydration_is_kept(reader: Reader, who: str, route: str):
    page = reader()
    tour.sign_in(page, who)
    app = Held(page)
    page.goto(route)
    box = page.locator("#name")
    box.fill("Typed early")
    app.release()
    alive(page)
    page.wait_for_load_state("networkidle")
    expect(box).to_have_value("Typed early")
    expect(box).to_be_focused()


def test_a_message_typed_before_hydration_can_be_sent(reader: Reader, site: Site):
    seller = calls.post(f"{site.url}/api/seller/login", json={"email": "seller@example.com", "password": tour.PASSWORD})
    page = reader()
    tour.sign_in(page, "buyer")
    app = Held(page)
    page.goto(f"/user/messages?seller={seller.json()['sellerId']}")
    page.get_by_label("Message", exact=True).fill("Typed early")
    app.release()
    alive(page)
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("log", name="Messages").get_by_text("Typed early")).to_be_visible()


@pytest.fixture(scope="module")
def tab_without_scripts(chrome: Browser, site: Site) -> Iterator[Page]:
    context = chrome.new_context(base_url=site.url, java_script_enabled=False)
    yield context.new_page()
    context.close()


@pytest.fixture
def plain(tab_without_scripts: Page) -> Page:
    """A browser without scripts. Pages can store nothing in it but cookies."""
    tab_without_scripts.context.clear_cookies()
    return tab_without_scripts


@pytest.mark.parametrize("name", _PAGES)
def test_pages_work_without_scripts(plain: Page, addresses: dict[str, str], name: str):
    plain.goto(addresses[name])
    expect(plain.locator("main:visible h1")).to_have_count(1)
    expect(plain.locator("header:visible")).to_have_count(1)
    expect(plain.locator("main:visible .skeleton")).to_have_count(0)
    assert plain.locator("main:visible a").count() > 0
    # Controls that need scripts are hidden.
    expect(plain.locator("button:not([type=submit], [aria-current], :has(img)):visible")).to_have_count(0)
    expect(plain.locator("form:not([method=get]) [type=submit]:visible, select:not(form *):visible")).to_have_count(0)
    if name == "ad":
        expect(plain.locator("main img").first).to_be_visible()


def test_search_works_without_scripts(plain: Page):
    plain.goto("/")
    plain.locator("form:visible input[name=keyword]").first.fill("phone")
    plain.get_by_role("button", name="Search Now").first.click()
    expect(plain).to_have_url(re.compile("/products/search"))
    name = plain.locator("main:visible article h3").first.inner_text()
    plain.locator("main:visible article a").first.click()
    expect(plain.locator("main:visible h1")).to_have_text(name)


@pytest.mark.parametrize("name", ["home", "ad", "nowhere"])
def test_button_pressed_before_hydration_works(reader: Reader, watch, addresses: dict[str, str], name: str):
    watch.expect("404")
    page = reader()
    app = Held(page)
    page.goto(addresses[name])
    page.get_by_role("button", name="Register / Sign In").first.click()
    expect(page.get_by_role("dialog", name="Sign in")).to_have_count(0)
    app.release()
    expect(page.get_by_role("dialog", name="Sign in")).to_be_visible()


def test_popover_opened_before_hydration_stays_open(reader: Reader):
    page = reader()
    app = Held(page)
    page.goto("/products/sell")
    page.get_by_role("banner").get_by_role("button", name="Where").click()
    picker = page.get_by_role("dialog", name="Where are you looking?")
    expect(picker).to_be_visible()
    app.release()
    alive(page)
    # The last press is repeated within 50 ms.
    page.wait_for_timeout(200)
    expect(picker).to_be_visible()


@pytest.mark.parametrize(
    ("path", "box", "answer"),
    [
        ("/forgotpassword", "main input[type=email]", "OTP sent to your email"),
        ("/categories", "footer input[type=email]", "Please check your email"),
    ],
)
def test_form_submitted_before_hydration_is_sent_once(reader: Reader, path: str, box: str, answer: str):
    page = reader()
    app = Held(page)
    page.goto(path)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.locator(box).fill("early@example.org")
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    assert "early" not in page.url
    app.release()
    expect(page.get_by_text(answer).first).to_be_visible()
    assert "early" not in page.url


def test_order_chosen_before_hydration_is_applied(reader: Reader):
    page = reader()
    app = Held(page)
    page.goto("/products/sell")
    page.get_by_role("combobox", name="Sort by").select_option("price_asc")
    app.release()
    expect(page).to_have_url(re.compile("sort=price_asc"))
    expect(page.get_by_role("combobox", name="Sort by")).to_have_value("price_asc")


def test_choice_made_before_hydration_is_kept(reader: Reader):
    page = reader()
    app = Held(page)
    page.goto("/forgotpassword")
    seller = page.get_by_role("radio", name="Seller")
    page.get_by_text("Seller", exact=True).first.click()
    expect(seller).to_be_checked()
    app.release()
    alive(page)
    page.get_by_role("button", name="Send OTP").click()
    expect(page.get_by_role("alert")).to_contain_text("Email is required")
    expect(seller).to_be_checked()


@pytest.mark.parametrize("name", ["home", "listing"])
def test_press_that_spans_hydration_works(reader: Reader, addresses: dict[str, str], name: str):
    page = reader()
    app = Held(page)
    page.goto(addresses[name])
    press_during_hydration(page, app, page.locator("main article a").first)
    expect(page).to_have_url(re.compile(r"/products/\w{26}"))


def press_during_hydration(page: Page, app: Held, target: Locator) -> None:
    """Press the mouse before the app hydrates the page, and release it afterwards."""
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + min(box["height"] / 2, 40))
    page.mouse.down()
    app.release()
    alive(page)
    page.mouse.up()


@pytest.mark.parametrize("way", ["mouse", "keyboard"])
def test_text_typed_before_hydration_is_searched(reader: Reader, way: str):
    page = reader()
    app = Held(page)
    page.goto("/")
    box = page.locator("input[name=keyword]:visible").first
    box.fill("table")
    if way == "mouse":
        press_during_hydration(page, app, page.get_by_role("button", name="Search Now").first)
    else:
        app.release()
        alive(page)
        expect(box).to_be_focused()
        page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/products/search.*keyword=table"))


def test_scroll_position_stays(reader: Reader, addresses: dict[str, str]):
    page = reader()
    app = Held(page)
    page.goto(addresses["home"])
    page.evaluate("scrollTo(0, 900)")
    app.release()
    alive(page)
    assert page.evaluate("scrollY") == 900


def test_the_ad_before_does_not_show_again(visitor: Visitor, site: Site):
    first, second = calls.get(f"{site.url}/api/product/sell", params={"limit": "2"}).json()["products"]
    page = visitor(f"/products/{first['_id']}")
    alive(page)
    title = page.get_by_role("heading", level=1)
    before = title.inner_text()
    page.add_init_script("""
        window.titles = [];
        const note = () => {
          const title = document.querySelector("h1")?.textContent ?? "";
          if (title !== window.titles.at(-1)) window.titles.push(title);
        };
        new MutationObserver(note).observe(document, { childList: true, characterData: true, subtree: true });
    """)
    # The tab has its State, with the first ad.
    page.goto(f"/products/{second['_id']}")
    alive(page)
    # All updates have arrived by then.
    until(page, lambda: page.evaluate("performance.now()") > 1_500)
    seen = page.evaluate("window.titles")
    assert seen[-1:] == [title.inner_text()] != [before]
    # The heading is empty while the HTML is parsed, and then names the second ad.
    assert [text for text in seen if text] == seen[-1:]
    assert seen.index(seen[-1]) == len(seen) - 1
