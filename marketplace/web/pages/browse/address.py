"""The URL of a list. It has the whole search, so back, reload and sharing work."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from urllib.parse import quote_plus

from marketplace.domain.paging import page_number
from marketplace.domain.search import PLACE
from marketplace.web import paths

_ABSENT = ("", "null", "undefined")
_TYPES = ("sell", "rent", "lease")
# A facet whose value is spread over several parameters.
_PRICE = "price"
# A list has a hundred links of the same few names and values.
_quote = lru_cache(maxsize=4096)(quote_plus)


@dataclass(frozen=True)
class Address:
    """The parsed URL of a list.

    Attributes:
        kind: sell, rent, lease, featured, search or category.
            category_id: id of the category, on a category page.
            params: query parameters of the search, without page and view.
            page: page number from 1.
            as_rows: whether ads are shown as rows instead of a grid.
    """

    path: str
    kind: str
    category_id: str = ""
    params: Mapping[str, str] = field(default_factory=dict)
    page: int = 1
    as_rows: bool = False

    @property
    def fixed_params(self) -> dict[str, str]:
        """Return the parameters that the path determines, whatever the query says."""
        if self.kind in _TYPES:
            return {"producttype": self.kind}
        if self.kind == "featured":
            return {"featured": "true"}
        if self.kind == "category":
            return {"categoryId": self.category_id}
        return {}

    def with_params(self, **changes: str) -> str:
        """Return the URL with changed parameters (empty removes one), on its first page."""
        page = changes.pop("page", "")
        view = changes.pop("view", "list" if self.as_rows else "")
        params = {**self.params, **changes}
        if changes.keys() & {"categoryId"}:
            # Subcategories and their fields belong to the previous category.
            params = {
                name: v for name, v in params.items() if name != "subcategoryId" and not name.startswith("field[")
            }
        if "subcategoryId" in changes:
            params = {name: value for name, value in params.items() if not name.startswith("field[")}
        params |= {"page": "" if page == "1" else page, "view": view}
        fixed = self.fixed_params
        kept = [f"{_quote(name)}={_quote(value)}" for name, value in params.items() if value and name not in fixed]
        return f"{self.path}?{'&'.join(kept)}" if kept else self.path

    def at_page(self, number: int) -> str:
        """Return the URL of another page of the list."""
        return self.with_params(page=str(number))

    def with_facet(self, name: str, value: str, *, price_unit: str = "") -> str:
        """Return the URL with a facet's value; a price range becomes two parameters, with the unit that it is for."""
        if name != _PRICE:
            return self.with_params(**{name: value})
        low, _, high = value.partition("..")
        return self.with_params(minPrice=low, maxPrice=high, priceUnit=price_unit)

    def without_place(self, **changes: str) -> str:
        """Return the URL without the place and the radius."""
        sort = {"sort": ""} if self.params.get("sort") == "distance" else {}
        return self.with_params(lat="", lng="", radiusKm="", **{PLACE: ""}, **sort, **changes)

    def near(self, place: str, latitude: float, longitude: float, *, radius_km: str) -> str:
        """Return the URL of the list near a place, nearest ads first.

        Args:
            place: display name.
            radius_km: radius, unless the URL already has one.
        """
        # Rounded to about 100 m: a shared URL must not reveal more than the neighbourhood.
        at = {"lat": f"{latitude:.3f}", "lng": f"{longitude:.3f}", PLACE: place}
        return self.with_params(**at, radiusKm=self.params.get("radiusKm", radius_km), sort="distance", city="")

    def as_search(self) -> "Address":
        """Return the list as a search, where the parameters of the path can be removed too."""
        return Address(paths.SEARCH, "search", params={**self.params, **self.fixed_params}, as_rows=self.as_rows)

    def without_filters(self) -> str:
        """Return the URL without filters; the keyword stays."""
        keyword = self.params.get("keyword", "")
        return f"{self.path}?keyword={_quote(keyword)}" if keyword else self.path


def parse_address(path: str, query: Mapping[str, str]) -> Address:
    """Parse the URL of a tab; an invalid page number becomes 1."""
    path = "/" + path.strip("/")
    last = path.rsplit("/", 1)[-1]
    kind = "category" if path.startswith("/category/") else last if last in (*_TYPES, "featured") else "search"
    params = {name: value.strip() for name, value in query.items() if value.strip() not in _ABSENT}
    params.pop("page", "")
    view = params.pop("view", "")
    return Address(
        path=path if kind != "search" else paths.SEARCH,
        kind=kind,
        category_id=last if kind == "category" else "",
        params=params,
        page=page_number(query),
        as_rows=view == "list",
    )
