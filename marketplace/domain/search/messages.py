"""Texts about searches."""

INDEX_IS_BEING_BUILT = "Search is being set up. Please try again in a minute."
NO_PLACE = "radiusKm needs lat and lng."

SORTS = {
    "relevance": "Best match",
    "newest": "Newest first",
    "price_asc": "Price: low to high",
    "price_desc": "Price: high to low",
    "distance": "Nearest first",
}
