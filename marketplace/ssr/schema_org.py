"""Structured data for search engines (schema.org as JSON-LD)."""

import json
from collections.abc import Iterable, Sequence

from marketplace.core.money import to_rupees
from marketplace.domain.accounts.schemas import PublicSeller
from marketplace.domain.ads.schemas import AdDetail, CardView
from marketplace.models import PriceUnit, SellerType
from marketplace.settings import get_settings
from marketplace.ssr import urls
from marketplace.ssr.head import Json
from marketplace.web import paths

_CONTEXT = "https://schema.org"
_AVAILABILITY = {"approved": "InStock", "sold": "SoldOut"}
# The field that says it, and its values in lower case; what is neither new nor in one of these words is not described.
_CONDITION = "condition"
_CONDITIONS = {
    **dict.fromkeys(("new", "brand new", "unused", "sealed", "unopened", "new with tags"), "NewCondition"),
    **dict.fromkeys(
        ("used", "second hand", "second-hand", "pre-owned", "like new", "excellent", "very good", "good", "fair"),
        "UsedCondition",
    ),
    **dict.fromkeys(("refurbished", "renewed", "reconditioned"), "RefurbishedCondition"),
    **dict.fromkeys(("damaged", "broken", "not working", "for parts", "for repair"), "DamagedCondition"),
}
# schema.org's businessFunction takes values of the GoodRelations vocabulary.
_BUSINESS_FUNCTIONS = {"sell": "Sell", "rent": "LeaseOut", "lease": "LeaseOut"}
# Codes of UN/CEFACT.
_UNIT_CODES = {
    PriceUnit.HOUR: "HUR",
    PriceUnit.DAY: "DAY",
    PriceUnit.WEEK: "WEE",
    PriceUnit.MONTH: "MON",
    PriceUnit.YEAR: "ANN",
}


def dump(data: Json) -> str:
    """Serialize as JSON that is safe inside a script element: without `<`, `>` and `&`."""
    return escape(json.dumps(data, ensure_ascii=False, separators=(",", ":")))


def escape(text: str) -> str:
    """Replace the characters of JSON that have a meaning in HTML."""
    # Several times faster than `str.translate`.
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def website() -> Json:
    """Return the WebSite with its search URL."""
    settings = get_settings()
    return {
        "@context": _CONTEXT,
        "@type": "WebSite",
        "name": settings.site_name,
        "url": settings.url + "/",
        "potentialAction": {
            "@type": "SearchAction",
            "target": {
                "@type": "EntryPoint",
                "urlTemplate": settings.url + paths.listing("search") + "?keyword={search_term_string}",
            },
            "query-input": "required name=search_term_string",
        },
    }


def organization() -> Json:
    """Return the Organization behind the site."""
    settings = get_settings()
    return {
        "@context": _CONTEXT,
        "@type": "Organization",
        "name": settings.site_name,
        "url": settings.url + "/",
        "logo": urls.absolute("/icon-512.png"),
    }


def breadcrumbs(steps: Sequence[tuple[str, str]]) -> Json:
    """Return a BreadcrumbList of (name, path) pairs, starting at the home page."""
    return {
        "@context": _CONTEXT,
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": number, "name": name, "item": urls.absolute(path)}
            for number, (name, path) in enumerate(steps, 1)
        ],
    }


def ad_list(name: str, cards: Iterable[CardView], *, first: int = 1, total: int | None = None) -> Json:
    """Return an ItemList of ads; arguments as in `item_list`."""
    return item_list(name, [(card.display_name, paths.ad(card.id)) for card in cards], first=first, total=total)


def item_list(name: str, items: Sequence[tuple[str, str]], *, first: int = 1, total: int | None = None) -> Json:
    """Return an ItemList of names and paths; `first` is the position of the first in a whole list of `total`, if that is longer."""
    return {
        "@context": _CONTEXT,
        "@type": "ItemList",
        "name": name,
        "numberOfItems": len(items) if total is None else total,
        "itemListElement": [
            {"@type": "ListItem", "position": number, "name": label, "url": urls.absolute(path)}
            for number, (label, path) in enumerate(items, first)
        ],
    }


def product(ad: AdDetail, seller: PublicSeller, description: str) -> Json:
    """Return an ad as a Product, with an Offer at the discounted price if it has one."""
    item: Json = {
        "@context": _CONTEXT,
        "@type": "Product",
        "name": ad.display_name,
        "description": description,
        "sku": ad.id,
        "category": " > ".join(part for part in (ad.category_name, ad.subcategory_name) if part),
        "url": urls.absolute(paths.ad(ad.id)),
    }
    if ad.price_paise is not None:
        item["offers"] = _offer(ad, seller, ad.price_paise)
    if condition := _condition(ad):
        item["itemCondition"] = condition
    if ad.images:
        item["image"] = [urls.absolute(photo.url) for photo in ad.images]
    values = [
        {"@type": "PropertyValue", "name": value.label, "value": value.value}
        for value in ad.fields
        if value.value and value.input_type != "file"
    ]
    if values:
        item["additionalProperty"] = values
    return item


def _condition(ad: AdDetail) -> str:
    """Return the condition that a field of the ad names; empty if none does."""
    value = next((field.value for field in ad.fields if field.label.strip().lower() == _CONDITION), "")
    name = _CONDITIONS.get(value.strip().lower())
    return f"{_CONTEXT}/{name}" if name else ""


def _availability(ad: AdDetail) -> str:
    is_reserved = ad.status == "approved" and ad.reserved_until is not None
    return f"{_CONTEXT}/{'Reserved' if is_reserved else _AVAILABILITY.get(ad.status, 'OutOfStock')}"


def _offer(ad: AdDetail, seller: PublicSeller, price_paise: int) -> Json:
    item: Json = {
        "@type": "Offer",
        "url": urls.absolute(paths.ad(ad.id)),
        "price": to_rupees(price_paise),
        "priceCurrency": "INR",
        "availability": _availability(ad),
        "businessFunction": f"http://purl.org/goodrelations/v1#{_BUSINESS_FUNCTIONS.get(ad.ad_type, 'Sell')}",
        "seller": _seller(seller),
    }
    if ad.price_unit is not None:
        item["priceSpecification"] = {
            "@type": "UnitPriceSpecification",
            "price": item["price"],
            "priceCurrency": "INR",
            "unitCode": _UNIT_CODES[ad.price_unit],
        }
    if ad.expires_at is not None:
        item["priceValidUntil"] = ad.expires_at.date().isoformat()
    if ad.city:
        item["areaServed"] = {"@type": "City", "name": ad.city}
    return item


def seller(profile: PublicSeller) -> Json:
    """Return a seller as an Organization or a Person, for their own page."""
    return {"@context": _CONTEXT, **_seller(profile)}


def _seller(profile: PublicSeller) -> Json:
    """A seller, with the average of the reviews once there are enough of them.

    The rating is the seller's, so it stands here and not with the Product. Schema.org has ratings of organizations, not of
    persons, so a private seller with a rating is described as an Organization too.
    """
    is_rated = profile.trade.average is not None
    item: Json = {
        "@type": "Organization" if is_rated or profile.seller_type == SellerType.BUSINESS else "Person",
        "name": profile.display_name,
        "url": urls.absolute(paths.seller(profile.id)),
    }
    if is_rated:
        item["aggregateRating"] = {
            "@type": "AggregateRating",
            "ratingValue": profile.trade.average,
            "reviewCount": profile.trade.count,
            "bestRating": 5,
            "worstRating": 1,
        }
    return item
