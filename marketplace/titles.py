"""Titles of public pages, the same in the document that is served and in the app that takes over."""

import re

from marketplace.domain.ads.schemas import AdDetail
from marketplace.settings import get_settings
from marketplace.texts import t

# Between a page's title and the site's name.
_SEPARATOR = " | "
_KEYWORD_LENGTH = 80
# Nothing to see, and the second kind turns the words around it (Unicode TR 9).
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]+")


def full(title: str) -> str:
    """The title with the site's name, which stands in it once."""
    name = get_settings().site_name
    if not title or title == name:
        return name
    return title if name in title else title + _SEPARATOR + name


def bare(title: str) -> str:
    """A full title without the site's name behind it."""
    return title.removesuffix(_SEPARATOR + get_settings().site_name)


def of_ad(ad: AdDetail) -> str:
    """What is offered, for how much, and where."""
    return " ".join(part for part in (ad.name, ad.price_text, t("in {city}", city=ad.city) if ad.city else "") if part)


def of_seller(name: str) -> str:
    """A seller's public page."""
    return t("Ads by {name}", name=name)


def of_search(keyword: str) -> str:
    """Results for these words."""
    return t("Results for “{keyword}”", keyword=_CONTROLS.sub(" ", keyword)[:_KEYWORD_LENGTH].strip())


def of_listing(kind: str) -> str:
    """A list of its own: sell, rent, lease, featured, or search without words."""
    return {
        "sell": t("For sale near you"),
        "rent": t("For rent near you"),
        "lease": t("For lease near you"),
        "featured": t("Featured ads"),
        "search": t("Search classifieds"),
    }[kind]


def numbered(title: str, number: int) -> str:
    """A page of a list."""
    return title if number == 1 else t("{title}, page {number}", title=title, number=number)
