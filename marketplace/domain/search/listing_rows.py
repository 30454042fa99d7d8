"""Which ads are live, and what their listing rows hold."""

from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa

from marketplace.core.money import apply_discount
from marketplace.domain.places import round_to_map
from marketplace.domain.price_units import per_day
from marketplace.models import AccountStatus, AdStatus, QuietStage, metadata
from marketplace.settings import get_settings

ads = metadata.tables["ads"]
versions = metadata.tables["ad_versions"]
images = metadata.tables["ad_version_images"]
version_values = metadata.tables["ad_version_values"]
uploads = metadata.tables["uploads"]
accounts = metadata.tables["accounts"]
categories = metadata.tables["categories"]
subcategories = metadata.tables["subcategories"]
listings = metadata.tables["listings"]
trade_totals = metadata.tables["trade_totals"]

# What cards show. Built once, since building a statement takes longer than running it.
CARD_ROWS = sa.select(
    listings,
    categories.c.name.label("category_name"),
    trade_totals.c.stars.label("seller_stars"),
    trade_totals.c.reviews.label("seller_reviews"),
).select_from(
    listings.join(categories, categories.c.id == listings.c.category_id).outerjoin(
        trade_totals, trade_totals.c.account_id == listings.c.seller_id
    )
)
# Ads without a price come after every price, in both directions.
NO_PRICE_UP = 2**62
NO_PRICE_DOWN = 1
_COPIED = (
    "seller_id", "ad_type", "category_id", "subcategory_id", "name", "title", "price_unit", "discount_basis_points", "state",
    "city", "place", "featured", "reserved_until", "quiet_stage",
)  # fmt: skip
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def live_ads() -> sa.Select:
    """Select the ads that are listed, as `make_listing` reads them: approved, with a live version and an active seller."""
    return (
        sa.select(
            ads.c.id.label("ad_id"),
            versions.c.id.label("version_id"),
            *((ads if name in ads.c else versions).c[name] for name in _COPIED),
            versions.c.price_paise.label("asked_paise"),
            versions.c.latitude,
            versions.c.longitude,
            sa.func.coalesce(uploads.c.digest, "").label("cover_digest"),
            sa.func.coalesce(uploads.c.width, 0).label("cover_width"),
            sa.func.coalesce(uploads.c.height, 0).label("cover_height"),
            ads.c.first_approved_at.label("approved_at"),
        )
        .select_from(
            ads.join(versions, versions.c.id == ads.c.live_version_id)
            .join(accounts, accounts.c.id == ads.c.seller_id)
            .outerjoin(images, sa.and_(images.c.version_id == versions.c.id, images.c.position == 0))
            .outerjoin(uploads, uploads.c.id == images.c.upload_id)
        )
        .where(
            ads.c.status == AdStatus.APPROVED,
            ads.c.first_approved_at.is_not(None),
            accounts.c.status == AccountStatus.ACTIVE,
        )
    )


def make_listing(row: sa.RowMapping) -> dict[str, Any]:
    """Turn a row of `live_ads` into a row of `listings`.

    `number` is the time of publication in microseconds since 1970, so an ad that is listed again gets its old place. An ad
    that its seller does not confirm counts as AD_LOWER_DAYS older, which puts it lower in every order by time.
    """
    published_at = row["approved_at"]
    if row["quiet_stage"] >= QuietStage.LOWERED:
        published_at -= timedelta(days=get_settings().ad_lower_days)
    price = apply_discount(row["asked_paise"], row["discount_basis_points"])
    sort_key = per_day(price, row["price_unit"]) if price is not None and row["price_unit"] else price
    return {
        **row,
        "published_at": published_at,
        "number": (published_at - _EPOCH) // timedelta(microseconds=1),
        "price_paise": price,
        "price_up": NO_PRICE_UP if sort_key is None else sort_key,
        "price_down": NO_PRICE_DOWN if sort_key is None else -sort_key,
        # Otherwise the distances from several places would reveal a seller's exact position.
        "latitude": round_to_map(row["latitude"]),
        "longitude": round_to_map(row["longitude"]),
    }
