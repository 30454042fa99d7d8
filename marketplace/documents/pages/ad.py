"""One ad."""

from datetime import datetime

from sqlmodel import Session

from marketplace import clock, titles
from marketplace.actor import ANONYMOUS
from marketplace.documents import addresses, schema_org
from marketplace.documents.document import Asked, Document
from marketplace.documents.pages.sellers import since
from marketplace.domain import accounts, ads, places, rentals, search
from marketplace.domain.ads.schemas import AdDetail
from marketplace.domain.places import AreaMap
from marketplace.domain.rentals import CalendarView
from marketplace.models import AdType
from marketplace.texts import t, tn

_RELATED = 4
_NEARBY_KM = 25


def show(db: Session, asked: Asked) -> Document:
    """An ad that is live or was sold lately.

    Raises:
        NotFound, Gone: as `ads.get`.
    """
    ad = ads.get(db, ANONYMOUS, asked.values["ad_id"])
    seller = accounts.get_public_seller(db, ANONYMOUS, ad.seller_id)
    path, description = addresses.ad(ad.id), describe(ad)
    area = places.draw_area(db, ANONYMOUS, ad.latitude, ad.longitude, city=ad.city, state=ad.state)
    calendar = _calendar(db, ad)
    steps = [(t("Home"), "/"), (ad.category_name, addresses.category(ad.category_id)), (ad.name, path)]
    return Document(
        title=titles.of_ad(ad),
        description=description,
        path=path,
        kind="product",
        image=ad.images[0] if ad.images else None,
        data=(schema_org.product(ad, seller, description), schema_org.breadcrumbs(steps)),
        template="ad.html",
        values={
            "ad": ad,
            "seller": seller,
            "since": since(seller),
            "posted": _posted(ad.published_at or ad.created_at),
            "rates": rentals.describe_rates(calendar) if calendar else None,
            "month": rentals.month_of(calendar) if calendar else None,
            "steps": steps,
            "area": area,
            "nearby": _nearby(area, ad.category_id) if area else "",
            "related": search.related(db, ANONYMOUS, ad.id, limit=_RELATED),
        },
    )


def describe(ad: AdDetail) -> str:
    """A paragraph about the ad: its own words, else what is known of it."""
    own = ad.short_description or ad.description
    return own or ", ".join(
        part for part in (ad.title or ad.name, ad.category_name, ad.price_text, ad.location) if part
    )


def _nearby(area: AreaMap, category_id: str) -> str:
    asked = {"categoryId": category_id, "lat": area.latitude, "lng": area.longitude, "radiusKm": _NEARBY_KM}
    return addresses.with_query(addresses.listing("search"), asked)


def _posted(moment: datetime) -> str:
    days = (clock.now() - moment).days
    if days < 1:
        return t("Posted today")
    return tn("Posted yesterday", "Posted {count} days ago", days)


def _calendar(db: Session, ad: AdDetail) -> CalendarView | None:
    """What is free, and what dates cost; None for an ad that can't be had for dates (any more)."""
    if ad.ad_type not in (AdType.RENT, AdType.LEASE) or ad.status == "sold":
        return None
    return rentals.calendar_of(db, ad)
