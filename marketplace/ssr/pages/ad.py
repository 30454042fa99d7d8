"""Page of one ad."""

from datetime import datetime

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.domain import accounts, ad_texts, ads, page_titles, places, rentals, search
from marketplace.domain.ads.schemas import AdDetail
from marketplace.domain.places import AreaMap
from marketplace.domain.rentals import CalendarView
from marketplace.i18n.texts import t, tn
from marketplace.models import AdType
from marketplace.ssr import schema_org, urls
from marketplace.ssr.document import Document, PageRequest
from marketplace.ssr.pages.sellers import since

_RELATED_COUNT = 4
_NEARBY_KM = 25


def show(db: Session, page_request: PageRequest) -> Document:
    """Return the page of a live or recently sold ad.

    Raises:
        NotFound, Gone: see `ads.get`.
    """
    ad = ads.get(db, ANONYMOUS, page_request.values["ad_id"])
    seller = accounts.get_public_seller(db, ANONYMOUS, ad.seller_id)
    path, description = urls.ad(ad.id), describe(ad)
    area = places.draw_area(db, ANONYMOUS, ad.latitude, ad.longitude, city=ad.city, state=ad.state)
    calendar = _calendar(db, ad)
    steps = [(t("Home"), "/"), (ad.category_name, urls.category(ad.category_id)), (ad.name, path)]
    return Document(
        title=page_titles.of_ad(ad),
        description=description,
        path=path,
        kind="product",
        image=ad.images[0] if ad.images else None,
        data=(schema_org.product(ad, seller, description), schema_org.breadcrumbs(steps)),
        template="ad.html",
        values={
            "ad": ad,
            "texts": ad_texts.on_page(),
            "seller": seller,
            "since": since(seller),
            "posted": _posted(ad.published_at or ad.created_at),
            "rates": rentals.describe_rates(calendar) if calendar else None,
            "month": rentals.month_of(calendar) if calendar else None,
            "steps": steps,
            "area": area,
            "nearby": _nearby(area, ad.category_id) if area else "",
            "related": search.related(db, ANONYMOUS, ad.id, limit=_RELATED_COUNT),
        },
    )


def describe(ad: AdDetail) -> str:
    """Return the ad's own description, or one made from its fields."""
    own = ad.short_description or ad.description
    return own or ", ".join(
        part for part in (ad.title or ad.name, ad.category_name, ad.price_text, ad.location) if part
    )


def _nearby(area: AreaMap, category_id: str) -> str:
    params = {"categoryId": category_id, "lat": area.latitude, "lng": area.longitude, "radiusKm": _NEARBY_KM}
    return urls.with_query(urls.listing("search"), params)


def _posted(moment: datetime) -> str:
    days = (clock.now() - moment).days
    if days < 1:
        return t("Posted today")
    return tn("Posted yesterday", "Posted {count} days ago", days)


def _calendar(db: Session, ad: AdDetail) -> CalendarView | None:
    """Return the booking calendar; None for sold ads and ads that are not for rent or lease."""
    if ad.ad_type not in (AdType.RENT, AdType.LEASE) or ad.status == "sold":
        return None
    return rentals.calendar_of(db, ad)
