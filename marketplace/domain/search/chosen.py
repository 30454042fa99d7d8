"""The filters that an address sets, each in words and with what takes it back."""

from collections.abc import Collection, Iterator, Mapping

import sqlalchemy as sa
from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain.money import price_range
from marketplace.domain.search.live import categories, subcategories
from marketplace.domain.search.params import PLACE
from marketplace.domain.search.readings import type_text
from marketplace.domain.search.schemas import ChosenFilter, SearchQuery, Sort
from marketplace.models import metadata
from marketplace.texts import t, tn

# What an address calls the visitor's own place.
HERE = "me"
PLACE_PARAMS = ("lat", "lng", "radiusKm", PLACE)
_PRICE_PARAMS = ("minPrice", "maxPrice")
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
    """The filters of an address, in its order; then the price and the place, which are several parameters each.

    Args:
        params: of the address; those that the query could not read are passed over.
        fixed: parameters that the page decides by itself, which nobody can take back.
        near: whether what was read from the keyword speaks of the place already.
    """
    del actor  # names of shelves and fields are for everyone
    connection = db.connection()
    found = [
        ChosenFilter(text=text, params=(name, *_below(name, params)))
        for name in params
        if name not in fixed and (text := _text(connection, name, query))
    ]
    if price := price_range(query.min_price, query.max_price):
        found.append(ChosenFilter(text=price, params=_PRICE_PARAMS))
    if query.lat is not None and not near:
        found.append(ChosenFilter(text=place_text(query), params=place_params(query)))
    return found


def place_params(query: SearchQuery) -> tuple[str, ...]:
    """The parameters that go when the place goes; without one nothing is nearest."""
    return (*PLACE_PARAMS, "sort") if query.sort == Sort.DISTANCE else PLACE_PARAMS


def _below(name: str, params: Mapping[str, str]) -> Iterator[str]:
    """Subcategories belong to their category, and dynamic fields to their subcategory."""
    if name == "categoryId" and "subcategoryId" in params:
        yield "subcategoryId"
    if name in ("categoryId", "subcategoryId"):
        yield from (other for other in params if other.startswith(_FIELD))


def _text(connection: sa.Connection, name: str, query: SearchQuery) -> str:
    match name:
        case "producttype":
            return type_text(query.ad_type) if query.ad_type else ""
        case "categoryId":
            return _name_of(connection, categories, query.category_id, t("Category"))
        case "subcategoryId":
            return _name_of(connection, subcategories, query.subcategory_id, t("Subcategory"))
        case "city":
            return query.city
        case "featured":
            return featured_text(query)
        case "postedWithinDays":
            return posted_text(query)
        case _ if name.startswith(_FIELD):
            return _field_text(connection, name[len(_FIELD) : -1], query)
    return ""


def _name_of(connection: sa.Connection, table: sa.Table, row_id: str, otherwise: str) -> str:
    if not row_id:
        return ""
    return connection.scalar(sa.select(table.c.name).where(table.c.id == row_id)) or otherwise


def _field_text(connection: sa.Connection, ids: str, query: SearchQuery) -> str:
    value = query.fields.get(ids, "")
    if not value:
        return ""
    # Several ids are one question that several subcategories ask.
    label = connection.scalar(sa.select(_fields.c.label).where(_fields.c.id == ids.partition(",")[0]))
    return f"{label}: {value}" if label else value


def featured_text(query: SearchQuery) -> str:
    """Whether featured ads are wanted, or the others; empty where both are."""
    if query.featured is None:
        return ""
    return t("Featured") if query.featured else t("Not featured")


def posted_text(query: SearchQuery) -> str:
    """How old ads may be; empty where that doesn't matter."""
    days = query.posted_within_days
    return tn("Posted within a day", "Posted within {count} days", days) if days else ""


def place_text(query: SearchQuery) -> str:
    """Where ads should be near; empty where that doesn't matter."""
    if query.lat is None:
        return ""
    place = t("you") if query.near in ("", HERE) else query.near
    if query.radius_km is None:
        return t("Near {place}", place=place)
    return t("Within {km} km of {place}", km=f"{query.radius_km:g}", place=place)
