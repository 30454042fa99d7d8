"""Values of States as large as those of a busy site."""

from datetime import UTC, datetime
from typing import Any

from marketplace.domain.accounts.schemas import SellerProfile
from marketplace.domain.ads.schemas import AdCard, AdDetail, FieldValue
from marketplace.domain.catalog import CategoryView
from marketplace.domain.content import TestimonialView
from marketplace.domain.views import Photo
from marketplace.models import SellerType
from marketplace.web.components.fields import SelectOption
from marketplace.web.components.pagination import page_links
from marketplace.web.pages.ad.state import AdState
from marketplace.web.pages.ad.views import AdPage
from marketplace.web.pages.browse.chips import FilterLink
from marketplace.web.pages.browse.state import BrowseState
from marketplace.web.pages.browse.views import FilterGroup, Results
from marketplace.web.pages.home.state import AdSection, Extras, HomeState

Values = dict[str, dict[str, Any]]
MOMENT = datetime(2026, 11, 25, 12, tzinfo=UTC)


def photo(number: int) -> Photo:
    """A stored photo in three sizes."""
    return Photo(
        id=str(number), url=f"/media/{number:032x}-1200.webp", widths=(160, 400, 800, 1200), width=1200, height=900
    )


def card(number: int, **changes: Any) -> AdCard:
    """An ad in a list."""
    values = {
        "id": f"01J{number:023d}",
        "name": f"Teak sofa, three seats, number {number}",
        "display_name": f"Teak Sofa, Three Seats, Number {number}",
        "title": "Hardly used & well kept",
        "ad_type": "sell",
        "seller_id": "01S",
        "category_id": "01C",
        "category_name": "Furniture",
        "price_paise": 1_500_000,
        "asked_paise": 2_000_000,
        "price_text": "₹15,000",
        "amount_text": "₹15,000",
        "asked_text": "₹20,000" if number % 2 else "",
        "location": "Kothrud, Pune, Maharashtra",
        "cover": photo(number) if number % 4 else None,
        "featured": number % 3 == 0,
        "is_new": number % 5 == 0,
        "saved": number % 7 == 0,
        "published_at": MOMENT,
        "distance_text": "3 km away" if number % 2 else "",
    }
    return AdCard(**(values | changes))


def cards(count: int, **changes: Any) -> tuple[AdCard, ...]:
    """Several ads."""
    return tuple(card(number, **changes) for number in range(1, count + 1))


def home(section: int = 8, **changes: Any) -> Values:
    """The home page with four full sections."""
    full = AdSection(cards=cards(section, **changes), more=True, loading=False)
    extras = Extras(
        categories=tuple(CategoryView(id=str(n), name=f"Category {n}", image=photo(n), count=n) for n in range(24)),
        testimonials=tuple(
            TestimonialView(id=str(n), name=f"Asha {n}", description="Sold in a day. " * 5) for n in range(6)
        ),
        live_count="1,23,456",
    )
    values = dict.fromkeys(("for_sale", "for_rent", "lease", "featured"), full)
    return {HomeState.get_full_name(): values | {"extras": extras, "loaded": True}}


def _group(name: str) -> FilterGroup:
    choices = tuple(
        FilterLink(label=f"{name} {n}", count="1,234", href=f"?{name}={n}", chosen=n == 1) for n in range(8)
    )
    return FilterGroup(name=name, label=name.title(), choices=choices, chosen=f"{name} 1", open=True, more=True)


def browse(count: int = 12, *, kind: str = "search", as_rows: bool = False, **changes: Any) -> Values:
    """A page of results with all filters."""
    results = Results(
        kind=kind,
        title="Sofas",
        heading="Results for “sofa”",
        keyword="sofa",
        sort="newest",
        sorts=tuple(SelectOption(value=value, label=value.title()) for value in ("newest", "price_asc", "price_desc")),
        as_rows=as_rows,
        grid_href="?view=",
        rows_href="?view=list",
        cards=cards(count, **changes),
        total_text="1,234 ads",
        links=page_links(3, 60, "?page={}".format),
        groups=tuple(
            _group(name)
            for name in ("categoryId", "producttype", "price", "city", "state", "postedWithinDays", "brand")
        ),
        chips=tuple(FilterLink(label=f"chip {n}", href=f"?chip={n}") for n in range(3)),
        filters_set=3,
        clear_href="/products/search",
        saveable_params={"keyword": "sofa"},
    )
    return {
        BrowseState.get_full_name(): {
            "results": results,
            "results_url": "/products/search?keyword=sofa",
            "loading": False,
        }
    }


def ad(**changes: Any) -> Values:
    """The page of an ad with eight photos, ten fields and related ads."""
    values = {
        "id": "01AD",
        "name": "Teak sofa",
        "title": "Hardly used",
        "description": "Three seats.\n" * 20,
        "price_paise": 1_500_000,
        "asked_paise": None,
        "price_text": "₹15,000",
        "amount_text": "₹15,000",
        "ad_type": "sell",
        "status": "approved",
        "category_id": "01C",
        "category_name": "Furniture",
        "location": "Pune",
        "seller_id": "01S",
        "seller_name": "Asha",
        "images": tuple(photo(number) for number in range(8)),
        "fields": tuple(
            FieldValue(field_ref=str(n), label=f"Field {n}", input_type="text", value="x", text="x") for n in range(10)
        ),
        "created_at": MOMENT,
        "updated_at": MOMENT,
        "published_at": MOMENT,
    }
    seller = SellerProfile(
        id="01S",
        name="Asha",
        username="asha",
        place="Pune",
        shop_name="Asha's",
        display_name="Asha's",
        seller_type=next(iter(SellerType)),
        created_at=MOMENT,
        since="On Chowk since May 2026",
        live_ads=1,
        live_ads_text="1 live ad",
    )
    detail = AdDetail(**(values | changes))
    page = AdPage(ad=detail, title=detail.name, seller=seller, related=cards(4), posted="Posted today")
    return {AdState.get_full_name(): {"page": page, "loading": False}}


# For the addresses that the browser knows.
CLIENT_NAMES = {"addressPath": "/products/01AD", "addressWhole": "/products/search?keyword=sofa"}
