"""Titles of public pages, shared by the server-rendered HTML and the app."""

from marketplace.core.text import clean_line
from marketplace.domain.ads.schemas import AdDetail
from marketplace.i18n.texts import t
from marketplace.settings import get_settings

# Separates a page's title from the site's name.
_SEPARATOR = " | "
_KEYWORD_LENGTH = 80


def full(title: str) -> str:
    """Append the site's name to a title, unless it is there already."""
    name = get_settings().site_name
    if not title or title == name:
        return name
    return title if name in title else title + _SEPARATOR + name


def bare(title: str) -> str:
    """Remove the site's name from a full title."""
    return title.removesuffix(_SEPARATOR + get_settings().site_name)


def of_ad(ad: AdDetail) -> str:
    """Title of an ad: name, price and location."""
    return " ".join(
        part for part in (ad.display_name, ad.price_text, t("in {city}", city=ad.city) if ad.city else "") if part
    )


def of_seller(name: str) -> str:
    """Title of a seller's public page."""
    return t("Ads by {name}", name=name)


def of_search(keyword: str) -> str:
    """Title of search results for a keyword."""
    return t("Results for “{keyword}”", keyword=clean_line(keyword)[:_KEYWORD_LENGTH].strip())


def of_listing(kind: str) -> str:
    """Title of a listing: sell, rent, lease, featured, or search without a keyword."""
    return {
        "sell": t("For sale near you"),
        "rent": t("For rent near you"),
        "lease": t("For lease near you"),
        "featured": t("Featured ads"),
        "search": t("Search classifieds"),
    }[kind]


def numbered(title: str, number: int) -> str:
    """Title of one page of a list."""
    return title if number == 1 else t("{title}, page {number}", title=title, number=number)
