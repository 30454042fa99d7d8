"""Notifications and mails about changes of ads, created in the transaction of the change."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlmodel import Session

from marketplace.core.lines import quote
from marketplace.domain import content, expiry_notices, jobs, site_time
from marketplace.domain.ads import messages, queries
from marketplace.domain.ads.search_alerts import enqueue_return_alerts
from marketplace.domain.display_names import of_account, title_case
from marketplace.models import Account, Ad, AdVersion
from marketplace.settings import get_settings

# Kind of the job that notifies of the remaining ads of a restored seller.
RESTORED_JOB = "ads.tell_of_restored"
_MAILS = {
    "ad_approved": (messages.APPROVED_SUBJECT, messages.APPROVED_TEXT),
    "ad_approved_on_holiday": (messages.APPROVED_ON_HOLIDAY_SUBJECT, messages.APPROVED_ON_HOLIDAY_TEXT),
    "ad_change_approved": (messages.CHANGE_APPROVED_SUBJECT, messages.CHANGE_APPROVED_TEXT),
    "ad_rejected": (messages.REJECTED_SUBJECT, messages.REJECTED_TEXT),
    "ad_change_rejected": (messages.CHANGE_REJECTED_SUBJECT, messages.CHANGE_REJECTED_TEXT),
    "ad_taken_down": (messages.TAKEN_DOWN_SUBJECT, messages.TAKEN_DOWN_TEXT),
    "ad_deleted_with_reason": (messages.DELETED_SUBJECT, messages.DELETED_TEXT),
    "ad_taken_over": (messages.TAKEN_OVER_SUBJECT, messages.TAKEN_OVER_TEXT),
}
# Ads in one transaction, since other writes wait for it.
_RESTORED_AT_ONCE = 25


def approved(db: Session, ad: Ad, version: AdVersion, *, is_change: bool) -> None:
    """Notify the seller that the ad, or a change of it, is live, or from when on after their holiday."""
    if ad.paused_until is not None:
        day = site_time.format_day(ad.paused_until)
        _tell(db, ad, version, "ad_approved_on_holiday", "/seller/ads?status=paused", day=day)
        return
    kind, page = "ad_change_approved" if is_change else "ad_approved", f"/products/{ad.id}"
    until = site_time.format_day(ad.expires_at) if ad.expires_at else ""
    _tell(db, ad, version, kind, page, {"page": _address(page), "until": until})


def rejected(db: Session, ad: Ad, version: AdVersion) -> None:
    """Notify the seller that the ad, or a change of it, was rejected, with the reason and a link to edit it."""
    kind = "ad_change_rejected" if ad.live_version_id is not None else "ad_rejected"
    _tell(db, ad, version, kind, _edit(ad), _decision(ad, version), reason=version.note)


def taken_down(db: Session, ad: Ad, version: AdVersion) -> None:
    """Notify the seller that the ad was taken down, with the reason and links to edit it and to appeal."""
    page = "/seller/ads?status=rejected"
    _tell(db, ad, version, "ad_taken_down", page, _decision(ad, version), reason=version.note)


def featured(db: Session, ad: Ad, version: AdVersion) -> None:
    """Notify the seller that the ad is featured."""
    _tell(db, ad, version, "ad_featured", f"/products/{ad.id}")


def deleted_by_admin(db: Session, ad: Ad, version: AdVersion, reason: str) -> None:
    """Notify the seller that an admin deleted the ad, and why."""
    # The notification shows no photo: the ad has none any more.
    _tell(db, ad, version, "ad_deleted_with_reason", "/seller/ads", {"reason": quote(reason)}, "", reason=reason)


def reassigned(db: Session, ad: Ad, version: AdVersion, former: Account) -> None:
    """Notify the former and the new seller that an admin gave the ad to another seller."""
    new, page = queries.list_sellers(db, [ad.seller_id])[ad.seller_id], "/seller/ads"
    values = {"name": title_case(version.name), "other": of_account(new)}
    texts = (messages.GIVEN_AWAY_SUBJECT, messages.GIVEN_AWAY_TEXT)
    mail = content.Mail(texts, "ad", {"seller": former.name, "ads": _address(page)})
    content.tell(db, former, "ad_given_away", mail, values=values, link=page, about_id=new.id)
    _tell(db, ad, version, "ad_taken_over", page, {"ads": _address(page)})


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


def _tell(
    db: Session,
    ad: Ad,
    version: AdVersion,
    kind: str,
    link: str,
    words: Mapping[str, str] | None = None,
    photo_of: str | None = None,
    **values: str,
) -> None:
    """Notify the seller of an ad, and mail them in the words of `_MAILS`.

    Args:
        words: values of the mail, besides those of the notification.
        photo_of: the ad whose photo stands beside the notification; None for this one, empty for none.
    """
    seller: Account = queries.list_sellers(db, [ad.seller_id])[ad.seller_id]
    mail = content.Mail(_MAILS[kind], "ad", {"seller": seller.name, **(words or {})}) if kind in _MAILS else None
    shown = {"name": title_case(version.name), **values}
    content.tell(
        db, seller, kind, mail, values=shown, link=link, ad_id=(ad.id if photo_of is None else photo_of) or None
    )


def _decision(ad: Ad, version: AdVersion) -> dict[str, str]:
    appeal = _address(f"/seller/ads?appeal={ad.id}")
    return {"reason": quote(version.note), "edit": _address(_edit(ad)), "appeal": appeal}


def _edit(ad: Ad) -> str:
    return f"/seller/edit/product/{ad.id}"


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
