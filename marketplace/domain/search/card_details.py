"""Descriptions and facts of ads, which the list view shows in addition to the card."""

from collections import defaultdict
from collections.abc import Sequence
from textwrap import shorten

import sqlalchemy as sa
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain.ads.schemas import AdCard, CardFact
from marketplace.domain.field_texts import format_field
from marketplace.domain.search.listing_rows import listings, version_values, versions
from marketplace.models import InputType

_SUMMARY_LENGTH = 220
# Texts that say the same in more room are left to the page of the ad.
_FACT_LENGTH = 40
_FACTS = 2
_MOST_ADS = 1_000
_STATEMENT = (
    sa.select(
        listings.c.ad_id,
        versions.c.short_description,
        sa.func.substr(versions.c.description, 1, 2 * _SUMMARY_LENGTH).label("description"),
        version_values.c.label,
        version_values.c.input_type,
        version_values.c.text,
    )
    .select_from(
        listings.join(versions, versions.c.id == listings.c.version_id).outerjoin(
            version_values,
            sa.and_(
                version_values.c.version_id == versions.c.id,
                version_values.c.input_type.in_((InputType.NUMBER, InputType.SELECT)),
                version_values.c.text != "",
            ),
        )
    )
    .where(listings.c.ad_id.in_(sa.bindparam("ids", expanding=True)))
    .order_by(version_values.c.position)
)


def add_details(db: Session, actor: Actor, cards: Sequence[AdCard]) -> tuple[AdCard, ...]:
    """Add the beginning of its description and its first two number and choice fields to each live card.

    Takes one statement, and at most 1,000 cards.
    """
    del actor  # what is live is public
    ids = [card.id for card in cards[:_MOST_ADS]]
    summaries: dict[str, str] = {}
    facts: dict[str, list[CardFact]] = defaultdict(list)
    for row in db.connection().execute(_STATEMENT, {"ids": ids}) if ids else ():
        summaries[row.ad_id] = shorten(row.description or row.short_description, _SUMMARY_LENGTH, placeholder="…")
        if row.label and len(row.text) <= _FACT_LENGTH:
            facts[row.ad_id].append(CardFact(label=row.label, text=format_field(row.input_type, row.text)))
    return tuple(
        card.model_copy(update={"summary": summaries.get(card.id, ""), "facts": tuple(facts[card.id][:_FACTS])})
        for card in cards
    )
