"""Texts of filters, as chips, active filters and names of saved searches show them; empty if a filter is not set."""

from collections.abc import Collection, Mapping

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import catalog
from marketplace.domain.price_units import format_range, unit_text
from marketplace.domain.search.params import PLACE, value_text
from marketplace.domain.search.schemas import FILTERS, PARAMETERS, ChosenFilter, SearchQuery, Sort
from marketplace.i18n.texts import t, tn
from marketplace.models import AdType

# Value of `near` in URLs for the visitor's own position.
HERE = "me"
_OF_SEVERAL = ("price", "near")
_PRICE_PARAMS = tuple(PARAMETERS[name] for name in FILTERS["price"])
_PLACE_PARAMS = (*(PARAMETERS[name] for name in FILTERS["near"]), PLACE)


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
    texts = _texts(catalog.get_catalogue(db), query)
    found = [
        ChosenFilter(text=texts[name], params=(name, *_params_below(name, params)))
        for name in params
        if name not in (*fixed, *_OF_SEVERAL) and texts.get(name)
    ]
    if texts["price"]:
        found.append(ChosenFilter(text=texts["price"], params=_PRICE_PARAMS))
    if texts["near"] and not near:
        # Sorting by distance goes with the place.
        sort = ("sort",) if query.sort is Sort.DISTANCE else ()
        found.append(ChosenFilter(text=texts["near"], params=(*_PLACE_PARAMS, *sort)))
    return found


def describe(db: Session, actor: Actor, query: SearchQuery) -> str:
    """A short description of the query: its keyword and filters."""
    del actor  # names of categories and fields are public
    texts = _texts(catalog.get_catalogue(db), query)
    return ", ".join(filter(None, (query.keyword, *texts.values()))) or t("All ads")


def _params_below(name: str, params: Mapping[str, str]) -> list[str]:
    """Parameters to drop with this one: subcategories go with their category, dynamic fields with their subcategory."""
    if name not in ("categoryId", "subcategoryId"):
        return []
    return [other for other in params if other.startswith("field[") or (other == "subcategoryId" != name)]


def _texts(catalogue: catalog.Catalogue, query: SearchQuery) -> dict[str, str]:
    """Texts of the filters by parameter, those of price and place by "price" and "near"; empty if a filter is not set."""
    names, labels = catalogue.names, catalogue.field_labels
    return {
        "categoryId": names.get(query.category_id) or (t("Category") if query.category_id else ""),
        "subcategoryId": names.get(query.subcategory_id) or (t("Subcategory") if query.subcategory_id else ""),
        "producttype": type_text(query.ad_type),
        # Several ids are the same field in several subcategories.
        **{
            f"field[{ids}]": f"{label}: {value_text(value)}"
            if value and (label := labels.get(ids.partition(",")[0]))
            else value
            for ids, value in query.fields.items()
        },
        "city": query.city,
        "price": price_filter_text(query),
        "near": place_text(query.near, query.radius_km) if query.lat is not None else "",
        "postedWithinDays": posted_text(query.posted_within_days),
        "featured": featured_text(query.featured),
    }


def type_text(ad_type: AdType | None) -> str:
    """The text of a type of ad, e.g. "For rent"."""
    texts = {AdType.SELL: t("For sale"), AdType.RENT: t("For rent"), AdType.LEASE: t("For lease")}
    return texts[ad_type] if ad_type else ""


def featured_text(featured: bool | None) -> str:
    """The text of the filter on featured ads."""
    return "" if featured is None else t("Featured") if featured else t("Not featured")


def price_filter_text(query: SearchQuery) -> str:
    """The text of the filter on price, e.g. "₹500 to ₹1,000 a day"."""
    if query.price_unit and query.min_price is None and query.max_price is None:
        return t("Any price {unit}", unit=unit_text(query.price_unit))
    return format_range(query.min_price, query.max_price, query.price_unit)


def posted_text(days: int | None) -> str:
    """The text of the filter on age."""
    return tn("Posted within a day", "Posted within {count} days", days) if days else ""


def place_text(near: str, km: float | None) -> str:
    """The text of the filter on distance.

    Args:
        near: name of the place; empty for the visitor's own position.
    """
    place = t("you") if near in ("", HERE) else near
    return t("Near {place}", place=place) if km is None else t("Within {km} km of {place}", km=f"{km:g}", place=place)
