"""Things to show, made up for this page."""

from marketplace.domain.ads.schemas import AdCard
from marketplace.web.components.pagination import PageLinks, page_links

COLOURS = (
    "surface",
    "sunken",
    "raised",
    "ink",
    "muted",
    "line",
    "control",
    "accent",
    "accent-strong",
    "accent-soft",
    "on-accent",
    "success",
    "success-soft",
    "warning",
    "warning-soft",
    "danger",
    "danger-soft",
    "hero",
    "on-hero",
    "on-hero-muted",
)


def card(name: str, **values) -> AdCard:
    """An ad that is not there."""
    shared = {
        "id": "01M7YH44H3FVMP4547R0ZWQBC3",
        "title": "",
        "ad_type": "sell",
        "seller_id": "01M7YH44H3FVMP4547R0ZWQBC4",
        "category_id": "01M7YH44H3FVMP4547R0ZWQBC5",
        "category_name": "Furniture",
        "price_paise": 1_850_000,
        "asked_paise": 1_850_000,
        "price_text": "₹18,500",
    }
    return AdCard(**{**shared, "name": name, **values})


CARDS = [
    card("teak dining table", location="Indiranagar, Bengaluru, Karnataka", is_new=True),
    card("A name so long that it takes two lines and would take three", featured=True, saved=True),
    card(
        "camera", asked_text="₹21,000", price_text="₹18,500", title="Hardly used, with bill", featured=True, is_new=True
    ),
    card("Excavator", ad_type="rent", price_text="", price_paise=None, asked_paise=None),
]


def links(page: int) -> PageLinks:
    """A pagination that leads nowhere else."""
    return page_links(page, 12, lambda number: f"?page={number}")
