"""Turns listing rows into cards, with a constant number of statements, and adds what only the list view shows."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.money import group_indian
from marketplace.core.text import shorten
from marketplace.db import tags
from marketplace.domain import media, ratings
from marketplace.domain.ads.schemas import AdCard, CardFact
from marketplace.domain.ages import age_text, is_new
from marketplace.domain.display_names import short_location, title_case
from marketplace.domain.field_texts import FACT_LENGTH, FACTS, format_field
from marketplace.domain.listings.rows import CARD_ROWS, IS_FACT, listings, version_values, versions
from marketplace.domain.price_units import price_texts
from marketplace.domain.search.plan import kilometres
from marketplace.domain.search.schemas import NO_QUERY, SearchQuery
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, QuietStage, metadata

_wishlist = metadata.tables["wishlist_items"]
_BY = {
    column: CARD_ROWS.where(listings.c[column].in_(sa.bindparam("keys", expanding=True)))
    for column in ("number", "ad_id")
}
_COPIED = (
    "name", "title", "ad_type", "seller_id", "category_id", "category_name", "price_paise", "asked_paise", "price_unit",
    "city", "state", "place", "featured", "fact_line",
)  # fmt: skip
_SUMMARY_LENGTH = 220
_MOST_ADS = 1_000
_DETAILS = (
    sa.select(
        listings.c.ad_id,
        versions.c.short_description,
        sa.func.substr(versions.c.description, 1, 2 * _SUMMARY_LENGTH).label("description"),
        *version_values.c["label", "input_type", "text", "unit"],
    )
    .select_from(
        listings.join(versions, versions.c.id == listings.c.version_id).outerjoin(
            version_values, sa.and_(version_values.c.version_id == versions.c.id, IS_FACT)
        )
    )
    .where(listings.c.ad_id.in_(sa.bindparam("ids", expanding=True)))
    .order_by(version_values.c.position)
)


def cards_of(db: Session, actor: Actor, numbers: Sequence[int], query: SearchQuery = NO_QUERY) -> list[AdCard]:
    """Read the cards of these listings in the given order, without listings that are gone.

    Args:
        query: what the list is of; if it has a position, each card gets its distance from there.
    """
    found = {row["number"]: row for row in _rows(db, "number", numbers)}
    return cards_of_rows(db, actor, [found[number] for number in numbers if number in found], query)


def find_live_cards(db: Session, actor: Actor, ad_ids: Sequence[str]) -> dict[str, AdCard]:
    """Read the cards of the ads that are live, by ad id."""
    return {card.id: card for card in cards_of_rows(db, actor, list(_rows(db, "ad_id", ad_ids)), NO_QUERY)}


def _rows(db: Session, column: str, keys: Sequence[Any]) -> Iterable[sa.RowMapping]:
    # SQLite takes at most 32,766 parameters in one statement.
    for start in range(0, len(keys), 10_000):
        yield from db.connection().execute(_BY[column], {"keys": keys[start : start + 10_000]}).mappings()


def cards_of_rows(db: Session, actor: Actor, rows: Sequence[sa.RowMapping], query: SearchQuery) -> list[AdCard]:
    """Turn rows of `CARD_ROWS` into cards."""
    saved = _saved(db, actor, [row["ad_id"] for row in rows])
    now = clock.now()
    return [
        AdCard(
            **{name: row[name] for name in _COPIED},
            id=row["ad_id"],
            # Names of featured cards stay as typed (spec 5.3).
            display_name=row["name"] if query.featured else title_case(row["name"]),
            subcategory_id=row["subcategory_id"] or "",
            **price_texts(row["price_paise"], row["asked_paise"], row["price_unit"]),
            discount_percent=row["discount_basis_points"] / 100,
            location=short_location(row["place"], row["city"], row["state"]),
            cover=media.make_photo(
                row["cover_digest"], row["cover_width"], row["cover_height"], ai_made=row["cover_ai_made"]
            )
            if row["cover_digest"]
            else None,
            reserved_until=row["reserved_until"] if row["reserved_until"] and row["reserved_until"] > now else None,
            unconfirmed=row["quiet_stage"] >= QuietStage.DIMMED,
            published_at=row["approved_at"] or row["published_at"],
            is_new=is_new(row["approved_at"] or row["published_at"]),
            saved=row["ad_id"] in saved,
            age_text=age_text(row["approved_at"] or row["published_at"]),
            seller_rating=ratings.rating_text(row["seller_stars"], row["seller_reviews"]),
            distance_text=_distance_text(query, row),
        )
        for row in rows
    ]


def _distance_text(query: SearchQuery, row: sa.RowMapping) -> str:
    """The distance in whole kilometres, since public positions are rounded to a grid; none in the visitor's town."""
    km = kilometres(query, row["latitude"], row["longitude"])
    if km is None or (query.home and km <= query.home.radius_km):
        return ""
    return t("{km} km away", km=group_indian(round(km))) if km >= 1 else t("Less than 1 km away")


def _saved(db: Session, actor: Actor, ad_ids: Sequence[str]) -> set[str]:
    if actor.kind is not AccountKind.BUYER or not ad_ids:
        return set()
    mine = sa.select(_wishlist.c.ad_id).where(_wishlist.c.buyer_id == actor.account_id)
    # A list of everything may be longer than a statement can be.
    return set(db.connection().scalars(mine.where(_wishlist.c.ad_id.in_(ad_ids)) if len(ad_ids) <= 1_000 else mine))


def add_details(db: Session, actor: Actor, cards: Sequence[AdCard]) -> tuple[AdCard, ...]:
    """Add the start of the description, else the title, and two facts to the cards of live ads, as lists in rows show them.

    Takes one statement, and at most 1,000 cards.
    """
    del actor  # live ads are public
    ids = [card.id for card in cards[:_MOST_ADS]]
    summaries: dict[str, str] = {}
    facts: dict[str, list[CardFact]] = defaultdict(list)
    with tags.about(ad=ids):
        rows = db.connection().execute(_DETAILS, {"ids": ids}).all() if ids else ()
    for row in rows:
        summaries[row.ad_id] = shorten(row.description or row.short_description, _SUMMARY_LENGTH)
        if row.label and len(row.text) <= FACT_LENGTH:
            text = format_field(row.input_type, row.text, row.unit)
            facts[row.ad_id].append(CardFact(label=row.label, text=text))
    return tuple(
        card.model_copy(
            update={"summary": summaries.get(card.id) or card.title, "facts": tuple(facts[card.id][:FACTS])}
        )
        for card in cards
    )
