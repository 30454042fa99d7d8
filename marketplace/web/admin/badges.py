"""Badges for statuses."""

from functools import partial

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web.admin import messages
from marketplace.web.components.badge import badge

_LOOKS = {
    "pending": "warning",
    "waiting": "warning",
    "open": "warning",
    "approved": "success",
    "active": "success",
    "resolved": "success",
    "overturned": "success",
    "rejected": "danger",
    "suspended": "danger",
}


def _badge(code: rx.Var[str], words: dict[str, str]) -> rx.Component:
    made = [(each, badge(t(text), look=_LOOKS.get(each, "neutral"))) for each, text in words.items()]
    return rx.match(code, *made, rx.fragment())


ad_status = partial(_badge, words=messages.AD_STATUSES)
review = partial(_badge, words=messages.REVIEWS)
account_status = partial(_badge, words=messages.ACCOUNT_STATUSES)
report_status = partial(_badge, words=messages.REPORT_STATUSES)
appeal_status = partial(_badge, words=messages.APPEAL_STATUSES)
