"""Structured data for search engines (schema.org as JSON-LD)."""

import json
from collections.abc import Iterable, Sequence

from marketplace.documents import addresses
from marketplace.documents.document import Json
from marketplace.domain.accounts.schemas import PublicSeller
from marketplace.domain.ads.schemas import AdCard, AdDetail
from marketplace.domain.money import to_rupees
from marketplace.models import SellerType
from marketplace.settings import get_settings

_CONTEXT = "https://schema.org"
# What the seller does with the thing (GoodRelations, the vocabulary schema.org's businessFunction takes).
_FUNCTIONS = {"sell": "Sell", "rent": "LeaseOut", "lease": "LeaseOut"}


def dump(data: Json) -> str:
    """JSON that can stand in a script element: it holds no `<`, `>` or `&`."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.translate({ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"})


def website() -> Json:
    """The site and how it is searched."""
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
                "urlTemplate": settings.url + addresses.listing("search") + "?keyword={search_term_string}",
            },
            "query-input": "required name=search_term_string",
        },
    }


def organization() -> Json:
    """Who runs the site."""
    settings = get_settings()
    return {
        "@context": _CONTEXT,
        "@type": "Organization",
        "name": settings.site_name,
        "url": settings.url + "/",
        "logo": addresses.absolute("/icon-512.png"),
    }


def breadcrumbs(steps: Sequence[tuple[str, str]]) -> Json:
    """The way from the home page, as (name, path) pairs."""
    return {
        "@context": _CONTEXT,
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": number, "name": name, "item": addresses.absolute(path)}
            for number, (name, path) in enumerate(steps, 1)
        ],
    }


def ad_list(name: str, cards: Iterable[AdCard], *, first: int = 1, total: int | None = None) -> Json:
    """A list of ads; `first` is the place of its first item in the whole list."""
    return item_list(name, [(card.name, addresses.ad(card.id)) for card in cards], first=first, total=total)


def item_list(name: str, items: Sequence[tuple[str, str]], *, first: int = 1, total: int | None = None) -> Json:
    """A list of (name, path) pairs."""
    return {
        "@context": _CONTEXT,
        "@type": "ItemList",
        "name": name,
        "numberOfItems": len(items) if total is None else total,
        "itemListElement": [
            {"@type": "ListItem", "position": number, "name": label, "url": addresses.absolute(path)}
            for number, (label, path) in enumerate(items, first)
        ],
    }


def product(ad: AdDetail, seller: PublicSeller, description: str) -> Json:
    """An ad as a product with its offer, at the reduced price."""
    made: Json = {
        "@context": _CONTEXT,
        "@type": "Product",
        "name": ad.name,
        "description": description,
        "sku": ad.id,
        "category": " > ".join(part for part in (ad.category_name, ad.subcategory_name) if part),
        "url": addresses.absolute(addresses.ad(ad.id)),
        "offers": _offer(ad, seller),
    }
    if ad.images:
        made["image"] = [addresses.absolute(photo.url) for photo in ad.images]
    values = [
        {"@type": "PropertyValue", "name": value.label, "value": value.value}
        for value in ad.fields
        if value.value and value.input_type != "file"
    ]
    if values:
        made["additionalProperty"] = values
    return made


def _offer(ad: AdDetail, seller: PublicSeller) -> Json:
    made: Json = {
        "@type": "Offer",
        "url": addresses.absolute(addresses.ad(ad.id)),
        "availability": f"{_CONTEXT}/{'SoldOut' if ad.status == 'sold' else 'InStock'}",
        "businessFunction": f"http://purl.org/goodrelations/v1#{_FUNCTIONS.get(ad.ad_type, 'Sell')}",
        "seller": {
            "@type": "Organization" if seller.seller_type == SellerType.BUSINESS else "Person",
            "name": seller.shop_name or seller.name,
            "url": addresses.absolute(addresses.seller(seller.id)),
        },
    }
    if ad.price_paise is not None:
        made["price"] = to_rupees(ad.price_paise)
        made["priceCurrency"] = "INR"
    if ad.expires_at is not None:
        made["priceValidUntil"] = ad.expires_at.date().isoformat()
    if ad.city:
        made["areaServed"] = {"@type": "City", "name": ad.city}
    return made
