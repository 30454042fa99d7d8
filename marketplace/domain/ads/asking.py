"""Asks sellers of quiet ads whether they are still available, by mail and notification, and takes the answers.

The link of a mail is signed for one ad, its seller and the time of the question, so it stops working once the question is
answered or asked again, or the ad has another seller.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, timedelta

from sqlmodel import Session

from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict, Invalid, NotFound
from marketplace.core.lines import lines
from marketplace.domain import content, site_time
from marketplace.domain.ads import availability, freshness_queries, lifecycle, messages, queries, selling, views
from marketplace.domain.ads.schemas import AdDetail, AskedAd
from marketplace.domain.display_names import title_case
from marketplace.i18n.texts import t
from marketplace.models import Account, AccountKind, AccountStatus, Ad, AdStatus, AdVersion, QuietStage
from marketplace.settings import get_settings

_PURPOSE = "still-available"
_PATH = "/still-available"
_Answer = Callable[[Session, Actor, str], AdDetail]
_ANSWERS: Mapping[str, tuple[_Answer, str]] = {
    "available": (availability.confirm, messages.CONFIRMED),
    "reserved": (availability.mark_reserved, messages.MARKED_RESERVED),
    "sold": (selling.mark_sold, messages.SOLD),
    "pause": (availability.pause, messages.PAUSED),
}


def ask_sellers(db: Session, *, limit: int = 20) -> int:
    """Ask sellers about their ads that have been quiet for AD_ASK_DAYS, one mail for each seller; returns the number of sellers."""
    settings, now = get_settings(), clock.now()
    quiet_since = now - timedelta(days=settings.ad_ask_days)
    asked_since = now - timedelta(days=settings.ad_ask_every_days)
    seller_ids = freshness_queries.list_sellers_to_ask(db, quiet_since, asked_since, now, limit)
    sellers = queries.list_sellers(db, seller_ids)
    ads: dict[str, list[Ad]] = {}
    for ad in freshness_queries.lock_ads_to_ask(db, seller_ids, quiet_since, now):
        ads.setdefault(ad.seller_id, []).append(ad)
    for seller_id, asked in ads.items():
        for ad in asked:
            lifecycle.set_quiet_stage(db, ad, QuietStage.ASKED)
        _notify(db, sellers[seller_id], asked)
    return len(seller_ids)


def find_asked(db: Session, actor: Actor, token: str) -> AskedAd:
    """Return the ad that a link asks about.

    Raises:
        NotFound: a forged or old link, or the ad is no longer live or no longer that seller's.
        Conflict: the question was answered.
    """
    del actor  # the token is the permission
    ad = _check(queries.find_ad(db, _ad_id(token)), token, db)
    (pair,) = ((ad, version) for version in queries.list_versions(db, [ad.live_version_id]).values())
    return AskedAd(
        card=views.cards(db, Actor(), [pair])[0], days=(clock.now() - (ad.quiet_since or ad.created_at)).days
    )


def answer(db: Session, actor: Actor, token: str, said: str) -> str:
    """Apply a seller's answer. The seller need not be signed in: the link permits one answer about this ad.

    Args:
        said: available, reserved, sold or pause.

    Returns:
        What was done, for the reader.

    Raises:
        NotFound, Conflict: as for `find_asked`, or a deal holds the ad.
        Invalid: another answer.
    """
    del actor  # the token is the permission
    ad = _check(queries.lock_ad(db, _ad_id(token)), token, db)
    if said not in _ANSWERS:
        raise Invalid(t(messages.UNKNOWN_ANSWER), "answer")
    act, done = _ANSWERS[said]
    act(db, Actor(account_id=ad.seller_id, kind=AccountKind.SELLER), ad.id)
    return t(done)


def link_of(ad: Ad) -> str:
    """Path of the page where the seller answers the question about the ad; nobody else may learn it."""
    return f"{_PATH}?token={_token(ad)}"


def _ad_id(token: str) -> str:
    ad_id = token.partition(".")[0]
    if not ids.is_id(ad_id):
        raise NotFound(t(messages.BAD_LINK))
    return ad_id


def _check(ad: Ad | None, token: str, db: Session) -> Ad:
    """Return the ad if its seller may still answer with this token."""
    if ad is None or ad.asked_at is None or not ids.constant_time_equal(token, _token(ad)):
        raise NotFound(t(messages.BAD_LINK))
    if ad.quiet_stage == QuietStage.CONFIRMED:
        raise Conflict(t(messages.ANSWERED))
    seller = queries.list_sellers(db, [ad.seller_id])[ad.seller_id]
    if ad.status is not AdStatus.APPROVED or seller.status is not AccountStatus.ACTIVE:
        raise NotFound(t(messages.BAD_LINK))
    return ad


def _token(ad: Ad) -> str:
    asked = ad.asked_at.astimezone(UTC).isoformat() if ad.asked_at else ""
    return f"{ad.id}.{ids.sign(get_settings().secret, _PURPOSE, ad.id, ad.seller_id, asked)}"


def _notify(db: Session, seller: Account, ads: Sequence[Ad]) -> None:
    """Send one mail and one notification about all of these ads."""
    settings = get_settings()
    versions: Mapping[str, AdVersion] = queries.list_versions(db, [ad.live_version_id for ad in ads])
    names = [title_case(versions[ad.live_version_id or ""].name) for ad in ads]
    links = [link_of(ad) for ad in ads]
    known = {
        "name": names[0],
        "count": str(len(ads)),
        "seller": seller.name,
        "days": str(settings.ad_ask_days),
        "lower": str(settings.ad_lower_days - settings.ad_ask_days),
        "end": site_time.format_day(clock.now() + timedelta(days=settings.ad_quiet_expiry_days - settings.ad_ask_days)),
        "link": settings.url + links[0],
        "list": lines(
            *(lines(name, settings.url + link) for name, link in zip(names, links, strict=True)), between="\n\n"
        ),
        "all": f"{settings.url}/seller/ads",
    }
    kind, values, link = "ads_still_available", {"count": len(ads)}, "/seller/ads"
    texts = (messages.STILL_AVAILABLE_MANY_SUBJECT, messages.STILL_AVAILABLE_MANY_TEXT)
    if len(ads) == 1:
        kind, values, link = "ad_still_available", {"name": names[0]}, links[0]
        texts = (messages.STILL_AVAILABLE_SUBJECT, messages.STILL_AVAILABLE_TEXT)
    ad_id = ads[0].id if len(ads) == 1 else None
    content.tell(db, seller, kind, content.Mail(texts, "ad", known), values=values, link=link, ad_id=ad_id)
