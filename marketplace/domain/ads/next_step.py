"""The next step of an ad: the one action that its seller most likely wants in its state."""

from datetime import timedelta

from marketplace.core import clock
from marketplace.domain.price_units import RENTALS
from marketplace.models import Ad, AdStatus, AdVersion, QuietStage
from marketplace.settings import get_settings

_STEPS = {
    AdStatus.EXPIRED: "renew",
    AdStatus.PAUSED: "resume",
    AdStatus.REJECTED: "edit",
    AdStatus.SOLD: "relist",
}


def is_quiet(ad: Ad) -> bool:
    """Whether the seller was asked if a live ad is available, and has not answered."""
    return ad.status is AdStatus.APPROVED and ad.quiet_stage >= QuietStage.ASKED


def find_next_step(ad: Ad, version: AdVersion) -> str:
    """Return `confirm`, `renew`, `sold`, `calendar`, `resume`, `relist` or `edit`; empty for a new ad that waits for review.

    Args:
        version: the live version, or the submitted one of an ad that is not live.
    """
    if ad.status is not AdStatus.APPROVED:
        return _STEPS.get(ad.status, "")
    if is_quiet(ad):
        return "confirm"
    soon = clock.now() + timedelta(days=get_settings().expiry_reminder_days)
    if ad.expires_at is not None and ad.expires_at <= soon:
        return "renew"
    return "calendar" if version.ad_type in RENTALS else "sold"
