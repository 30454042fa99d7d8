"""Texts about the wishlist, literal from section 8.1 of the product spec."""

LOGIN_FIRST = "Please login to manage wishlist"
ADDED = "Added to wishlist"
REMOVED = "Removed from wishlist"
FAILED = "Wishlist update failed"

FOR_BUYERS = "Only buyer accounts have a wishlist."
SORTS = {"newest": "Newest saved", "price_asc": "Price: low to high", "price_desc": "Price: high to low"}
