"""Search and lists of live ads."""

import dataclasses

import sqlalchemy as sa
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, Unavailable
from marketplace.domain.paging import Window
from marketplace.domain.search import fallbacks, messages, named_categories
from marketplace.domain.search.browsing import Browsing, can_browse
from marketplace.domain.search.cards import cards_of
from marketplace.domain.search.facets import FIRST_VALUES
from marketplace.domain.search.facets import count as count_facets
from marketplace.domain.search.lexicon import Lexicon
from marketplace.domain.search.listing_rows import listings
from marketplace.domain.search.plan import Plan, home_of, make_plan
from marketplace.domain.search.schemas import SearchPage, SearchQuery, Sort
from marketplace.domain.search.understanding import Understood
from marketplace.i18n.texts import t
from marketplace.integrations import search_index

# If fewer ads match every word, ads that match most words follow.
_FEW = 12


def list_ads(
    db: Session,
    actor: Actor,
    query: SearchQuery,
    window: Window,
    *,
    facets: bool = False,
    facet_values: int = FIRST_VALUES,
    counted: bool = True,
) -> SearchPage:
    """Search live ads; returns one page of results.

    Filters in the keyword ("under 15k in pune") are understood. The default order is relevance with a
    keyword, else nearest to the visitor's town, else newest.

    Args:
        window: page and limit; with `query.after`, the page starts behind that ad instead.
        facets: whether to count facets.
        facet_values: most values of a facet.
        counted: whether to count all results; if not, the total is the number of ads up to the end of this page.

    Raises:
        Invalid: `after` is not an ad of this list, or a distance has no place to start from.
        Unavailable: the index is being built.
    """
    connection = db.connection()
    after = _number_of(connection, query.after) if query.after else None
    is_browsing = can_browse(query)
    searcher = search_index.get_index().searcher()
    if searcher is None and not is_browsing and can_browse(without_home := dataclasses.replace(query, home=None)):
        query, is_browsing = without_home, True
    if searcher is None and not is_browsing:
        raise Unavailable(t(messages.INDEX_IS_BEING_BUILT))
    plan, understood = None, Understood(query)
    if searcher:
        plan, understood = make_plan(Lexicon(searcher), query)
        plan = dataclasses.replace(plan, named=named_categories.find(connection, plan.terms))
    home = home_of(understood.query)
    nothing = SearchPage(
        (),
        0,
        window.page,
        window.limit,
        chips=understood.chips,
        understood=understood.query,
        home=home.city if home else "",
    )
    if plan and plan.terms.hopeless:
        return nothing
    source = plan if plan and not is_browsing else Browsing(connection, query)
    if after is None:
        numbers = source.list_numbers(window.offset, window.limit)
    elif (numbers := source.list_numbers_after(after, window.limit)) is None:
        raise _not_in_list()
    total = source.count() if counted else window.offset + len(numbers)
    is_short = after is None and window.page == 1 and total < _FEW
    similar = plan.list_similar(_FEW - total) if plan and is_short else []
    # Begins at the visitor's town, if the list does.
    start = plan.query if plan else query
    return dataclasses.replace(
        nothing,
        items=tuple(cards_of(db, actor, numbers, start)),
        total=total,
        similar=tuple(cards_of(db, actor, similar, start)),
        facets=count_facets(connection, plan, facet_values) if plan and facets else (),
        corrected=_corrected(plan) if plan and total else "",
        fallbacks=fallbacks.find(plan, query, understood) if plan and not total else (),
    )


def list_ads_for_url(
    db: Session,
    actor: Actor,
    query: SearchQuery,
    window: Window,
    *,
    facets: bool = False,
    facet_values: int = FIRST_VALUES,
) -> tuple[SearchPage, SearchQuery]:
    """Like `list_ads` for the query of a URL: invalid parts are dropped instead of raising.

    Returns:
        The page, and the query that was run.
    """
    try:
        return list_ads(db, actor, query, window, facets=facets, facet_values=facet_values), query
    except Invalid:
        query = dataclasses.replace(query, after="")
        if query.lat is None:
            query = dataclasses.replace(query, radius_km=None, sort=None if query.sort is Sort.DISTANCE else query.sort)
        return list_ads(db, actor, query, window, facets=facets, facet_values=facet_values), query


def _corrected(plan: Plan) -> str:
    """The corrected keyword; empty if nothing was misspelt."""
    if not any(group.corrected for group in plan.terms.groups):
        return ""
    said = (f'"{group.word}"' if group.exact else group.corrected or group.word for group in plan.terms.groups)
    return " ".join(said)


def _number_of(connection: sa.Connection, ad_id: str) -> int:
    number = connection.scalar(sa.select(listings.c.number).where(listings.c.ad_id == ad_id))
    if number is None:
        raise _not_in_list()
    return number


def _not_in_list() -> Invalid:
    message = t("after must be the _id of an ad in the list.")
    return Invalid(message, errors=[{"field": "after", "message": message}])
