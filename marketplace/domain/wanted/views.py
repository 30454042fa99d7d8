"""Builds the views of wanted ads."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlmodel import Session

from marketplace.core import clock
from marketplace.domain import ages, catalog, display_names, media, site_time
from marketplace.domain.display_names import title_case
from marketplace.domain.price_units import format_price
from marketplace.domain.wanted.schemas import FittingAd, MatchingWanted, WantedView
from marketplace.i18n.texts import t
from marketplace.models import Listing, WantedAd


def make_own(db: Session, rows: Sequence[WantedAd]) -> tuple[WantedView, ...]:
    """Build the views for owners and moderators."""
    now, catalogue = clock.now(), catalog.get_catalogue(db)
    return tuple(WantedView(**_shared(catalogue, row), **_life(row, now)) for row in rows)


def make_matching(
    db: Session, rows: Sequence[WantedAd], fitting: Mapping[str, Sequence[tuple[Listing, bool]]]
) -> tuple[MatchingWanted, ...]:
    """Build the views for a seller.

    Args:
        fitting: the seller's ads that fit, by id of the wanted ad, and whether each was offered.
    """
    catalogue = catalog.get_catalogue(db)
    return tuple(
        MatchingWanted(
            **_shared(catalogue, row),
            posted_text=ages.age_text(row.created_at),
            ads=tuple(
                FittingAd(
                    id=listing.ad_id,
                    name=title_case(listing.name),
                    price_text=format_price(listing.price_paise, listing.price_unit),
                    offered=offered,
                    cover=media.make_photo(listing.cover_digest, listing.cover_width, listing.cover_height)
                    if listing.cover_digest
                    else None,
                )
                for listing, offered in fitting.get(row.id, ())
            ),
        )
        for row in rows
    )


def price_text(row: WantedAd) -> str:
    """Return the highest price for display, e.g. "up to ₹15,000 a month"; empty without one."""
    if row.max_price_paise is None:
        return ""
    return t("up to {price}", price=format_price(row.max_price_paise, row.price_unit))


def location(row: WantedAd) -> str:
    """Return the place for display."""
    return display_names.location("", row.city, row.state)


def _shared(catalogue: catalog.Catalogue, row: WantedAd) -> dict[str, Any]:
    subcategory = catalogue.subcategories.get(row.subcategory_id)
    category_id = subcategory.category_id if subcategory else ""
    return {
        "id": row.id,
        "title": row.title,
        "details": row.details,
        "ad_type": row.ad_type.value,
        "category_id": category_id,
        "category_name": catalogue.names.get(category_id, ""),
        "subcategory_id": row.subcategory_id,
        "subcategory_name": catalogue.names.get(row.subcategory_id, ""),
        "max_price_paise": row.max_price_paise,
        "price_unit": row.price_unit.value if row.price_unit else None,
        "price_text": price_text(row),
        "city": row.city,
        "state": row.state,
        "location": location(row),
        "created_at": row.created_at,
    }


def _life(row: WantedAd, now: datetime) -> dict[str, Any]:
    if row.ended_at is not None:
        status, text = "ended", t("Ended on {day}", day=site_time.format_day(row.ended_at))
    elif row.expires_at <= now:
        status, text = "expired", t("Ended on {day}", day=site_time.format_day(row.expires_at))
    else:
        status, text = "live", t("Until {day}", day=site_time.format_day(row.expires_at))
    return {
        "status": status,
        "until_text": text,
        "expires_at": row.expires_at,
        "ended_reason": row.ended_reason,
    }
