"""What an ad's page shows, made in one go."""

from datetime import datetime
from zoneinfo import ZoneInfo

from sqlmodel import Session

from marketplace import clock
from marketplace.actor import Actor
from marketplace.domain import accounts, ads, rentals, search
from marketplace.domain.accounts.schemas import PublicSeller
from marketplace.domain.ads.schemas import AdCard, AdDetail
from marketplace.domain.views import View
from marketplace.models import AdType
from marketplace.settings import get_settings
from marketplace.texts import t, tn

_RELATED = 4


class AdPage(View):
    """An ad with everything around it.

    Attributes:
        rates: what dates cost, e.g. "₹1,500 per day".
        busy: taken periods in the ad's zone, for people.
        earliest: the present in the ad's zone, as date-time inputs write it.
    """

    ad: AdDetail
    seller: PublicSeller | None = None
    related: tuple[AdCard, ...] = ()
    posted: str = ""
    for_dates: bool = False
    sold: bool = False
    rates: tuple[str, ...] = ()
    busy: tuple[str, ...] = ()
    earliest: str = ""
    seller_since: str = ""


def look(db: Session, actor: Actor, ad_id: str) -> AdPage:
    """The page of an ad.

    Raises:
        NotFound, Gone: as `ads.get` says.
    """
    ad = ads.get(db, actor, ad_id)
    seller = accounts.get_public_seller(db, actor, ad.seller_id)
    made = AdPage(
        ad=ad,
        seller=seller,
        related=tuple(search.related(db, actor, ad_id, limit=_RELATED)),
        posted=_posted(ad.published_at or ad.created_at),
        sold=ad.status == "sold",
        seller_since=t("On {site} since {month}", site=get_settings().site_name, month=f"{seller.created_at:%B %Y}"),
    )
    if ad.ad_type not in (AdType.RENT, AdType.LEASE):
        return made
    calendar = rentals.get_calendar(db, actor, ad_id)
    zone = ZoneInfo(calendar.timezone)
    return made.model_copy(
        update={
            "for_dates": True,
            "rates": rentals.describe_rates(calendar),
            "busy": tuple(f"{_day(p.starts_at, zone)} – {_day(p.ends_at, zone)}" for p in calendar.busy[:8]),
            "earliest": f"{clock.now().astimezone(zone):%Y-%m-%dT%H:%M}",
        }
    )


def _day(moment: datetime, zone: ZoneInfo) -> str:
    local = moment.astimezone(zone)
    return f"{local.day} {local:%b %Y, %H:%M}"


def _posted(moment: datetime) -> str:
    days = (clock.now() - moment).days
    if days < 1:
        return t("Posted today")
    return tn("Posted yesterday", "Posted {count} days ago", days)
