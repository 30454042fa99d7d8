"""Whether a saved search still finds what it found: ads change between the find and the mail."""

from collections.abc import Collection

import sqlalchemy as sa

from marketplace.domain.search import ranges
from marketplace.domain.search.engines import engine_of
from marketplace.domain.search.live import LISTED, listings, unindexed
from marketplace.domain.search.queries import asked
from marketplace.domain.search.watching import restored
from marketplace.models import SavedSearch


def still_found(connection: sa.Connection, row: SavedSearch, ad_ids: Collection[str]) -> dict[str, int | None]:
    """Those of the ads that the search finds as they are now, with their prices; one statement for any number of them."""
    # It found them when they were new; that a week passed until its mail is no reason to keep them back.
    plan = restored(row.watched).without(posted_within_days=None)
    # The listings themselves tell where an ad is and what it costs, which the index could only do roughly.
    told_by_index = plan.without(min_price=None, max_price=None, radius_km=None)
    engine = engine_of(connection)
    # Led by the ads, so that the text index is asked about these and not for all that it finds.
    statement = (
        sa.select(listings.c.ad_id, listings.c.price_paise)
        .join(engine.table, engine.number == unindexed(listings.c.number))
        .where(
            engine.among(listings.c.ad_id, list(ad_ids)),
            engine.matches(asked(told_by_index)),
            *ranges.conditions(plan.query, LISTED),
            *ranges.field_conditions(plan.query, listings.c.number),
        )
    )
    return {found.ad_id: found.price_paise for found in connection.execute(statement)}


def live_among(connection: sa.Connection, ad_ids: Collection[str]) -> set[str]:
    """Those of the ads that are live."""
    among = engine_of(connection).among(listings.c.ad_id, list(ad_ids))
    return set(connection.scalars(sa.select(listings.c.ad_id).where(among)))
