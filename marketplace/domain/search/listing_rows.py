"""Which ads are live, and what their listing rows hold: one statement for a single ad and for all of them."""

from typing import Any

import sqlalchemy as sa

from marketplace.domain.ad_texts import AD_TEXTS
from marketplace.domain.price_units import HOURS
from marketplace.models import AccountStatus, AdStatus, PriceUnit, metadata
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
listing_values = metadata.tables["listing_values"]

# Ads without a price come after every price, whichever way prices run.
NO_PRICE_UP = 2**62
NO_PRICE_DOWN = 1


def _reduced(paise: Any, basis_points: Any) -> Any:
    """`money.reduced` in SQL; split at 10,000 so that no product leaves 64 bits."""
    left = 10_000 - basis_points
    return paise // 10_000 * left + (paise % 10_000 * left + 5_000) // 10_000


def _per_day(paise: Any, unit: Any) -> Any:
    """`price_units.per_day` in SQL; the price itself without a unit."""
    hours = sa.case(*((unit == each, length) for each, length in HOURS.items()))
    return sa.case((unit.is_(None), paise), else_=paise * HOURS[PriceUnit.DAY] // hours)


def _rounded(degrees: Any) -> Any:
    """A coordinate on the public grid: distances from several places must not lead to a seller's door."""
    steps = round(1 / get_settings().map_rounding_degrees)
    return sa.func.round(degrees * steps) / steps


def _microseconds(moment: Any, dialect: str) -> Any:
    """A moment as whole microseconds since 1970."""
    if dialect == "sqlite":
        # Kept as text: 'YYYY-MM-DD HH:MM:SS.ffffff'. With its fraction, the last half millisecond counts as the next second.
        seconds = sa.cast(sa.func.strftime("%s", sa.func.substr(moment, 1, 19)), sa.BigInteger)
        return seconds * 1_000_000 + sa.cast(sa.func.substr(moment, 21, 6), sa.BigInteger)
    return sa.cast(sa.func.round(sa.extract("epoch", moment) * 1_000_000), sa.BigInteger)


def live_rows(dialect: str, *, whole: bool = False) -> sa.Select:
    """What belongs into `listings`: an ad is listed exactly while it is approved, has a live version, and its
    seller is active.

    `number` is the moment of publication in microseconds, so the index's own order is newest first and an ad that
    is listed again gets its old place; ads of the same microsecond count on from there.

    Args:
        whole: all of them are selected, so those of the same microsecond must be told apart here.
    """
    source = ads
    since: Any = 0
    if whole:
        # Counted on two columns before anything is joined: sorting whole rows takes many times as long.
        counted = sa.func.row_number().over(partition_by=ads.c.first_approved_at, order_by=ads.c.id) - 1
        places = sa.select(ads.c.id, counted.label("since")).where(ads.c.status == AdStatus.APPROVED).subquery("places")
        source, since = places.join(ads, ads.c.id == places.c.id), places.c.since
    price = sa.case(
        (versions.c.discount_basis_points == 0, versions.c.price_paise),
        else_=_reduced(versions.c.price_paise, versions.c.discount_basis_points),
    )
    sort_key = _per_day(price, versions.c.price_unit)
    # Through `type_coerce`, SQLite hands its functions the stored text.
    published = sa.type_coerce(ads.c.first_approved_at, sa.Text if dialect == "sqlite" else sa.DateTime(timezone=True))
    return (
        sa.select(
            (_microseconds(published, dialect) + since).label("number"),
            ads.c.id.label("ad_id"),
            versions.c.id.label("version_id"),
            ads.c.seller_id,
            versions.c.ad_type,
            versions.c.category_id,
            versions.c.subcategory_id,
            versions.c.name,
            versions.c.title,
            versions.c.price_paise.label("asked_paise"),
            price.label("price_paise"),
            versions.c.price_unit,
            sa.func.coalesce(sort_key, NO_PRICE_UP).label("price_up"),
            sa.func.coalesce(-sort_key, NO_PRICE_DOWN).label("price_down"),
            versions.c.discount_basis_points,
            versions.c.state,
            versions.c.city,
            versions.c.place,
            _rounded(versions.c.latitude).label("latitude"),
            _rounded(versions.c.longitude).label("longitude"),
            ads.c.featured,
            sa.func.coalesce(uploads.c.digest, "").label("cover_digest"),
            sa.func.coalesce(uploads.c.width, 0).label("cover_width"),
            sa.func.coalesce(uploads.c.height, 0).label("cover_height"),
            ads.c.first_approved_at.label("published_at"),
        )
        .select_from(
            source.join(versions, versions.c.id == ads.c.live_version_id)
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


def live_values() -> sa.Select:
    """What belongs into `listing_values`, for the rows that are in `listings`; files are no values to search by."""
    return (
        sa.select(
            listings.c.number,
            version_values.c.field_id,
            sa.func.substr(version_values.c.text, 1, 200).label("text"),
            version_values.c.number.label("value_number"),
        )
        .join(version_values, version_values.c.version_id == listings.c.version_id)
        # Not told by `upload_id`: SQLite would begin with its index and scan all listings for each value.
        .where(version_values.c.input_type != "file")
    )


def texts_of(*numbers: int) -> sa.Select:
    """What the text index reads of each listing, by rising number; all of them when none is named."""
    statement = sa.select(
        listings.c.number,
        listings.c.ad_type,
        listings.c.category_id,
        listings.c.subcategory_id,
        listings.c.seller_id,
        listings.c.featured,
        listings.c.latitude,
        listings.c.longitude,
        listings.c.price_paise,
        listings.c.price_up,
        listings.c.price_down,
        *(versions.c[name] for name, text in AD_TEXTS.items() if text.search),
        categories.c.name.label("category"),
        sa.func.coalesce(subcategories.c.name, "").label("subcategory"),
    ).select_from(
        listings.join(versions, versions.c.id == listings.c.version_id)
        .join(categories, categories.c.id == listings.c.category_id)
        .outerjoin(subcategories, subcategories.c.id == listings.c.subcategory_id)
    )
    if numbers:
        statement = statement.where(listings.c.number.in_(numbers))
    return statement.order_by(listings.c.number)


def values_of(first: int, last: int) -> sa.Select:
    """The dynamic values of the listings between two numbers, with the labels they had."""
    return (
        sa.select(
            listings.c.number,
            version_values.c.label,
            version_values.c.input_type,
            version_values.c.text,
            version_values.c.field_id,
            version_values.c.number.label("value_number"),
        )
        .join(version_values, version_values.c.version_id == listings.c.version_id)
        .where(listings.c.number.between(first, last), version_values.c.input_type != "file")
        .order_by(listings.c.number, version_values.c.position)
    )
