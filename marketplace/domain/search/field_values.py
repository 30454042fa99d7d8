"""How often each value of a dynamic field is there among the ads that facets are counted of."""

from collections import Counter, defaultdict
from collections.abc import Sequence

import sqlalchemy as sa

from marketplace.domain.search.live import listing_values, listings
from marketplace.domain.search.params import plain_number
from marketplace.domain.search.queries import Plan, matching
from marketplace.domain.search.samples import Sample
from marketplace.domain.search.schemas import SearchQuery
from marketplace.settings import get_settings

# Values of so many ads are looked for by the ads; more of a shelf that can be counted, by the fields.
_SOME = 1_000

Counts = dict[str, Counter[str]]


def count(sample: Sample, field_ids: Sequence[str]) -> tuple[Counts, bool]:
    """By field, how many ads have each value; and whether that is exact."""
    if not field_ids:
        return {}, True
    engine, plan = sample.engine, sample.plan
    values = listing_values.c
    statement = sa.select(values.field_id, values.text, values.number, sa.func.count())
    if not sample.exact:
        statement = statement.where(engine.among(values.listing_number, sample.newest))
    elif plan.numbers is not None and len(plan.numbers) > _SOME and _shelf_of(sample).exact:
        # Joined, as of a set the planner expects two hundred at most.
        inner = engine.each(plan.numbers).subquery()
        source = listing_values.join(inner, inner.c[0] == values.listing_number)
        return _by_indexes(sample.connection, field_ids, sa.select(values.field_id).select_from(source)), True
    elif plan.numbers is not None:
        statement = statement.where(engine.among(values.listing_number, plan.numbers))
    else:
        number = engine.number if plan.is_led_by_index(counting=True) else listings.c.number
        all_of_them = matching(engine, plan, number, counting=True)
        if sample.is_shelf:
            asked = sa.select(values.field_id).where(values.listing_number.in_(all_of_them))
            return _by_indexes(sample.connection, field_ids, asked), True
        inner = all_of_them.limit(sample.depth).subquery()
        statement = statement.join(inner, inner.c[0] == values.listing_number)
    # Not to be looked for one by one: an ad has few values besides.
    statement = statement.where(values.field_id.concat("").in_(field_ids), values.text != "")
    statement = statement.group_by(values.field_id, values.text, values.number)
    counts: Counts = defaultdict(Counter)
    for field_id, text, value, many in sample.connection.execute(statement):
        # "3" and "3.0" are one number, and one click finds both.
        counts[field_id][text if value is None else plain_number(value)] += many
    if not sample.exact:
        share = get_settings().exact_total_limit / sample.depth
        counts = {key: Counter({value: round(n * share) for value, n in own.items()}) for key, own in counts.items()}
    return counts, sample.exact


def _shelf_of(sample: Sample) -> Sample:
    """All ads of the category or subcategory, among which there are few others with the same fields."""
    plan = sample.plan
    shelf = SearchQuery(category_id=plan.query.category_id, subcategory_id=plan.query.subcategory_id)
    return Sample(sample.connection, sample.engine, Plan(shelf, implied=plan.implied))


def _by_indexes(connection: sa.Connection, field_ids: Sequence[str], asked: sa.Select[tuple[str]]) -> Counts:
    """The same where the ads are many of those that have the fields at all: the two indexes of values, of texts and of
    numbers, tell it without a look at any row.

    Args:
        asked: selects the field of each of the ads' values.
    """
    values = listing_values.c
    counts: Counts = defaultdict(Counter)
    by_number = asked.where(values.field_id.in_(field_ids), values.number.is_not(None))
    by_number = by_number.add_columns(values.number, sa.func.count()).group_by(values.field_id, values.number)
    for field_id, value, many in connection.execute(by_number):
        counts[field_id][plain_number(value)] += many
    numbered = list(counts)
    by_text = asked.where(values.field_id.in_(set(field_ids).difference(numbered)), values.text != "")
    by_text = by_text.add_columns(values.text, sa.func.count()).group_by(values.field_id, values.text)
    for field_id, text, many in connection.execute(by_text):
        counts[field_id][text] += many
    are_words = (values.field_id.in_(numbered), values.number.is_(None))
    if numbered and connection.scalar(sa.select(sa.exists().where(*are_words))):
        # Rare, and so not grouped: that would lead by the index of texts.
        for field_id, text in connection.execute(asked.where(*are_words).add_columns(values.text)):
            if text:
                counts[field_id][text] += 1
    return counts
