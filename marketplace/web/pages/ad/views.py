"""The data of an ad's page, loaded in one query call."""

from datetime import datetime
from zoneinfo import ZoneInfo

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.domain import accounts, ads, ages, deals, places, rentals, search, seller_profiles, site_time
from marketplace.domain.accounts.schemas import SellerProfile
from marketplace.domain.ads.schemas import AdDetail, AdInsights, CardView, PriceDrop
from marketplace.domain.deals import OfferTerms
from marketplace.domain.places import AreaMap
from marketplace.domain.price_units import RENTALS
from marketplace.domain.rentals import CalendarView, EnquiryView
from marketplace.domain.views import View
from marketplace.i18n.texts import t, tn
from marketplace.web import paths

_RELATED = 4
_NEARBY_KM = 25


class AdPage(View):
    """An ad with everything that its page shows.

    Attributes:
        rates: prices of dates, e.g. "₹1,500 a day".
        rules: rules for dates, e.g. "At least 2 days".
        price_drop: the last lower price, e.g. "Price dropped from ₹1,500 to ₹1,350 on 12 Nov 2026".
        owned_as_seller: the reader is signed in as a buyer, and owns the ad as a seller with the same email.
        enquiries: what the reader has asked of this ad: all that is open, and the newest.
        views_text, saves_text: how often the ad was opened and saved; for its owner.
        terms: what the dialog for an offer needs; None if the ad takes no offers.
        reserved: whether the ad is held for a buyer.
        paused: that the ad is paused, and until when; empty if it is not.
        confirmed: when the seller last said that it is available, e.g. "Confirmed available 2 days ago".
        earliest: the current time in the ad's time zone, in the format of date-time inputs.
    """

    ad: AdDetail
    seller: SellerProfile | None = None
    related: tuple[CardView, ...] = ()
    posted: str = ""
    for_dates: bool = False
    sold: bool = False
    reserved: bool = False
    paused: str = ""
    confirmed: str = ""
    terms: OfferTerms | None = None
    rates: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    enquiries: tuple[EnquiryView, ...] = ()
    earliest: str = ""
    area: AreaMap | None = None
    nearby_href: str = ""
    price_drop: str = ""
    views_text: str = ""
    saves_text: str = ""
    owned_as_seller: bool = False


def load_ad_page(db: Session, actor: Actor, ad_id: str) -> tuple[AdPage, CalendarView | None]:
    """Load the page of an ad, and its calendar if it is a rental or lease ad.

    Raises:
        NotFound, Gone: as for `ads.get`.
    """
    ad = ads.get(db, actor, ad_id)
    area = places.draw_area(db, actor, ad.latitude, ad.longitude, place=ad.place, city=ad.city, state=ad.state)
    made = AdPage(
        ad=ad,
        seller=seller_profiles.get_seller_profile(db, actor, ad.seller_id),
        related=tuple(search.related(db, actor, ad, limit=_RELATED)),
        # The first version has no earlier price.
        price_drop=_describe_drop(ads.find_price_drop(db, actor, ad_id)) if ad.version > 1 else "",
        posted=_posted(ad.published_at or ad.created_at),
        sold=ad.status == "sold",
        reserved=ad.status == "approved" and ad.reserved_until is not None,
        paused=_paused(ad),
        confirmed=_confirmed(ad),
        terms=deals.get_offer_terms(db, actor, ad),
        area=area,
        owned_as_seller=not ad.mine and accounts.is_same_person(db, actor, ad.seller_id),
        nearby_href=_nearby_url(area, ad.category_id) if area else "",
    )
    if ad.mine:
        made = made.model_copy(update=_for_owner(ads.get_insights(db, actor, ad_id)))
    if ad.ad_type not in RENTALS:
        return made, None
    calendar = rentals.calendar_of(db, ad)
    zone = ZoneInfo(calendar.timezone)
    with_dates = made.model_copy(
        update={
            "for_dates": True,
            "rates": rentals.describe_rates(calendar),
            "rules": rentals.describe_rules(calendar),
            "enquiries": rentals.list_own_of_ad(db, actor, ad_id),
            "earliest": f"{clock.now().astimezone(zone):%Y-%m-%dT%H:%M}",
        }
    )
    return with_dates, calendar


def _describe_drop(drop: PriceDrop | None) -> str:
    if drop is None:
        return ""
    return t(
        "Price dropped from {before} to {now} on {day}",
        before=drop.before_text,
        now=drop.now_text,
        day=site_time.format_day(drop.since),
    )


def _for_owner(insights: AdInsights) -> dict[str, str]:
    return {
        "views_text": tn("{count} view", "{count} views", insights.views),
        "saves_text": tn("{count} save", "{count} saves", insights.saves),
    }


def _paused(ad: AdDetail) -> str:
    if ad.status != "paused":
        return ""
    if ad.paused_until is None:
        return t("Paused")
    return t("Paused, back on {day}", day=site_time.format_day(ad.paused_until))


def _confirmed(ad: AdDetail) -> str:
    """When the seller last said that a free ad is available."""
    if ad.status != "approved" or ad.reserved_until is not None or ad.confirmed_at is None:
        return ""
    days = ages.days_since(ad.confirmed_at)
    if days < 1:
        return t("Confirmed available today")
    return tn("Confirmed available yesterday", "Confirmed available {count} days ago", days)


def _nearby_url(area: AreaMap, category_id: str) -> str:
    return paths.search(
        categoryId=category_id, lat=str(area.latitude), lng=str(area.longitude), radiusKm=str(_NEARBY_KM)
    )


def _posted(moment: datetime) -> str:
    days = ages.days_since(moment)
    if days < 1:
        return t("Posted today")
    return tn("Posted yesterday", "Posted {count} days ago", days)
