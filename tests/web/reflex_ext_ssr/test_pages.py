"""Every page of the site can be rendered on the server."""

from collections import Counter

import pytest
import reflex as rx

from marketplace.web.page_registry import list_pages
from marketplace.web.pages.home.state import HomeState
from marketplace.web.reflex_ext.ssr import Template, compile_component
from marketplace.web.reflex_ext.ssr.elements import VOID
from marketplace.web.server_views import server_views
from marketplace.web.widgets.wishlist_toggle import saveable_card
from tests.web.reflex_ext_ssr import samples
from tests.web.reflex_ext_ssr.parsing import Found, parse

# All pages are compiled once, not once for each process.
pytestmark = pytest.mark.xdist_group("compiled pages")
HOSTILE = "'\"><script>alert(1)</script>&amp; 😀 \u202eשלום " + "x" * 4_000


@pytest.fixture(scope="module")
def templates() -> dict[str, Template]:
    """All pages, compiled."""
    return {page.route: compile_component(page.component(), server_views()) for page in list_pages()}


def _check_nesting(found: Found) -> None:
    """Assert that elements are closed in order, and no id is used twice."""
    open_: list[str] = []
    for kind, tag, *_ in found:
        if kind == "<" and tag not in VOID:
            open_.append(tag)
        elif kind == ">":
            assert open_.pop() == tag
    assert open_ == []
    ids = Counter(each[2]["id"] for each in found if each[0] == "<" and "id" in each[2])
    assert [name for name, count in ids.items() if count > 1] == []


def _text(found: Found) -> str:
    return "".join(each[1] for each in found if each[0] == "text")


def test_every_page_renders_with_the_initial_values(templates: dict[str, Template]):
    assert len(templates) >= 50
    for route, template in templates.items():
        html = template.render()
        found = parse(html)
        _check_nesting(found)
        if route != "/styleguide":
            assert len([each for each in found if each[:2] == ("<", "h1")]) <= 1, route
        for wrong in ("[object Object]", "undefined", ">null<", "NaN"):
            assert wrong not in html, route


def test_pages_show_their_data(templates: dict[str, Template]):
    home = parse(templates["/"].render(samples.home()))
    _check_nesting(home)
    assert _text(home).count("Teak Sofa, Three Seats, Number 1") >= 4
    assert "₹15,000" in _text(home)
    search = parse(templates["/products/search"].render(samples.browse(), samples.CLIENT_NAMES))
    assert ("text", "Results for “sofa”") in search
    assert any(each[:2] == ("<", "a") and each[2].get("href") == "?page=4" for each in search)
    ad = parse(templates["/products/[product_id]"].render(samples.ad(), samples.CLIENT_NAMES))
    assert ("text", "Teak Sofa") in ad
    images = [each[2] for each in ad if each[:2] == ("<", "img")]
    assert images[0]["src"] == samples.photo(0).url
    assert images[0]["fetchpriority"] == "high"
    assert images[1]["alt"] == "Teak Sofa, Photo 2"
    _check_nesting(ad)


def test_another_url_in_the_browser_than_that_of_the_data_shows_no_old_data(templates: dict[str, Template]):
    html = templates["/products/[product_id]"].render(samples.ad(), {"addressPath": "/products/other"})
    assert "Hardly used" not in html


def test_hostile_texts_stay_texts(templates: dict[str, Template]):
    changes = {"display_name": HOSTILE, "title": HOSTILE, "location": HOSTILE, "category_name": HOSTILE}
    harmless = dict.fromkeys(changes, "harmless")
    for route, sample in {"/": samples.home, "/products/search": samples.browse}.items():
        template = templates[route]
        found = parse(template.render(sample(**changes), samples.CLIENT_NAMES))
        same = parse(template.render(sample(**harmless), samples.CLIENT_NAMES))
        assert [each[:2] for each in found if each[0] != "text"] == [each[:2] for each in same if each[0] != "text"]
        assert _text(found).replace(HOSTILE, "harmless") == _text(same)
    template = templates["/products/[product_id]"]
    found = parse(template.render(samples.ad(display_name=HOSTILE, description=HOSTILE), samples.CLIENT_NAMES))
    assert ("text", HOSTILE) in found
    assert not [each for each in found if each[:2] == ("<", "script")]


def test_a_card_is_what_the_browser_shows():
    template = compile_component(rx.el.div(rx.foreach(HomeState.for_sale.cards, saveable_card)), server_views())
    found = parse(template.render(samples.home(1)))
    assert " ".join(each[1] for each in found if each[0] == "<") == (
        "div article div img div span div p b span span s h3 a p p p span b p span button"
    )
    image = next(each[2] for each in found if each[:2] == ("<", "img"))
    base = f"/media/{1:032x}"
    assert image == {
        "alt": "Teak Sofa, Three Seats, Number 1",
        "loading": "lazy",
        "width": "1200",
        "height": "900",
        "sizes": "(min-width: 1024px) 290px, 50vw",
        "src": f"{base}-1200.webp",
        # Without sizes that no card needs.
        "srcset": f"{base}-400.webp 400w, {base}-800.webp 800w",
    }
