"""Public pages, parsed like a crawler."""

import re
from datetime import timedelta
from urllib.parse import quote

import pytest
from sqlmodel import Session

from marketplace.core import clock, ids
from marketplace.domain.display_names import title_case
from marketplace.http import cookies
from marketplace.models import AdStatus, AdType, AdVersionValue, InputType, UploadKind
from marketplace.settings import get_settings
from marketplace.web.auth.session_state import SessionState
from marketplace.web.pages.ad.state import AdState
from tests import factories
from tests.client import TestClient
from tests.ssr.reading import NASTY, get_page


def test_an_ad_is_described_as_a_product(db: Session, site: TestClient, shop) -> None:
    seller, category = shop
    ad = factories.ad(
        db,
        seller,
        category,
        name="Teak sofa",
        description="Three seats.\n\nHardly used.",
        price_paise=15_000_000,
        discount_basis_points=1_000,
        city="Pune",
        state="Maharashtra",
        place="Kothrud",
    )
    page = get_page(site, f"/products/{ad.id}")
    url = f"{get_settings().url}/products/{ad.id}"
    assert page.title == "Teak Sofa ₹1,35,000 in Pune | Chowk"
    assert page.metas["description"] == ["Three seats. Hardly used."]
    assert page.links["canonical"] == [url]
    assert page.metas["og:type"] == ["product"]
    assert page.headings == ["Teak Sofa"]
    assert f"/category/{category.id}" in page.hrefs
    assert f"/sellers/{seller.id}" in page.hrefs
    product = page.data["Product"]
    assert product["name"] == "Teak Sofa"
    assert product["sku"] == ad.id
    offer = product["offers"]
    assert (offer["price"], offer["priceCurrency"]) == (135_000, "INR")
    assert offer["availability"] == "https://schema.org/InStock"
    assert offer["url"] == url
    # As the page calls them.
    assert (offer["seller"]["name"], "Rao &amp; Sons" in site.get(f"/products/{ad.id}").text) == ("Rao & Sons", True)
    steps = page.data["BreadcrumbList"]["itemListElement"]
    assert [step["name"] for step in steps] == ["Home", "Furniture & more", "Teak Sofa"]


def test_ad_without_price_has_no_structured_price(db: Session, site: TestClient, shop) -> None:
    ad = factories.ad(db, *shop, name="Old books")
    page = get_page(site, f"/products/{ad.id}")
    assert page.title == "Old Books | Chowk"
    assert "offers" not in page.data["Product"]


def test_markup_in_ad_texts_is_escaped(db: Session, site: TestClient) -> None:
    seller = factories.seller(db, name=NASTY[:100], shop_name=NASTY[:100])
    category = factories.category(db, NASTY[:80])
    ad = factories.ad(
        db,
        seller,
        category,
        name=NASTY,
        title=NASTY,
        description=NASTY,
        terms=NASTY,
        short_description=NASTY,
        city=NASTY,
        place=NASTY,
        state=NASTY,
    )
    for path in (f"/products/{ad.id}", f"/category/{category.id}", f"/sellers/{seller.id}", "/products/sell", "/"):
        html = site.get(path).text
        page = get_page(site, path)
        assert "<img src=x" not in html.lower()
        assert not re.search(r"<script>alert", html)
        assert "49" not in page.title
    assert get_page(site, f"/products/{ad.id}").data["Product"]["name"] == title_case(NASTY)


@pytest.mark.parametrize(
    ("status", "values", "code"),
    [
        (AdStatus.PENDING, {}, 404),
        (AdStatus.REJECTED, {}, 404),
        (AdStatus.SOLD, {}, 200),
        (AdStatus.SOLD, {"sold_at": clock.now() - timedelta(days=31)}, 410),
        (AdStatus.EXPIRED, {}, 410),
    ],
)
def test_status_code_by_ad_status(
    db: Session, site: TestClient, shop, status: AdStatus, values: dict, code: int
) -> None:
    ad = factories.ad(db, *shop, status=status, price_paise=100_00, **values)
    page = get_page(site, f"/products/{ad.id}", code)
    if code == 200:
        assert page.data["Product"]["offers"]["availability"] == "https://schema.org/SoldOut"
        return
    assert page.metas["robots"] == ["noindex, follow"]
    assert "canonical" not in page.links
    assert {"/products/search", "/categories"} <= set(page.hrefs)
    assert "Product" not in page.data


@pytest.mark.parametrize("kind", ["products", "category", "sellers"])
@pytest.mark.parametrize("name", ["nothing", "01M7YH44H3FVMP4547R0ZWQBC3", "%00", "x" * 3000, quote("ग")])
def test_unknown_ids_are_404(db: Session, site: TestClient, kind: str, name: str) -> None:
    page = get_page(site, f"/{kind}/{name}", 404)
    assert page.headings[0].endswith("not found")


def test_a_buyer_has_no_public_page(db: Session, site: TestClient) -> None:
    get_page(site, f"/sellers/{factories.buyer(db).id}", 404)


def test_a_category_shows_its_ads_of_every_type(db: Session, site: TestClient, shop) -> None:
    seller, category = shop
    other = factories.category(db)
    kept = factories.ad(db, seller, category, name="Sofa", ad_type=AdType.RENT)
    factories.ad(db, seller, other, name="Bicycle")
    page = get_page(site, f"/category/{category.id}")
    assert page.title == "Furniture & more | Chowk"
    assert [item["url"] for item in page.data["ItemList"]["itemListElement"]] == [
        f"{get_settings().url}/products/{kept.id}"
    ]


def test_categories_are_listed_with_their_counts(db: Session, site: TestClient, shop) -> None:
    factories.ad(db, *shop)
    page = get_page(site, "/categories")
    assert f"/category/{shop[1].id}" in page.hrefs
    assert page.data["ItemList"]["numberOfItems"] == 1


def test_seller_page_shows_public_fields_only(db: Session, site: TestClient) -> None:
    seller = factories.seller(db, name="Meera Rao", shop_name="", email="meera@example.org", address="12 Lane")
    ad = factories.ad(db, seller, factories.category(db))
    html = site.get(f"/sellers/{seller.id}").text
    page = get_page(site, f"/sellers/{seller.id}")
    assert page.title == "Ads by Meera Rao | Chowk"
    assert f"/products/{ad.id}" in page.hrefs
    for private in ("meera@example.org", "12 Lane", seller.phone):
        assert private not in html


def test_only_callers_who_may_be_buyers_are_offered_a_chat_with_the_seller(db: Session, site: TestClient) -> None:
    seller = factories.seller(db)
    html = site.get(f"/sellers/{seller.id}").text
    assert ">Chat<" in html
    for account, offered in ((factories.buyer(db), True), (seller, False), (factories.seller(db), False)):
        cookie = {"Cookie": f"marketplace_session={factories.bearer(db, account)['Authorization'].split()[1]}"}
        assert (">Chat<" in site.get(f"/sellers/{seller.id}", headers=cookie).text) is offered


def test_the_own_ad_of_a_buyer_offers_to_switch_to_selling(db: Session, site: TestClient, shop) -> None:
    seller, category = shop
    ad = factories.ad(db, seller, category)
    for account, own in ((factories.buyer(db), False), (factories.buyer(db, email=seller.email), True)):
        cookie = {"Cookie": f"marketplace_session={factories.bearer(db, account)['Authorization'].split()[1]}"}
        html = site.get(f"/products/{ad.id}", headers=cookie).text
        assert ("This is your own ad." in html, "Chat Now" in html) == (own, not own)
        assert (">Chat<" in site.get(f"/sellers/{seller.id}", headers=cookie).text) is not own


def test_ad_page_says_what_was_verified(db: Session, site: TestClient, shop) -> None:
    seller, category = shop
    ad = factories.ad(db, seller, category, decided_by=factories.admin(db).id, decided_at=clock.now())
    html = site.get(f"/products/{ad.id}").text
    for fact in ("Our team has reviewed this ad", "Email confirmed", "1 live ad", "On Chowk since"):
        assert fact in html
    assert "Usually replies" not in html
    assert "Our team has reviewed this ad" not in site.get(f"/products/{factories.ad(db, seller, category).id}").text


def test_home_page_has_site_and_search_data(db: Session, site: TestClient, shop) -> None:
    ads = [factories.ad(db, *shop, name=f"Chair {n}") for n in range(9)]
    page = get_page(site, "/")
    assert page.title == "Buy, sell, rent and lease near you | Chowk"
    assert page.metas["description"][0].startswith("Chowk: classified ads from people and shops")
    action = page.data["WebSite"]["potentialAction"]
    assert "{search_term_string}" in action["target"]["urlTemplate"]
    assert page.data["Organization"]["name"] == "Chowk"
    assert len(page.data["ItemList"]["itemListElement"]) == get_settings().home_section_size
    assert f"/products/{ads[-1].id}" in page.hrefs
    assert f"/products/{ads[0].id}" not in page.hrefs
    assert "/products/sell" in page.hrefs
    assert f"/category/{shop[1].id}" in page.hrefs


def test_empty_site_has_its_pages(db: Session, site: TestClient) -> None:
    for path in ("/", "/categories", "/products/sell", "/products/featured", "/products/search"):
        get_page(site, path)


def test_static_pages_are_read_from_their_markdown(db: Session, site: TestClient) -> None:
    page = get_page(site, "/terms")
    assert page.links["canonical"] == [f"{get_settings().url}/terms"]
    assert page.metas["og:type"] == ["article"]


def test_page_shows_dynamic_fields_and_dates(db: Session, site: TestClient, shop) -> None:
    seller, category = shop
    subcategory = factories.subcategory(db, category)
    field = factories.field(db, subcategory, "Seats", InputType.NUMBER)
    ad = factories.ad(db, seller, category, ad_type=AdType.RENT, subcategory_id=subcategory.id)
    factories.save(
        db,
        AdVersionValue(
            version_id=ad.live_version_id, field_id=field.id, label="Seats", input_type="number", text="3", number=3
        ),
    )
    answer = site.get(f"/products/{ad.id}")
    page = get_page(site, f"/products/{ad.id}")
    assert page.data["Product"]["additionalProperty"] == [{"@type": "PropertyValue", "name": "Seats", "value": "3"}]
    assert "Seats" in answer.text
    assert "Request dates" in answer.text


def test_private_files_of_fields_are_named_to_nobody(db: Session, site: TestClient, shop) -> None:
    seller, category = shop
    field = factories.field(db, factories.subcategory(db, category), "Bill", InputType.FILE)
    ad = factories.ad(db, seller, category)
    file = factories.upload(db, seller, name="bill-of-asha.pdf", kind=UploadKind.DOCUMENT)
    value = {"field_id": field.id, "label": "Bill", "input_type": "file", "upload_id": file.id}
    factories.save(db, AdVersionValue(version_id=ad.live_version_id, **value))

    def ask(account) -> str:
        token = factories.bearer(db, account)["Authorization"].split()[1] if account else ""
        headers = {"cookie": f"{cookies.session_name()}={token}"} if account else {}
        return site.get(f"/products/{ad.id}", headers=headers).text

    for account in (None, factories.buyer(db)):
        html = ask(account)
        assert "Available to the buyer after a deal" in html
        assert not any(secret in html for secret in ("bill-of-asha", file.id, file.digest))
    assert f"/api/files/{file.id}" in ask(seller)
    assert "Bill" not in get_page(site, f"/products/{ad.id}").data["Product"].get("additionalProperty", [])


def test_the_browser_begins_with_the_values_of_the_page(db: Session, site: TestClient, shop) -> None:
    ad = factories.ad(db, *shop, name=NASTY)
    state = get_page(site, f"/products/{ad.id}").state
    own = state[AdState.get_full_name()]
    assert own["page_rx_state_"]["ad"]["name"] == NASTY
    assert own["loading_rx_state_"] is False
    assert state[SessionState.get_full_name()]["signed_in_rx_state_"] is False


def test_signed_in_callers_see_their_name_and_pages(db: Session, site: TestClient, shop) -> None:
    seller, category = shop
    ad = factories.ad(db, seller, category)
    cookie = {"Cookie": f"marketplace_session={factories.bearer(db, seller)['Authorization'].split()[1]}"}
    answer = site.get(f"/products/{ad.id}", headers=cookie)
    assert answer.headers["cache-control"] == "private, no-store"
    assert "Cookie" in answer.headers["vary"]
    assert "etag" not in answer.headers
    assert seller.username in answer.text
    assert "Register / Sign In" not in answer.text
    own = site.get("/seller/ads", headers=cookie)
    assert ad.id in own.text
    assert ad.id not in site.get("/seller/ads").text


@pytest.mark.parametrize("path", ["/seller/ads", "/seller/dashboard", "/seller/messages"])
def test_other_kinds_of_accounts_see_no_page_of_a_seller(db: Session, site: TestClient, path: str) -> None:
    cookie = {"Cookie": f"marketplace_session={factories.bearer(db, factories.buyer(db))['Authorization'].split()[1]}"}
    answer = site.get(path, headers=cookie)
    assert answer.status_code == 200
    assert "This page is for sellers." in answer.text.partition('id="content"')[2]


def test_an_ended_session_is_anonymous(db: Session, site: TestClient, shop) -> None:
    path = f"/products/{factories.ad(db, *shop).id}"
    anonymous = site.get(path)
    ended = site.get(path, headers={"Cookie": f"marketplace_session={ids.new_token()}"})
    assert anonymous.headers["etag"] == ended.headers["etag"]
    assert site.get(path, headers={"If-None-Match": anonymous.headers["etag"]}).status_code == 304


def test_waiting_ad_is_rendered_for_its_owner_only(db: Session, site: TestClient, shop) -> None:
    seller, category = shop
    path = f"/products/{factories.ad(db, seller, category, name='Teak sofa', status=AdStatus.PENDING).id}"

    def ask(account) -> tuple[int, bool]:
        token = factories.bearer(db, account)["Authorization"].split()[1]
        answer = site.get(path, headers={"cookie": f"{cookies.session_name()}={token}"})
        return answer.status_code, "Teak Sofa" in answer.text

    assert ask(seller) == (200, True)
    assert ask(factories.seller(db)) == (404, False)


def test_a_table_with_roles_on_its_rows_has_that_of_a_table_around_it(db: Session, site: TestClient) -> None:
    # HTML forbids roles on the rows and cells of an element that is a table itself.
    html = site.get("/transparency").text
    around, table = re.search(r"<div([^>]*)><table([^>]*)>", html).groups()
    assert 'role="cell"' in html
    assert 'role="table"' in around
    assert 'role="presentation"' in table


def test_controls_refer_to_elements_of_their_page(db: Session, site: TestClient, shop) -> None:
    seller, category = shop
    rental = factories.ad(db, seller, category, ad_type=AdType.RENT)
    for path in (f"/products/{rental.id}", f"/sellers/{seller.id}", "/grievance", "/appeal"):
        html = site.get(path).text
        referred = {
            ident
            for ids in re.findall(r'aria-(?:describedby|labelledby|controls)="([^"]*)"', html)
            for ident in ids.split()
        }
        assert referred <= set(re.findall(r'\bid="([^"]*)"', html)), path


def test_ads_side_by_side_are_read_without_scripts(db: Session, site: TestClient, shop) -> None:
    first, second = (factories.ad(db, *shop, name=name, city="Pune") for name in ("Teak sofa", "Cane sofa"))
    page = get_page(site, f"/compare?ads={first.id},{second.id}")
    assert page.headings == ["Compare"]
    assert {f"/products/{first.id}", f"/products/{second.id}", f"/compare?ads={second.id}"} <= set(page.hrefs)
    assert "noindex" in page.metas["robots"][0]
