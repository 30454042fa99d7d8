"""Texts of filters, as chips, active filters and names of saved searches show them; empty if a filter is not set."""

from marketplace.domain.price_units import format_range, unit_text
from marketplace.domain.search.schemas import SearchQuery
from marketplace.i18n.texts import t, tn
from marketplace.models import AdType

# Value of `near` in URLs for the visitor's own position.
HERE = "me"


def type_text(ad_type: AdType | None) -> str:
    """The text of a type of ad, e.g. "For rent"."""
    texts = {AdType.SELL: t("For sale"), AdType.RENT: t("For rent"), AdType.LEASE: t("For lease")}
    return texts[ad_type] if ad_type else ""


def featured_text(featured: bool | None) -> str:
    """The text of the filter on featured ads."""
    return "" if featured is None else t("Featured") if featured else t("Not featured")


def price_filter_text(query: SearchQuery) -> str:
    """The text of the filter on price, e.g. "₹500 to ₹1,000 a day"."""
    if query.price_unit and query.min_price is None and query.max_price is None:
        return t("Any price {unit}", unit=unit_text(query.price_unit))
    return format_range(query.min_price, query.max_price, query.price_unit)


def posted_text(days: int | None) -> str:
    """The text of the filter on age."""
    return tn("Posted within a day", "Posted within {count} days", days) if days else ""


def place_text(near: str, km: float | None) -> str:
    """The text of the filter on distance.

    Args:
        near: name of the place; empty for the visitor's own position.
    """
    place = t("you") if near in ("", HERE) else near
    return t("Near {place}", place=place) if km is None else t("Within {km} km of {place}", km=f"{km:g}", place=place)
