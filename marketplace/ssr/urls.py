"""URLs of pages in canonical form, without a trailing slash."""

from collections.abc import Mapping
from urllib.parse import quote, urlencode

from marketplace.settings import get_settings


def quote_path(path: str) -> str:
    """Percent-encode a decoded path for a Location header; pass canonical paths, which can't name another host."""
    return quote(path, safe="/~!$&'()*+,;=:@")


def with_query(path: str, values: Mapping[str, object]) -> str:
    """Return the path with the non-empty values as its query string."""
    query = urlencode({name: str(value) for name, value in values.items() if value not in ("", None)})
    return f"{path}?{query}" if query else path


def absolute(path: str) -> str:
    """Return the absolute URL of a path; absolute URLs stay as they are."""
    return path if path.startswith(("http://", "https://")) else get_settings().url + path
