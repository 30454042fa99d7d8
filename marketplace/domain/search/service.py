"""Search and lists of live ads."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, Unavailable
from marketplace.db import tags
from marketplace.domain import catalog, listings
from marketplace.domain.paging import Window
from marketplace.domain.search import fallbacks, messages
from marketplace.domain.search.browsing import Browsing, can_browse
from marketplace.domain.search.cards import cards_of, cards_of_rows
from marketplace.domain.search.facets import FIRST_VALUES
from marketplace.domain.search.facets import count as count_facets
from marketplace.domain.search.lexicon import Lexicon
from marketplace.domain.search.plan import home_of, make_plan
from marketplace.domain.search.resolving import name_categories
from marketplace.domain.search.schemas import SearchPage, SearchQuery, Sort
from marketplace.domain.search.understanding import Understood
from marketplace.i18n.texts import t
from marketplace.integrations import search_index
from marketplace.models import PriceUnit

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
    facet_price_unit: PriceUnit | None = None,
    counted: bool = True,
    fixed: Collection[str] = (),
) -> SearchPage:
    """Search live ads; returns one page of results.

    Filters in the keyword ("under 15k in pune") are understood. The default order is relevance with a
    keyword, else nearest to the visitor's town, else newest.

    Args:
        window: page and limit; with `query.after`, the page starts behind that ad instead, also if it is gone.
        facets: whether to count facets.
        facet_values: most values of a facet.
        facet_price_unit: what the price ranges are for, if the query names no unit; only for lists of rentals.
        fixed: query parameters without a facet.
        counted: whether to count all results; if not, the total is the number of ads up to the end of this page.

    Raises:
        Invalid: `after` is no ad that was ever listed, or, by relevance, not in this list; a distance has no place to start from.
        Unavailable: the index is being built.
    """
    with tags.about(**_limits(query, facets=facets and "categoryId" not in fixed)):
        connection = db.connection()
        after = _row_of(db, query.after) if query.after else None
        searcher = search_index.get_index().searcher()
        if searcher is None and not can_browse(query):
            # Without an index, the list does not begin at the visitor's town.
            query = replace(query, home=None)
            if not can_browse(query):
                raise Unavailable(t(messages.INDEX_IS_BEING_BUILT))
        plan = make_plan(Lexicon(searcher), query) if searcher else None
        if plan and plan.terms.groups:
            plan = replace(plan, terms=name_categories(catalog.get_catalogue(db), plan.terms))
        understood = plan.understood if plan else Understood(query)
        home = home_of(understood.query)
        make_page = partial(
            SearchPage,
            page=window.page,
            limit=window.limit,
            chips=understood.chips,
            understood=understood.query,
            home=home.name if home else "",
        )
        if plan and plan.terms.hopeless:
            return make_page(items=(), total=0)
        # Begins at the visitor's town, if the list does.
        start = plan.query if plan else query
        if plan and not can_browse(query):
            source, numbers = plan, plan.list_numbers(window.offset, window.limit, after)
            if numbers is None:
                raise _not_in_list()
            items = cards_of(db, actor, numbers, start)
        else:
            source = Browsing(connection, query)
            items = cards_of_rows(db, actor, source.list_rows(window.offset, window.limit, after), start)
            # A page that is neither full nor behind the end tells the number.
            is_last = after is None and len(items) != window.limit and (bool(items) or not window.offset)
            counted = counted and not is_last
        total = source.count() if counted else window.offset + len(items)
        is_short = after is None and window.page == 1 and total < _FEW
        similar = plan.list_similar(_FEW - total, has_matches=total > 0) if plan and is_short else []
        if not total:
            # Similar ads and fallbacks are found among all ads.
            tags.depend_on(["listings"])
        return make_page(
            items=tuple(items),
            total=total,
            similar=tuple(cards_of(db, actor, similar, start)),
            facets=count_facets(catalog.get_catalogue(db), plan, facet_values, price_unit=facet_price_unit, fixed=fixed)
            if plan and facets
            else (),
            corrected=plan.terms.corrected if plan and total else "",
            fallbacks=fallbacks.find(plan, query) if plan and not total else (),
        )


def _limits(query: SearchQuery, *, facets: bool) -> dict[str, str]:
    """Return the seller or category of all ads that the list depends on, for `tags.about`; empty if it depends on all ads."""
    if query.keyword.strip() or facets:
        return {}
    if query.seller_id:
        return {"seller": query.seller_id}
    return {"category": query.category_id} if query.category_id else {}


def list_ads_for_url(
    db: Session,
    actor: Actor,
    query: SearchQuery,
    window: Window,
    *,
    facet_values: int = FIRST_VALUES,
    facet_price_unit: PriceUnit | None = None,
    fixed: Collection[str] = (),
) -> tuple[SearchPage, SearchQuery]:
    """Like `list_ads` with facets, for the query of a URL: invalid parts are dropped instead of raising.

    Returns:
        The page, and the query that was run.
    """
    find = partial(
        list_ads,
        db,
        actor,
        window=window,
        facets=True,
        facet_values=facet_values,
        facet_price_unit=facet_price_unit,
        fixed=fixed,
    )
    try:
        return find(query), query
    except Invalid:
        query = replace(query, after="")
        if query.lat is None:
            query = replace(query, radius_km=None, sort=None if query.sort is Sort.DISTANCE else query.sort)
        return find(query), query


def _row_of(db: Session, ad_id: str) -> Mapping[str, Any]:
    with tags.about(ad=ad_id):
        row = listings.find_row(db, ad_id)
    if row is None:
        raise _not_in_list()
    return row


def _not_in_list() -> Invalid:
    message = t("after must be the _id of an ad in the list.")
    return Invalid(message, errors=[{"field": "after", "message": message}])
