"""Badges for statuses."""

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


def ad_status(code: rx.Var[str]) -> rx.Component:
    """Badge for the status of an ad."""
    return _badge(code, messages.AD_STATUSES)


def review(code: rx.Var[str]) -> rx.Component:
    """Badge for the review of an ad version."""
    return _badge(code, messages.REVIEWS)


def account_status(code: rx.Var[str]) -> rx.Component:
    """Badge for the status of an account."""
    return _badge(code, messages.ACCOUNT_STATUSES)


def report_status(code: rx.Var[str]) -> rx.Component:
    """Badge for the status of a report."""
    return _badge(code, messages.REPORT_STATUSES)


def appeal_status(code: rx.Var[str]) -> rx.Component:
    """Badge for the status of an appeal."""
    return _badge(code, messages.APPEAL_STATUSES)
