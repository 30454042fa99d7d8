"""List pages, parsed like a crawler."""

import re
from urllib.parse import quote

import pytest
from sqlmodel import Session

from marketplace.models import AdType, InputType
from marketplace.settings import get_settings
from tests import factories
from tests.client import TestClient
from tests.ssr.reading import NASTY, get_page


def test_a_listing_links_its_ads_and_pages(db: Session, site: TestClient, shop) -> None:
    made = [factories.ad(db, *shop, name=f"Chair {n}") for n in range(25)]
    factories.ad(db, *shop, name="Flat", ad_type=AdType.RENT)
    first, second = get_page(site, "/products/sell"), get_page(site, "/products/sell?page=2")
    url = get_settings().url
    assert first.title == "For sale near you | Chowk"
    assert first.headings == ["For Sale"]
    assert first.links["canonical"] == [f"{url}/products/sell"]
    assert first.links["next"] == [f"{url}/products/sell?page=2"]
    assert second.links["canonical"] == [f"{url}/products/sell?page=2"]
    assert second.links["prev"] == [f"{url}/products/sell"]
    assert second.title == "For sale near you, page 2 | Chowk"
    listed = first.data["ItemList"]["itemListElement"]
    assert [item["url"] for item in listed] == [f"{url}/products/{ad.id}" for ad in reversed(made[13:])]
    assert second.data["ItemList"]["itemListElement"][0]["position"] == 13
    assert {f"/products/{ad.id}" for ad in made[13:]} <= set(first.hrefs)
    assert "/products/sell?page=3" in first.hrefs
    assert "robots" not in first.metas


@pytest.mark.parametrize("view", ["", "?view=list"])
def test_lists_show_names_and_locations_like_the_home_page(db: Session, site: TestClient, shop, view: str) -> None:
    factories.ad(db, *shop, name="flat by the lake", ad_type=AdType.RENT, place="", city="", state="", featured=True)
    rent = site.get(f"/products/rent{view}").text
    featured = site.get(f"/products/featured{view}").text
    assert ">N/A<" in rent
    assert "Location not specified" not in rent
    assert ">Flat By The Lake<" in rent
    assert ">Location not specified<" in featured
    assert ">flat by the lake<" in featured


def test_rows_show_the_description_and_the_grid_does_not_send_it(db: Session, site: TestClient, shop) -> None:
    factories.ad(db, *shop, description="Rosewood from Mysuru, one owner.")
    assert "Rosewood from Mysuru" not in site.get("/products/sell").text
    rows = site.get("/products/sell?view=list").text
    assert '<p class="card-summary">Rosewood from Mysuru, one owner.</p>' in rows
    for page in (rows, site.get("/products/sell").text):
        assert re.search(r">(?: · )?Today</span>", page)


@pytest.mark.parametrize("query", ["page=99", "page=0", "page=x", "page=-1", "page=" + "9" * 50])
def test_invalid_page_number_is_no_error(db: Session, site: TestClient, shop, query: str) -> None:
    factories.ad(db, *shop)
    page = get_page(site, f"/products/sell?{query}")
    assert page.links["canonical"] == [f"{get_settings().url}/products/sell"]


@pytest.mark.parametrize(
    "query",
    [
        "keyword=" + "x" * 300,
        "keyword=%F0%9F%9B%8B%EF%B8%8F",
        "keyword=null&categoryId=undefined",
        "categoryId=nothing",
        "minPrice=abc&sort=sideways&lat=1",
        "keyword=" + quote(NASTY),
        "field%5Bx%5D=1&radiusKm=5",
    ],
)
@pytest.mark.parametrize("path", ["/products/search", "/products/rent", "/products/featured"])
def test_invalid_parameters_are_ignored(db: Session, site: TestClient, shop, path: str, query: str) -> None:
    factories.ad(db, *shop)
    answer = site.get(f"{path}?{query}")
    assert answer.status_code == 200
    assert "<script>alert" not in answer.text
    get_page(site, f"{path}?{query}")


def test_filtered_lists_are_not_indexed(db: Session, site: TestClient, shop) -> None:
    factories.ad(db, *shop, name="Teak sofa")
    narrowed = get_page(site, "/products/sell?minPrice=5")
    assert narrowed.metas["robots"] == ["noindex, follow"]
    assert narrowed.links["canonical"] == [f"{get_settings().url}/products/sell"]
    found = get_page(site, "/products/search?keyword=sofa")
    assert found.title == "Results for “sofa” | Chowk"
    assert "robots" not in found.metas
    assert found.links["canonical"] == [f"{get_settings().url}/products/search?keyword=sofa"]
    narrowed = get_page(site, "/products/search?keyword=sofa&sort=price_asc&utm_source=x")
    assert narrowed.links["canonical"] == found.links["canonical"]
    assert narrowed.metas["robots"] == ["noindex, follow"]
    assert any(href.startswith("/products/0") for href in found.hrefs)


def test_active_filters_are_counted_and_can_be_cleared(db: Session, site: TestClient, shop) -> None:
    seller, category = shop
    factories.ad(db, seller, category, price_paise=100_00, latitude=18.52, longitude=73.86, place="Kothrud")
    clear = ">Clear all<span"
    assert clear not in site.get("/products/sell").text
    assert clear not in site.get("/products/search?keyword=nothingatall").text
    near = site.get("/products/sell?minPrice=50&maxPrice=₹1,000&lat=18.60&lng=73.90&radiusKm=25&sort=distance").text
    assert clear in near
    assert re.search(r">2<span class=\"sr-only\"> <!-- -->set</span>", near)
    assert re.search(r">10 km away(<!-- -->)? · <", near)
    assert "km away" not in site.get("/products/sell").text


def test_a_page_past_the_end_leads_to_the_first(db: Session, site: TestClient, shop) -> None:
    seller, category = shop
    factories.ad(db, seller, category)
    past = site.get("/products/sell?page=9").text
    assert "This list has fewer pages." in past
    assert re.search(r'<a [^>]*href="/products/sell"[^>]*>Back to the first page</a>', past)


def test_active_filters_can_be_removed_without_scripts(db: Session, site: TestClient, shop) -> None:
    seller, category = shop
    factories.ad(db, seller, category, name="Teak sofa", price_paise=500_00)
    narrowed = site.get(
        f"/products/search?keyword=sofa+under+900&categoryId={category.id}&postedWithinDays=7&featured=false&view=list"
    ).text
    group = narrowed.split('aria-label="Active filters"')[1].split("</div>")[0]
    found = dict(re.findall(r'<a [^>]*href="([^"]*)"[^>]*>([^<]*)<', group))
    kept = f"categoryId={category.id}&amp;postedWithinDays=7&amp;featured=false&amp;view=list"
    start = "/products/search?keyword="
    assert found == {
        f"{start}sofa&amp;{kept}": "Under ₹900",
        f"{start}sofa+under+900&amp;postedWithinDays=7&amp;featured=false&amp;view=list": "Furniture &amp; more",
        f"{start}sofa+under+900&amp;categoryId={category.id}&amp;featured=false&amp;view=list": "Posted within 7 days",
        f"{start}sofa+under+900&amp;categoryId={category.id}&amp;postedWithinDays=7&amp;view=list": "Not featured",
    }
    assert "Active filters" not in site.get("/products/search?keyword=sofa").text
    # A filter that the list sets itself can't be removed.
    assert "Active filters" not in site.get("/products/sell?producttype=rent").text


def test_spelling_correction_is_shown_without_scripts(db: Session, site: TestClient, shop) -> None:
    factories.ad(db, *shop, name="Teak wardrobe")
    page = site.get("/products/search?keyword=wardorbe").text
    assert re.search(r"Showing results for<!-- --> <b>wardrobe</b>", page)
    assert 'href="/products/search?keyword=wardorbe&amp;literal=true"' in page


def test_empty_search_offers_fallbacks_without_scripts(db: Session, site: TestClient, shop) -> None:
    seller, category = shop
    subcategory = factories.subcategory(db, category)
    colour = factories.field(db, subcategory, "Colour", InputType.TEXT)
    factories.ad(db, seller, category, name="Teak sofa", price_paise=500_00, subcategory_id=subcategory.id)
    page = site.get("/products/search?keyword=sofa&maxPrice=100").text
    assert re.search(r'<a [^>]*href="/products/search\?keyword=sofa"[^>]*>1 ad at any price</a>', page)
    asked = f"/products/search?keyword=sofa&categoryId={category.id}"
    page = site.get(f"{asked}&field[{colour.id}]=blue").text
    assert ">Colour: blue<" in page
    way_out = re.search(r'<a [^>]*href="([^"]*)"[^>]*>1 ad with any details</a>', page)
    assert way_out
    assert way_out[1] == asked.replace("&", "&amp;")
    assert get_page(site, f"{asked}&field[{colour.id}]=blue").metas["robots"] == ["noindex, follow"]


def test_empty_search_is_not_indexed(db: Session, site: TestClient, shop) -> None:
    assert get_page(site, "/products/search?keyword=nothingatall").metas["robots"] == ["noindex, follow"]
    assert "robots" not in get_page(site, "/products/lease").metas


def test_near_me_asks_for_a_location_and_can_be_removed(db: Session, site: TestClient, shop) -> None:
    factories.ad(db, *shop, name="Teak sofa", latitude=18.52, longitude=73.86)
    asking = site.get("/products/search?keyword=sofa+near+me").text
    assert "Share your location to see the nearest ads first." in asking
    there = site.get("/products/search?keyword=sofa&lat=18.52&lng=73.86&near=Pune&radiusKm=25&sort=distance").text
    assert re.search(r'<a [^>]*href="/products/search\?keyword=sofa"[^>]*>Within 25 km of Pune<', there)
    assert "Share your location" not in there


def test_named_place_needs_no_location(db: Session, site: TestClient, shop) -> None:
    factories.ad(db, *shop, name="Teak sofa", city="Pune", latitude=18.52, longitude=73.86)
    there = site.get("/products/search?keyword=sofa+near+pune&sort=distance&radiusKm=5").text
    assert re.search(r'<a [^>]*href="/products/search\?keyword=sofa"[^>]*>Within 5 km of Pune<', there)
    assert "Share your location" not in there
    assert "Nearest first" in there
    nowhere = site.get("/products/search?keyword=sofa&sort=distance")
    assert nowhere.status_code == 200
    assert "Teak Sofa" in nowhere.text
    assert "Nearest first" not in nowhere.text


def test_the_first_categories_and_the_chosen_one_are_linked(db: Session, site: TestClient, shop) -> None:
    seller, _ = shop
    categories = [factories.category(db, f"Shelf {number:02}") for number in range(15)]
    for category in categories:
        factories.ad(db, seller, category)

    def linked(path: str) -> list[bool]:
        hrefs = get_page(site, path).hrefs
        return [f"/products/sell?categoryId={category.id}" in hrefs for category in categories]

    assert linked("/products/sell") == [True] * 12 + [False] * 3
    chosen = site.get(f"/products/sell?categoryId={categories[14].id}").text
    assert re.search(r'aria-current="true"[^>]*>.*?Shelf 14', chosen)
