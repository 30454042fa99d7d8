"""Validation of account fields; all errors are reported at once."""

import math
import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from marketplace.core import email_address
from marketplace.core.errors import Invalid
from marketplace.core.numbers import parse_decimal
from marketplace.core.text import clean_line
from marketplace.domain.accounts import messages, usernames
from marketplace.domain.accounts.schemas import AccountDraft, ProfileDraft
from marketplace.domain.site_time import format_time
from marketplace.i18n.texts import t
from marketplace.models import Account, AccountKind, SellerType
from marketplace.settings import get_settings

Problems = dict[str, str]

_LENGTHS = {
    "username": 40,
    "name": 120,
    "phone": 24,
    "whatsapp": 24,
    "address": 300,
    "place": 120,
    "city": 120,
    "state": 120,
    "shop_name": 120,
    "business_id": 60,
    "upi": 120,
}
# Longest text that is cleaned before its length is checked; longer ones are refused at once.
_UNCLEANED_LENGTH = 2_000
_DAYS_A_MONTH = 365 / 12
# Boolean preferences of an account.
PREFERENCES = ("takes_calls", "wants_digest", "wants_wishlist_mail", "wants_wanted_mail")
_WIRE_NAMES = {"shop_name": "shopName", "seller_type": "sellerType", "business_id": "businessId"}
_PROFILE_REQUIRED = ("username", "name", "phone", "address", "place")
_PHONE = re.compile(r"\+?[0-9][0-9 ().-]*")
_PHONE_DIGITS = range(6, 16)
# As NPCI writes virtual payment addresses: letters, digits, dot, hyphen and underscore, then the handle of a bank or app.
_UPI = re.compile(r"[a-z0-9][a-z0-9._-]+@[a-z][a-z0-9]+", re.ASCII)


def find_dormant_period() -> timedelta:
    """Return how long an account may be unused; zero if unused accounts are kept."""
    return timedelta(days=get_settings().dormant_months * _DAYS_A_MONTH)


def explain_suspension(account: Account) -> str:
    """Say why an account is suspended, and when that ends."""
    reason = t(messages.SUSPENDED, reason=account.suspended_reason)
    return f"{reason} {describe_end(account.suspended_until)}".rstrip()


def describe_end(until: datetime | None) -> str:
    """Say when a suspension ends; empty if it has no end."""
    return t(messages.SUSPENSION_ENDS, time=format_time(until)) if until else ""


def get_email(text: str) -> str:
    """Normalise an email address.

    Raises:
        Invalid: empty or invalid.
    """
    problems: Problems = {}
    email = _check_email(text, problems)
    _raise(problems)
    return email


def _check_email(text: str, problems: Problems) -> str:
    if not text.strip():
        problems["email"] = t(messages.EMAIL_NEEDED)
        return ""
    email = email_address.parse(text)
    if email is None:
        problems["email"] = t(messages.ADDRESS_INVALID)
    return email or ""


def min_password_length(kind: AccountKind) -> int:
    """Return how many characters a new password has at least; those of moderators and administrators have more."""
    settings = get_settings()
    return settings.staff_password_min_length if kind is AccountKind.ADMIN else settings.password_min_length


def check_password(password: str, kind: AccountKind, field: str = "password") -> None:
    """Validate a new password of an account of this kind.

    Raises:
        Invalid: too short, too long, or with control characters.
    """
    problems: Problems = {}
    _check_password(password, kind, problems, field)
    _raise(problems)


def _check_password(password: str, kind: AccountKind, problems: Problems, field: str = "password") -> None:
    settings = get_settings()
    if not password:
        problems[field] = t("{field} is required", field=t("Password"))
    elif len(password) < min_password_length(kind):
        problems[field] = t("Password must have at least {count} characters.", count=min_password_length(kind))
    elif len(password) > settings.password_max_length:
        problems[field] = t("Password can have at most {count} characters.", count=settings.password_max_length)
    elif "\0" in password:
        problems[field] = t("Password contains a character that can't be used.")


def check_draft(draft: AccountDraft, kind: AccountKind) -> dict[str, Any]:
    """Validate a registration and return the account's columns, except password and hash.

    Raises:
        Invalid: lists every invalid field.
    """
    problems: Problems = {}
    required: list[str] = list(_PROFILE_REQUIRED)
    columns: dict[str, Any] = {"email": _check_email(draft.email, problems)}
    _check_password(draft.password, kind, problems)
    if draft.confirm_password is not None and draft.confirm_password != draft.password:
        problems["confirm_password"] = t(messages.PASSWORDS_DIFFER)
    names = ["username", "name", "phone", "address", "place", "city", "state"]
    if kind is AccountKind.SELLER:
        names += ["whatsapp", "shop_name", "business_id"]
        required.append("whatsapp")
        columns["seller_type"] = _check_seller_type(draft.seller_type, draft.business_id, problems)
    columns |= _check_texts({name: getattr(draft, name) for name in names}, required, problems)
    columns |= _check_position(draft.latitude, draft.longitude, problems)
    problems |= _find_reserved(columns)
    _raise(problems)
    return columns | usernames.make_columns(str(columns["username"]))


def check_profile(draft: ProfileDraft, kind: AccountKind) -> dict[str, Any]:
    """Validate a profile change and return the account's columns, except email, password and photos.

    Raises:
        Invalid: lists every invalid field.
    """
    problems: Problems = {}
    columns: dict[str, Any] = {}
    if draft.email is not None:
        _check_email(draft.email, problems)
    if draft.password:
        _check_password(draft.password, kind, problems)
    sent = {name: getattr(draft, name) for name in _LENGTHS}
    if kind is not AccountKind.SELLER:
        sent["shop_name"] = sent["business_id"] = sent["upi"] = None
    elif draft.seller_type is not None:
        columns["seller_type"] = _check_seller_type(draft.seller_type, draft.business_id, problems)
    columns |= _check_texts({k: v for k, v in sent.items() if v is not None}, _PROFILE_REQUIRED, problems)
    if draft.latitude is not None or draft.longitude is not None:
        columns |= _check_position(draft.latitude, draft.longitude, problems)
    columns |= {k: v for k in PREFERENCES if (v := getattr(draft, k)) is not None}
    _raise(problems)
    if "username" in columns:
        columns |= usernames.make_columns(str(columns["username"]))
    return columns


def check_not_reserved(columns: dict[str, Any], account: Account) -> None:
    """Check that only staff take a name that people read as one of the site.

    Raises:
        Invalid: lists the fields.
    """
    _raise(_find_reserved(columns, account))


def _find_reserved(columns: dict[str, Any], account: Account | None = None) -> Problems:
    return dict.fromkeys(usernames.list_reserved(columns, account), t(messages.NAME_RESERVED))


def _check_texts(texts: dict[str, str], required: Iterable[str], problems: Problems) -> dict[str, Any]:
    too_long = {name for name, text in texts.items() if len(text) > _UNCLEANED_LENGTH}
    cleaned = {name: "" if name in too_long else clean_line(text) for name, text in texts.items()}
    for name, text in cleaned.items():
        label = t(messages.LABELS[name])
        if name not in too_long and not text and name in required:
            problems[name] = t("{field} is required", field=label)
        elif name in too_long or len(text) > _LENGTHS[name]:
            problems[name] = t("{field} can have at most {count} characters.", field=label, count=_LENGTHS[name])
        elif text and name in ("phone", "whatsapp") and not _is_phone(text):
            problems[name] = t("{field} must be a phone number, like +91 98765 43210.", field=label)
        elif text and name == "upi" and not _UPI.fullmatch(text.lower()):
            problems[name] = t(messages.UPI_INVALID)
    if "upi" in cleaned:
        cleaned["upi"] = cleaned["upi"].lower()
    return dict(cleaned)


def _is_phone(text: str) -> bool:
    return _PHONE.fullmatch(text) is not None and sum(c.isdigit() for c in text) in _PHONE_DIGITS


def _check_seller_type(text: str, business_id: str | None, problems: Problems) -> SellerType:
    try:
        seller_type = SellerType(text or SellerType.PERSON)
    except ValueError:
        problems["seller_type"] = t("Seller type must be person or business.")
        return SellerType.PERSON
    if (
        seller_type is SellerType.BUSINESS
        and business_id is not None
        and not clean_line(business_id[:_UNCLEANED_LENGTH])
    ):
        label = messages.LABELS["business_id"]
        problems["business_id"] = t("{field} is required", field=t(label))
    return seller_type


def _check_position(latitude: object, longitude: object, problems: Problems) -> dict[str, Any]:
    read = {"latitude": _degrees(latitude, 90), "longitude": _degrees(longitude, 180)}
    for name, value in read.items():
        if value is not None and math.isnan(value):
            problems[name] = t("Latitude and longitude are not a valid position.")
    if None in read.values():
        return {"latitude": None, "longitude": None}
    return dict(read)


def _degrees(value: object, most: float) -> float | None:
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    number = parse_decimal(value)
    return math.nan if number is None or abs(number) > most else float(number)


def _raise(problems: Problems) -> None:
    if problems:
        errors = [{"field": _WIRE_NAMES.get(field, field), "message": message} for field, message in problems.items()]
        raise Invalid(errors[0]["message"], errors=errors)
