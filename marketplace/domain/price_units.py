"""The units of prices of ads for rent and lease: their lengths, defaults and texts."""

from typing import TypedDict

from marketplace.core.money import format_rupees, price_range
from marketplace.i18n.texts import t
from marketplace.models import AdType, PriceUnit

# A rental month is 30 days, a year 365.
HOURS = {PriceUnit.HOUR: 1, PriceUnit.DAY: 24, PriceUnit.WEEK: 168, PriceUnit.MONTH: 720, PriceUnit.YEAR: 8_760}
RENTALS = (AdType.RENT, AdType.LEASE)


class PriceTexts(TypedDict):
    """The price of an ad for display.

    Attributes:
        price_text: whole, e.g. "₹710 a day"; empty without a price.
        amount_text, unit_text: its parts.
        asked_text: the amount before the discount; empty unless the discount lowers it.
    """

    price_text: str
    amount_text: str
    unit_text: str
    asked_text: str


def default_unit(ad_type: AdType, category_unit: PriceUnit) -> PriceUnit | None:
    """Return the price unit of an ad that names none; None for an ad for sale.

    An ad for rent has the unit of its category. A lease is long, so its unit is a month at least.
    """
    if ad_type not in RENTALS:
        return None
    is_short = ad_type is AdType.LEASE and HOURS[category_unit] < HOURS[PriceUnit.MONTH]
    return PriceUnit.MONTH if is_short else category_unit


def per_day(amount: int, unit: PriceUnit) -> int:
    """Convert an amount for a unit to the amount for a day, rounded down: prices of all units sort by it."""
    return amount * HOURS[PriceUnit.DAY] // HOURS[unit]


def unit_text(unit: PriceUnit | None) -> str:
    """Return a unit for display, e.g. "a day"; empty for None."""
    texts = {
        PriceUnit.HOUR: t("an hour"),
        PriceUnit.DAY: t("a day"),
        PriceUnit.WEEK: t("a week"),
        PriceUnit.MONTH: t("a month"),
        PriceUnit.YEAR: t("a year"),
    }
    return texts[unit] if unit else ""


def format_price(paise: int | None, unit: PriceUnit | None) -> str:
    """Format a price for display, e.g. "₹710 a day", or "₹36,500" for an ad for sale; empty without a price."""
    return _with_unit(format_rupees(paise), unit)


def format_range(low: float | None, high: float | None, unit: PriceUnit | None) -> str:
    """Format a price range in rupees, e.g. "₹500 to ₹1,000 a day"; empty if both bounds are None."""
    return _with_unit(price_range(low, high), unit)


def price_texts(price_paise: int | None, asked_paise: int | None, unit: PriceUnit | None) -> PriceTexts:
    """Return the texts of a price after and before its discount; they are part of every view of an ad."""
    return {
        "price_text": format_price(price_paise, unit),
        "amount_text": format_rupees(price_paise),
        "unit_text": "" if price_paise is None else unit_text(unit),
        "asked_text": format_rupees(asked_paise) if asked_paise != price_paise else "",
    }


def _with_unit(text: str, unit: PriceUnit | None) -> str:
    return f"{text} {unit_text(unit)}" if text and unit else text
