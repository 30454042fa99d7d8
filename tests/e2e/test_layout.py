"""What is read stands in the order in which it is seen, no control is cut off to a few pixels, and every focus is visible."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.e2e import calls, tour
from tests.e2e.conftest import Site, pretty
from tests.e2e.people import alive
from tests.e2e.tabs import complete

Visitor = Callable[..., Page]
WIDTHS = (360, 1440)
# One page of each layout; `{ad}` is the id of an ad for rent.
PAGES = (
    ("", "/"),
    ("", "/products/sell"),
    ("", "/products/sell?view=list"),
    ("", "/products/search?keyword=sofa"),
    ("", "/products/{ad}"),
    ("", "/product/sample"),
    ("", "/categories"),
    ("", "/sellers/{seller}"),
    ("buyer", "/wishlist"),
    ("buyer", "/user/messages"),
    ("buyer", "/account"),
    ("seller", "/seller/ads"),
    ("seller", "/seller/dashboard"),
    ("seller", "/seller/enquiries"),
    ("admin", "/admin/queue"),
)
# Of each row or grid, the neighbours of which the later one stands before the earlier: above it in the same column, or left of it in
# the same line. Layers over the page, and rows whose order the browser itself follows (`reading-flow`), are left out.
_DISORDER = """() => {
  const isSeen = (node) => {
    const { width, height } = node.getBoundingClientRect();
    return width > 1 && height > 1 && getComputedStyle(node).visibility === "visible";
  };
  const isItem = (node) => isSeen(node) && !["absolute", "fixed"].includes(getComputedStyle(node).position) && node.innerText?.trim();
  const items = (node) => [...node.children].flatMap((child) =>
    getComputedStyle(child).display === "contents" ? items(child) : isItem(child) ? [child] : []);
  const name = (node) => `${node.tagName.toLowerCase()}.${node.className} "${node.innerText.trim().slice(0, 30)}"`;
  const found = [];
  for (const box of document.querySelectorAll("#app-content *")) {
    const { display, readingFlow } = getComputedStyle(box);
    const isRow = /flex/.test(display);
    if ((!isRow && !/grid/.test(display)) || !["normal", undefined].includes(readingFlow) || !isSeen(box)) continue;
    const places = items(box).map((node) => [node, node.getBoundingClientRect()]);
    for (let at = 1; at < places.length; at += 1) {
      const [[first, a], [second, b]] = [places[at - 1], places[at]];
      const shareColumn = a.left < b.right - 1 && b.left < a.right - 1;
      const shareLine = isRow
        ? Math.abs((a.top + a.bottom) / 2 - (b.top + b.bottom) / 2) < Math.max(a.height, b.height) / 2
        : Math.abs(a.top - b.top) < 4;
      if ((shareColumn && b.bottom <= a.top + 1) || (shareLine && b.right <= a.left + 1)) found.push([name(first), name(second)]);
    }
  }
  return found;
}"""
# Links and buttons of which some, but less than 8 px, are inside of what clips them.
_CUT = """() => {
  const found = [];
  for (const control of document.querySelectorAll("#app-content :is(a[href], button)")) {
    const { width, height, left, top, right, bottom } = control.getBoundingClientRect();
    if (width < 9 || height < 9 || getComputedStyle(control).visibility !== "visible") continue;
    const seen = { left, top, right, bottom };
    for (let box = control.parentElement; box; box = box.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(box);
      const edge = box === document.documentElement ? { left: 0, right: innerWidth, top: -1e9, bottom: 1e9 } : box.getBoundingClientRect();
      if (overflowX !== "visible" || box === document.documentElement) {
        [seen.left, seen.right] = [Math.max(seen.left, edge.left), Math.min(seen.right, edge.right)];
      }
      // Where a list ends that scrolls up and down depends on the height of the window.
      if (["hidden", "clip"].includes(overflowY) && box !== document.documentElement && box !== document.body) {
        [seen.top, seen.bottom] = [Math.max(seen.top, edge.top), Math.min(seen.bottom, edge.bottom)];
      }
      if (position === "fixed") break;
    }
    const [wide, high] = [seen.right - seen.left, seen.bottom - seen.top];
    if (wide > 0 && high > 0 && (wide < 8 || high < 8)) found.push([control.outerHTML.slice(0, 120), wide, high]);
  }
  return found;
}"""
# Focuses each control, and returns its ring's two colours and the grounds that it may touch.
_RINGS = """() => {
  const ground = (node) => {
    for (; node; node = node.parentElement) {
      const { backgroundColor } = getComputedStyle(node);
      if (!/, 0\\)|transparent/.test(backgroundColor)) return backgroundColor;
    }
    return getComputedStyle(document.documentElement).backgroundColor;
  };
  const found = [];
  for (const control of document.querySelectorAll("#app-content :is(a[href], button, input, select, textarea, summary)")) {
    if (control.disabled || !control.checkVisibility({ visibilityProperty: true })) continue;
    control.focus({ preventScroll: true });
    if (document.activeElement !== control) continue;
    const ring = control.closest(".card, .card-row") && control.closest("h3") ? control.closest(".card, .card-row") : control;
    const drawn = control.matches(".sr-only, .peer") ? control.nextElementSibling ?? control.parentElement : ring;
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(drawn);
    found.push({
      control: control.outerHTML.slice(0, 120), style: outlineStyle, width: parseFloat(outlineWidth), outline: outlineColor,
      shadow: boxShadow,
      grounds: [ground(drawn), ground(drawn.parentElement)],
    });
  }
  return found;
}"""


@pytest.fixture(scope="module")
def people(chrome: Browser, site: Site) -> Iterator[dict[str, BrowserContext]]:
    """A browser context for anonymous visitors and for each account kind."""
    options: dict[str, Any] = {
        "locale": "en-IN",
        "reduced_motion": "reduce",
        "viewport": {"width": 1440, "height": 900},
    }
    made = {who: chrome.new_context(base_url=site.url, **options) for who in ("", *tour.KINDS)}
    for who in tour.KINDS:
        page = made[who].new_page()
        tour.sign_in(page, who)
        page.close()
    yield made
    for context in made.values():
        context.close()


@pytest.fixture(scope="module")
def ids(site: Site) -> dict[str, str]:
    """The ids in the paths of `PAGES`."""
    found = calls.get(f"{site.url}/api/product/rent", params={"limit": "1"}).json()["products"][0]
    return {"ad": found["_id"], "seller": found["sellerId"]}


@pytest.mark.parametrize(("who", "path"), PAGES)
def test_order_and_edges(people: dict[str, BrowserContext], ids: dict[str, str], who: str, path: str):
    page = people[who].new_page()
    page.goto(path.format(**ids))
    complete(page)
    found = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        found += [{"px": width, "first": first, "but": second} for first, second in page.evaluate(_DISORDER)]
        found += [{"px": width, "cut": cut} for cut in page.evaluate(_CUT)]
    page.close()
    assert found == [], f"{path}\n{pretty(found)}"


def _luminance(colour: str) -> float:
    parts = [float(part) / 255 for part in re.findall(r"[\d.]+", colour)[:3]]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/products/sell?view=list", "/products/{ad}", "/forgotpassword"])
def test_every_focus_has_a_ring_of_two_opposite_colours(visitor: Visitor, ids: dict[str, str], scheme: str, path: str):
    page = visitor(path.format(**ids), color_scheme=scheme, reduced_motion="reduce")
    alive(page)
    page.keyboard.press("Tab")
    rings = page.evaluate(_RINGS)
    assert len(rings) > 10
    weak = []
    for ring in rings:
        shadow = re.match(r"rgba?\([^)]*\)", ring["shadow"])
        colours = [ring["outline"], *([shadow[0]] if shadow else [])]
        # Two colours of 9:1 have 3:1 with any ground between or beyond them (technique C40 of WCAG).
        is_ring = ring["style"] == "solid" and ring["width"] >= 2
        reaches = all(max(_contrast(colour, ground) for colour in colours) >= 3 for ground in ring["grounds"])
        opposite = len(colours) == 2 and _contrast(*colours) >= 9
        if not (is_ring and reaches and opposite):
            weak.append(ring)
    assert weak == [], pretty(weak)
