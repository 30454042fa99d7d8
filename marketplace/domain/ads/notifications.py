"""Notifications and mails about changes of ads, created in the transaction of the change."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import Session

from marketplace.core.dates import format_date
from marketplace.core.lines import quote
from marketplace.domain import content, expiry_notices, jobs, outbox
from marketplace.domain.ads import messages, queries
from marketplace.domain.ads.search_alerts import enqueue_return_alerts
from marketplace.domain.display_names import of_account, title_case
from marketplace.i18n.texts import t
from marketplace.models import Account, AccountStatus, Ad, AdVersion
from marketplace.settings import get_settings

# Kind of the job that notifies of the remaining ads of a restored seller.
RESTORED_JOB = "ads.tell_of_restored"
# Ads in one transaction, since other writes wait for it.
_RESTORED_AT_ONCE = 25


def approved(db: Session, ad: Ad, version: AdVersion, *, is_change: bool) -> None:
    """Notify the seller that the ad, or a change of it, is live."""
    content.notify(
        db,
        ad.seller_id,
        "ad_change_approved" if is_change else "ad_approved",
        values={"name": title_case(version.name)},
        link=f"/products/{ad.id}",
        ad_id=ad.id,
    )
    subject = messages.CHANGE_APPROVED_SUBJECT if is_change else messages.APPROVED_SUBJECT
    text = messages.CHANGE_APPROVED_TEXT if is_change else messages.APPROVED_TEXT
    _mail(db, ad, version, subject, text, page=_address(f"/products/{ad.id}"), until=_day(ad))


def rejected(db: Session, ad: Ad, version: AdVersion) -> None:
    """Notify the seller that the ad, or a change of it, was rejected, with the reason and a link to edit it."""
    is_change = ad.live_version_id is not None
    edit = f"/seller/edit/product/{ad.id}"
    content.notify(
        db,
        ad.seller_id,
        "ad_change_rejected" if is_change else "ad_rejected",
        values={"name": title_case(version.name), "reason": version.note},
        link=edit,
        ad_id=ad.id,
    )
    subject = messages.CHANGE_REJECTED_SUBJECT if is_change else messages.REJECTED_SUBJECT
    text = messages.CHANGE_REJECTED_TEXT if is_change else messages.REJECTED_TEXT
    _mail(db, ad, version, subject, text, reason=quote(version.note), edit=_address(edit), appeal=_appeal(ad))


def taken_down(db: Session, ad: Ad, version: AdVersion) -> None:
    """Notify the seller that the ad was taken down, with the reason and links to edit it and to appeal."""
    edit = f"/seller/edit/product/{ad.id}"
    values = {"name": title_case(version.name), "reason": version.note}
    content.notify(db, ad.seller_id, "ad_taken_down", values=values, link="/seller/ads?status=rejected", ad_id=ad.id)
    subject, text = messages.TAKEN_DOWN_SUBJECT, messages.TAKEN_DOWN_TEXT
    _mail(db, ad, version, subject, text, reason=quote(version.note), edit=_address(edit), appeal=_appeal(ad))


def featured(db: Session, ad: Ad, version: AdVersion) -> None:
    """Notify the seller that the ad is featured."""
    content.notify(
        db,
        ad.seller_id,
        "ad_featured",
        values={"name": title_case(version.name)},
        link=f"/products/{ad.id}",
        ad_id=ad.id,
    )


def deleted_by_admin(db: Session, ad: Ad, version: AdVersion, reason: str) -> None:
    """Notify the seller that an admin deleted the ad, and why."""
    values = {"name": title_case(version.name), "reason": reason}
    content.notify(db, ad.seller_id, "ad_deleted_with_reason", values=values, link="/seller/ads")
    _mail(db, ad, version, messages.DELETED_SUBJECT, messages.DELETED_TEXT, reason=quote(reason))


def reassigned(db: Session, ad: Ad, version: AdVersion, former: Account) -> None:
    """Notify the former and the new seller that an admin gave the ad to another seller."""
    name, new = title_case(version.name), queries.list_sellers(db, [ad.seller_id])[ad.seller_id]
    values = {"name": name, "other": of_account(new)}
    content.notify(db, former.id, "ad_given_away", values=values, link="/seller/ads", about_id=new.id)
    content.notify(db, new.id, "ad_taken_over", values={"name": name}, link="/seller/ads", ad_id=ad.id)
    ads = _address("/seller/ads")
    _mail(db, ad, version, messages.TAKEN_OVER_SUBJECT, messages.TAKEN_OVER_TEXT, ads=ads)
    if former.status is AccountStatus.ACTIVE:
        texts = {"seller": former.name, "ads": ads, **values}
        subject, text = t(messages.GIVEN_AWAY_SUBJECT, **texts), t(messages.GIVEN_AWAY_TEXT, **texts)
        outbox.mail(db, former.email, subject, text, purpose="ad", account_id=former.id)


def expiring(db: Session, ad: Ad, version: AdVersion) -> None:
    """Notify the seller when the ad will expire."""
    _notify_expiry(db, ad, version, "ad_expiring")


def expired(db: Session, ad: Ad, version: AdVersion) -> None:
    """Notify the seller that the ad has expired."""
    _notify_expiry(db, ad, version, "ad_expired")


def notify_seller_restored(db: Session, seller_id: str, since: datetime, *, after: str = "") -> None:
    """Enqueue the alerts for the ads of a seller whose suspension ended; after _RESTORED_AT_ONCE of them a job goes on.

    Args:
        since: start of the suspension.
        after: id of the last ad of the step before; empty for the first step.
    """
    found = queries.list_approved_by(db, seller_id, after=after, limit=_RESTORED_AT_ONCE)
    for ad in found:
        enqueue_return_alerts(db, ad, since)
    if len(found) == _RESTORED_AT_ONCE:
        rest = {"seller_id": seller_id, "since": since.isoformat(), "after": found[-1].id}
        jobs.enqueue(db, RESTORED_JOB, rest)


def go_on_after_restoring(db: Session, payload: Mapping[str, Any]) -> int:
    """Handle the job that `notify_seller_restored` leaves; returns 0, since each step is a job of its own."""
    since = datetime.fromisoformat(payload["since"])
    notify_seller_restored(db, payload["seller_id"], since, after=payload["after"])
    return 0


def _mail(db: Session, ad: Ad, version: AdVersion, subject: str, text: str, **values: str) -> None:
    seller: Account = queries.list_sellers(db, [ad.seller_id])[ad.seller_id]
    if seller.status is not AccountStatus.ACTIVE:
        return
    known = {"name": title_case(version.name), "seller": seller.name, **values}
    outbox.mail(db, seller.email, t(subject, **known), t(text, **known), purpose="ad", account_id=seller.id)


def _notify_expiry(db: Session, ad: Ad, version: AdVersion, kind: str) -> None:
    seller = queries.list_sellers(db, [ad.seller_id])[ad.seller_id]
    renewal = f"/seller/ads?renew={ad.id}"
    expiry_notices.send(
        db,
        seller,
        kind,
        name=title_case(version.name),
        expires_at=ad.expires_at,
        renewal=renewal,
        purpose="ad",
        ad_id=ad.id,
    )


def _address(path: str) -> str:
    return get_settings().url + path


def _appeal(ad: Ad) -> str:
    return _address(f"/seller/ads?appeal={ad.id}")


def _day(ad: Ad) -> str:
    zone = ZoneInfo(get_settings().ad_timezone)
    return format_date(ad.expires_at.astimezone(zone)) if ad.expires_at else ""
