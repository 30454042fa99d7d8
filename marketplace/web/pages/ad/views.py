"""The data of an ad's page, loaded in one query call."""

from datetime import datetime
from zoneinfo import ZoneInfo

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.domain import accounts, ads, places, rentals, search
from marketplace.domain.accounts.schemas import PublicSeller
from marketplace.domain.ads.schemas import AdCard, AdDetail
from marketplace.domain.places import AreaMap
from marketplace.domain.price_units import RENTALS
from marketplace.domain.views import View
from marketplace.i18n.texts import t, tn
from marketplace.settings import get_settings
from marketplace.web import paths

_RELATED = 4
_NEARBY_KM = 25


class AdPage(View):
    """An ad with everything that its page shows.

    Attributes:
            rates: prices of dates, e.g. "₹1,500 a day".
            rules: rules for dates, e.g. "At least 2 days".
            earliest: the current time in the ad's time zone, in the format of date-time inputs.
    """

    ad: AdDetail
    seller: PublicSeller | None = None
    related: tuple[AdCard, ...] = ()
    posted: str = ""
    for_dates: bool = False
    sold: bool = False
    rates: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    earliest: str = ""
    seller_since: str = ""
    area: AreaMap | None = None
    nearby_href: str = ""


def load_ad_page(db: Session, actor: Actor, ad_id: str) -> AdPage:
    """Load the page of an ad.

    Raises:
            NotFound, Gone: as for `ads.get`.
    """
    ad = ads.get(db, actor, ad_id)
    seller = accounts.get_public_seller(db, actor, ad.seller_id)
    area = places.draw_area(db, actor, ad.latitude, ad.longitude, city=ad.city, state=ad.state)
    made = AdPage(
        ad=ad,
        seller=seller,
        related=tuple(search.related(db, actor, ad_id, limit=_RELATED)),
        posted=_posted(ad.published_at or ad.created_at),
        sold=ad.status == "sold",
        area=area,
        nearby_href=_nearby_url(area, ad.category_id) if area else "",
        seller_since=t("On {site} since {month}", site=get_settings().site_name, month=f"{seller.created_at:%B %Y}"),
    )
    if ad.ad_type not in RENTALS:
        return made
    calendar = rentals.calendar_of(db, ad)
    zone = ZoneInfo(calendar.timezone)
    return made.model_copy(
        update={
            "for_dates": True,
            "rates": rentals.describe_rates(calendar),
            "rules": rentals.describe_rules(calendar),
            "earliest": f"{clock.now().astimezone(zone):%Y-%m-%dT%H:%M}",
        }
    )


def _nearby_url(area: AreaMap, category_id: str) -> str:
    return paths.search(
        categoryId=category_id, lat=str(area.latitude), lng=str(area.longitude), radiusKm=str(_NEARBY_KM)
    )


def _posted(moment: datetime) -> str:
    days = (clock.now() - moment).days
    if days < 1:
        return t("Posted today")
    return tn("Posted yesterday", "Posted {count} days ago", days)
