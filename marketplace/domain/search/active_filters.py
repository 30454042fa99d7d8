"""The active filters of a URL as texts, each with the parameters to drop to remove it."""

from collections.abc import Collection, Mapping

import sqlalchemy as sa
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain.search.filter_texts import featured_text, place_text, posted_text, price_filter_text, type_text
from marketplace.domain.search.listing_rows import categories, subcategories
from marketplace.domain.search.params import PLACE
from marketplace.domain.search.schemas import FILTERS, PARAMETERS, ChosenFilter, SearchQuery, Sort
from marketplace.i18n.texts import t
from marketplace.models import metadata

_PRICE_PARAMS = tuple(PARAMETERS[name] for name in FILTERS["price"])
_PLACE_PARAMS = (*(PARAMETERS[name] for name in FILTERS["near"]), PLACE)
_FIELD = "field["
_fields = metadata.tables["field_definitions"]


def list_chosen(
    db: Session,
    actor: Actor,
    query: SearchQuery,
    params: Mapping[str, str],
    *,
    fixed: Collection[str] = (),
    near: bool = False,
) -> list[ChosenFilter]:
    """List the active filters in the order of the URL, then price and place, which have several parameters each.

    Args:
        params: parameters of the URL; unreadable ones are skipped.
        fixed: parameters that the page sets itself, so that they can't be removed.
        near: whether a chip of the keyword shows the place already.
    """
    del actor  # names of categories and fields are public
    connection = db.connection()
    found = [
        ChosenFilter(text=text, params=(name, *_params_below(name, params)))
        for name in params
        if name not in fixed and (text := _text(connection, name, query))
    ]
    if price := price_filter_text(query):
        found.append(ChosenFilter(text=price, params=_PRICE_PARAMS))
    if query.lat is not None and not near:
        # Sorting by distance goes with the place.
        sort = ("sort",) if query.sort is Sort.DISTANCE else ()
        found.append(ChosenFilter(text=place_text(query.near, query.radius_km), params=(*_PLACE_PARAMS, *sort)))
    return found


def _params_below(name: str, params: Mapping[str, str]) -> list[str]:
    """Parameters to drop with this one: subcategories go with their category, dynamic fields with their subcategory."""
    if name not in ("categoryId", "subcategoryId"):
        return []
    return [other for other in params if other.startswith(_FIELD) or (other == "subcategoryId" != name)]


def _text(connection: sa.Connection, name: str, query: SearchQuery) -> str:
    match name:
        case "producttype":
            return type_text(query.ad_type)
        case "categoryId":
            return name_of(connection, categories, query.category_id, t("Category"))
        case "subcategoryId":
            return name_of(connection, subcategories, query.subcategory_id, t("Subcategory"))
        case "city":
            return query.city
        case "featured":
            return featured_text(query.featured)
        case "postedWithinDays":
            return posted_text(query.posted_within_days)
        case _ if name.startswith(_FIELD):
            return _field_text(connection, name[len(_FIELD) : -1], query)
    return ""


def name_of(connection: sa.Connection, table: sa.Table, row_id: str, otherwise: str = "") -> str:
    """The name of a category or subcategory; empty if no id is given."""
    if not row_id:
        return ""
    return connection.scalar(sa.select(table.c.name).where(table.c.id == row_id)) or otherwise


def _field_text(connection: sa.Connection, ids: str, query: SearchQuery) -> str:
    value = query.fields.get(ids, "")
    if not value:
        return ""
    # Several ids are the same field in several subcategories.
    label = connection.scalar(sa.select(_fields.c.label).where(_fields.c.id == ids.partition(",")[0]))
    return f"{label}: {value}" if label else value
