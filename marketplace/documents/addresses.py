"""Addresses of pages as documents write them: one form for each, without a trailing slash."""

from collections.abc import Mapping
from urllib.parse import quote, urlencode

from marketplace.settings import get_settings


def one_form(path: str) -> str:
    """The path with one slash at its start, none at its end and none doubled."""
    return "/" + "/".join(part for part in path.split("/") if part)


def quoted(path: str) -> str:
    """A decoded path as it stands in a header; one in its one form names this site and no other."""
    return quote(path, safe="/~!$&'()*+,;=:@")


def with_query(path: str, values: Mapping[str, object]) -> str:
    """The path with those values that are not empty."""
    query = urlencode({name: str(value) for name, value in values.items() if value not in ("", None)})
    return f"{path}?{query}" if query else path


def absolute(path: str) -> str:
    """The whole address of a path on this site; whole addresses stay."""
    return path if path.startswith(("http://", "https://")) else get_settings().url + path


def ad(ad_id: str) -> str:
    """An ad's page."""
    return f"/products/{ad_id}"


def category(category_id: str) -> str:
    """A category's page."""
    return f"/category/{category_id}"


def seller(seller_id: str) -> str:
    """A seller's public page."""
    return f"/sellers/{seller_id}"


def listing(kind: str) -> str:
    """A listing's page: sell, rent, lease, featured or search."""
    return f"/products/{kind}"
