"""Texts of filters, as chips, active filters and names of saved searches show them; empty if a filter is not set."""

from collections.abc import Collection, Mapping

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import catalog
from marketplace.domain.price_units import format_range, unit_text
from marketplace.domain.search.params import value_text
from marketplace.domain.search.schemas import ChosenFilter, SearchQuery, params_of
from marketplace.i18n.texts import t, tn
from marketplace.models import AdType

# Value of `near` in URLs for the visitor's own position.
HERE = "me"


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
    # Subcategory and dynamic fields go with their category.
    below = {"categoryId": params_of(query, "category"), "subcategoryId": params_of(query, "subcategory")}
    several = {name: params_of(query, name) for name in ("price", "near")}
    names = [name for name in params if name not in (*fixed, *several)]
    names += ["price"] if near else several
    dropped = below | several
    return [ChosenFilter(text=texts[name], params=dropped.get(name, (name,))) for name in names if texts.get(name)]


def describe(db: Session, actor: Actor, query: SearchQuery) -> str:
    """A short description of the query: its keyword and filters."""
    del actor  # names of categories and fields are public
    texts = _texts(catalog.get_catalogue(db), query)
    return ", ".join(filter(None, (query.keyword, *texts.values()))) or t("All ads")


def _texts(catalogue: catalog.Catalogue, query: SearchQuery) -> dict[str, str]:
    """Texts of the filters by parameter, those of price and place by "price" and "near"; empty if a filter is not set."""
    names, labels, units = catalogue.names, catalogue.field_labels, catalogue.field_units
    return {
        "categoryId": query.category_id and names.get(query.category_id, t("Category")),
        "subcategoryId": query.subcategory_id and names.get(query.subcategory_id, t("Subcategory")),
        "producttype": type_text(query.ad_type),
        # Several ids are the same field in several subcategories.
        **{
            f"field[{ids}]": value
            and ": ".join(filter(None, (labels.get(first), value_text(value, units.get(first, "")))))
            for ids, value in query.fields.items()
            for first in [ids.partition(",")[0]]
        },
        "city": query.city,
        "price": _price_text(query),
        "near": place_text(query.near, query.radius_km) if query.lat is not None else "",
        "postedWithinDays": posted_text(query.posted_within_days),
        "featured": "" if query.featured is None else t("Featured") if query.featured else t("Not featured"),
    }


def type_text(ad_type: AdType | None) -> str:
    """The text of a type of ad, e.g. "For rent"."""
    texts = {AdType.SELL: t("For sale"), AdType.RENT: t("For rent"), AdType.LEASE: t("For lease")}
    return texts[ad_type] if ad_type else ""


def _price_text(query: SearchQuery) -> str:
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
