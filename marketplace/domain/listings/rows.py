"""The `listings` table: which ads are live, what their rows hold, and its updates, which are logged for the search index."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session

from marketplace.core.money import apply_discount
from marketplace.db import bulk, tags
from marketplace.domain.field_texts import FACT_LENGTH, FACT_TYPES, fact_line, format_field
from marketplace.domain.listings import changes
from marketplace.domain.places import round_to_map
from marketplace.domain.price_units import per_day
from marketplace.models import AccountStatus, AdStatus, InputType, QuietStage, metadata
from marketplace.settings import get_settings

ads, versions, images, version_values, uploads, accounts, categories, subcategories, listings, trade_totals = (
    metadata.tables[name]
    for name in (
        "ads", "ad_versions", "ad_version_images", "ad_version_values", "uploads", "accounts", "categories", "subcategories",
        "listings", "trade_totals",
    )
)  # fmt: skip

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
_BATCH = 500
_REBUILT_AT_ONCE = 5_000
# The columns that `tags.note_rows` needs, and the key.
_NOTED = listings.c["number", "ad_id", "seller_id", "category_id"]
IS_FACT = sa.and_(version_values.c.input_type.in_(FACT_TYPES), version_values.c.text != "")
_FACTS = (
    sa.select(*version_values.c["version_id", "label", "input_type", "text", "unit"])
    .where(version_values.c.version_id.in_(sa.bindparam("ids", expanding=True)), IS_FACT)
    .order_by(version_values.c.position)
)


def _select_ads(version_id: sa.ColumnElement[str]) -> sa.Select[Any]:
    """What listings are made of."""
    return sa.select(
        ads.c.id.label("ad_id"),
        versions.c.id.label("version_id"),
        *((ads if name in ads.c else versions).c[name] for name in _COPIED),
        versions.c.price_paise.label("asked_paise"),
        *versions.c["latitude", "longitude"],
        sa.func.coalesce(uploads.c.digest, "").label("cover_digest"),
        sa.func.coalesce(uploads.c.width, 0).label("cover_width"),
        sa.func.coalesce(uploads.c.height, 0).label("cover_height"),
        sa.func.coalesce(uploads.c.ai_made, sa.false()).label("cover_ai_made"),
        ads.c.first_approved_at.label("approved_at"),
    ).select_from(
        ads.join(versions, versions.c.id == version_id)
        .join(accounts, accounts.c.id == ads.c.seller_id)
        .outerjoin(images, sa.and_(images.c.version_id == versions.c.id, images.c.position == 0))
        .outerjoin(uploads, uploads.c.id == images.c.upload_id)
    )


# An ad that is gone has the version that was live, or was sent in last.
_ADS = _select_ads(sa.func.coalesce(ads.c.live_version_id, ads.c.submitted_version_id))
_AS_IT_WAS = _select_ads(sa.bindparam("version_id")).where(ads.c.id == versions.c.ad_id)
# The ads that are listed: approved, with a live version and an active seller.
_LIVE_ADS = _ADS.where(
    ads.c.status == AdStatus.APPROVED,
    ads.c.live_version_id.is_not(None),
    ads.c.first_approved_at.is_not(None),
    accounts.c.status == AccountStatus.ACTIVE,
)


def _make_listings(connection: sa.Connection, rows: Sequence[sa.RowMapping]) -> list[dict[str, Any]]:
    """Turn rows of `_LIVE_ADS` into rows of `listings`."""
    facts: dict[str, list[tuple[InputType, str, str, str]]] = defaultdict(list)
    for value in connection.execute(_FACTS, {"ids": [row["version_id"] for row in rows]}):
        if len(value.text) <= FACT_LENGTH:
            text = format_field(value.input_type, value.text)
            facts[value.version_id].append((value.input_type, value.label, text, value.unit))
    return [{**_make_listing(row), "fact_line": fact_line(row["name"], facts[row["version_id"]])} for row in rows]


def _make_listing(row: sa.RowMapping) -> dict[str, Any]:
    """Turn a row of `_LIVE_ADS` into a row of `listings`, without the facts.

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


def find_row(db: Session, ad_id: str) -> Mapping[str, Any] | None:
    """Return the row of an ad in `listings`, or the one that it would have if it was listed before; None if it never was.

    So a list can be continued after an ad that is gone: its row has the keys of every order by which lists are read. Of a
    deleted account's ads they are erased, so these have none.
    """
    connection = db.connection()
    row = connection.execute(sa.select(listings).where(listings.c.ad_id == ad_id)).mappings().first()
    if row is not None:
        return dict(row)
    was_listed = (ads.c.first_approved_at.is_not(None), accounts.c.status != AccountStatus.DELETED)
    gone = _ADS.where(ads.c.id == ad_id, *was_listed)
    row = connection.execute(gone).mappings().first()
    return _make_listing(row) if row else None


def read_as_it_was(connection: sa.Connection, version_id: str) -> Mapping[str, Any] | None:
    """Return the row that an ad would have with an earlier version; None if there is no such version."""
    row = connection.execute(_AS_IT_WAS, {"version_id": version_id}).mappings().first()
    return _make_listing(row) if row else None


def refresh(db: Session, *ad_ids: str) -> None:
    """Update the listings of these ads.

    Call it in the transaction that changed the ad, its live version, its cover or its seller. Calling it again
    changes nothing.
    """
    db.flush()
    connection = db.connection()
    for ad_id in ad_ids:
        row = connection.execute(_LIVE_ADS.where(ads.c.id == ad_id)).mappings().first()
        if row is None:
            _delete(db, listings.c.ad_id == ad_id)
        else:
            changes.note(db, _write(connection, *_make_listings(connection, [row])))


def refresh_seller(db: Session, seller_id: str) -> None:
    """Like `refresh`, in few statements, for all ads of a seller, e.g. after a suspension."""
    db.flush()
    connection = db.connection()
    _delete(db, listings.c.seller_id == seller_id)
    own = _LIVE_ADS.where(ads.c.seller_id == seller_id).order_by(ads.c.first_approved_at, ads.c.id)
    for some in connection.execute(own).mappings().partitions(_BATCH):
        changes.note(db, _insert(connection, _make_listings(connection, some)))


def refile(db: Session, ad_ids: Sequence[str]) -> None:
    """Like `refresh`, in few statements, for ads whose category or subcategory, or the names of these, changed."""
    db.flush()
    for start in range(0, len(ad_ids), _BATCH):
        moved = (
            sa.update(listings)
            .where(listings.c.ad_id.in_(ad_ids[start : start + _BATCH]), versions.c.id == listings.c.version_id)
            .values(category_id=versions.c.category_id, subcategory_id=versions.c.subcategory_id)
            .returning(listings.c.number)
        )
        changes.note(db, db.connection().scalars(moved))


def rebuild(db: Session) -> int:
    """Rebuild the `listings` table from the ads, and make indexers rebuild their indexes; returns the number of live ads."""
    db.flush()
    connection = db.connection()
    connection.execute(sa.delete(listings))
    statement = _LIVE_ADS.order_by(ads.c.first_approved_at, ads.c.id).execution_options(yield_per=_REBUILT_AT_ONCE)
    count, taken = 0, set[int]()
    for some in connection.execute(statement).mappings().partitions():
        made = _make_listings(connection, some)
        for listing in made:
            # Numbers are unique: of ads published in the same microsecond, the later ones take the next free number.
            while listing["number"] in taken:
                listing["number"] += 1
            taken.add(listing["number"])
        bulk.insert(connection, listings, made)
        count += len(made)
    changes.note_everything(db)
    return count


def _delete(db: Session, where: sa.ColumnElement[bool]) -> None:
    gone = db.connection().execute(
        sa.delete(listings).where(where).returning(*_NOTED), execution_options=tags.ROWS_NOTED
    )
    rows = gone.mappings().all()
    tags.note_rows(db.connection(), "listings", rows)
    changes.note(db, [row["number"] for row in rows])


def _write(connection: sa.Connection, listing: Mapping[str, Any]) -> list[int]:
    """Insert or update a listing; returns its number, and the former one if its place in the lists changed."""
    own = listings.c.ad_id == listing["ad_id"]
    before = connection.execute(sa.select(*_NOTED, listings.c.published_at).where(own)).mappings().first()
    tags.note_rows(connection, "listings", [row for row in (before, listing) if row])
    if before is not None and before["published_at"] == listing["published_at"]:
        update = sa.update(listings).where(own).values({**listing, "number": before["number"]})
        connection.execute(update, execution_options=tags.ROWS_NOTED)
        return [before["number"]]
    if before is not None:
        connection.execute(sa.delete(listings).where(own), execution_options=tags.ROWS_NOTED)
    inserted = _insert(connection, [listing])
    return inserted if before is None else [before["number"], *inserted]


def _insert(connection: sa.Connection, made: Sequence[Mapping[str, Any]]) -> list[int]:
    """Insert new listings and return their numbers: where one is taken, the next free one."""
    wanted = {listing["number"] for listing in made}
    taken, numbers = _find_numbers(connection, wanted), list[int]()
    for listing in made:
        number = listing["number"]
        while number in taken or (number not in wanted and _find_numbers(connection, {number})):
            number += 1
        taken.add(number)
        numbers.append(number)
    rows = [{**listing, "number": number} for listing, number in zip(made, numbers, strict=True)]
    tags.note_rows(connection, "listings", rows)
    connection.execute(sa.insert(listings), rows, execution_options=tags.ROWS_NOTED)
    return numbers


def _find_numbers(connection: sa.Connection, numbers: Collection[int]) -> set[int]:
    return set(connection.scalars(sa.select(listings.c.number).where(listings.c.number.in_(numbers))))
