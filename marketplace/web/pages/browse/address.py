"""The address of a list holds the whole search, so that back, reload and sharing work."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

from marketplace.domain.paging import page_number
from marketplace.domain.search import PLACE
from marketplace.web import paths

_ABSENT = ("", "null", "undefined")
_TYPES = ("sell", "rent", "lease")
# What a facet's own value stands for in several parameters.
_PRICE = "price"


@dataclass(frozen=True)
class Address:
    """A list's path and what is asked of it.

    Attributes:
        kind: sell, rent, lease, featured, search or category.
        subject: the category's id, where it is one's page.
        params: the search's parameters (wire names), without page and view.
        page: from 1.
        as_rows: whether ads stand in rows instead of a grid.
    """

    path: str
    kind: str
    subject: str = ""
    params: Mapping[str, str] = field(default_factory=dict)
    page: int = 1
    as_rows: bool = False

    @property
    def fixed_params(self) -> dict[str, str]:
        """What the page itself decides, whatever stands in its query."""
        if self.kind in _TYPES:
            return {"producttype": self.kind}
        if self.kind == "featured":
            return {"featured": "true"}
        if self.kind == "category":
            return {"categoryId": self.subject}
        return {}

    @property
    def fixed(self) -> frozenset[str]:
        """Names of filters that are not offered, because the page decides them or its sidebar has them already."""
        return frozenset(self.fixed_params) | {"categoryId", "category"}

    def having(self, **changes: str) -> str:
        """This list with some parameters changed (empty takes one away), from its first page on."""
        page = changes.pop("page", "")
        view = changes.pop("view", "list" if self.as_rows else "")
        params = {**self.params, **changes}
        if changes.keys() & {"categoryId"}:
            # Subcategories and their fields belong to the category that is left.
            params = {
                name: v for name, v in params.items() if name != "subcategoryId" and not name.startswith("field[")
            }
        if "subcategoryId" in changes:
            params = {name: value for name, value in params.items() if not name.startswith("field[")}
        params |= {"page": "" if page == "1" else page, "view": view}
        kept = {name: value for name, value in params.items() if value and name not in self.fixed_params}
        return f"{self.path}?{urlencode(kept)}" if kept else self.path

    def at_page(self, number: int) -> str:
        """Another page of the same list."""
        return self.having(page=str(number))

    def choosing(self, name: str, value: str) -> str:
        """The list with a facet's choice applied; a price band is two parameters."""
        if name != _PRICE:
            return self.having(**{name: value})
        low, _, high = value.partition("..")
        return self.having(minPrice=low, maxPrice=high)

    def away(self, **changes: str) -> str:
        """The list without a place to be near to."""
        sort = {"sort": ""} if self.params.get("sort") == "distance" else {}
        return self.having(lat="", lng="", radiusKm="", **{PLACE: ""}, **sort, **changes)

    def around(self, place: str, latitude: float, longitude: float, *, radius_km: str) -> str:
        """The list near a place, the nearest first.

        Args:
            place: its name for people.
            radius_km: unless another is chosen already.
        """
        # About 100 m: such an address may be shared, and says no more than the neighbourhood.
        at = {"lat": f"{latitude:.3f}", "lng": f"{longitude:.3f}", PLACE: place}
        return self.having(**at, radiusKm=self.params.get("radiusKm", radius_km), sort="distance", city="")

    def searched(self) -> "Address":
        """The same list as a search, where what this page decides by itself can be taken back too."""
        return Address(paths.SEARCH, "search", params={**self.params, **self.fixed_params}, as_rows=self.as_rows)

    def cleared(self) -> str:
        """The list without its filters; the keyword stays."""
        kept = {"keyword": self.params.get("keyword", "")}
        return f"{self.path}?{urlencode(kept)}" if kept["keyword"] else self.path


def read(path: str, query: Mapping[str, str]) -> Address:
    """The address a tab shows; a page that can't be is the first."""
    path = "/" + path.strip("/")
    last = path.rsplit("/", 1)[-1]
    kind = "category" if path.startswith("/category/") else last if last in (*_TYPES, "featured") else "search"
    params = {name: value.strip() for name, value in query.items() if value.strip() not in _ABSENT}
    params.pop("page", "")
    view = params.pop("view", "")
    return Address(
        path=path if kind != "search" else paths.SEARCH,
        kind=kind,
        subject=last if kind == "category" else "",
        params=params,
        page=page_number(query),
        as_rows=view == "list",
    )
