"""Texts about the wishlist, literal from section 8.1 of the product spec."""

LOGIN_FIRST = "Please login to manage wishlist"
ADDED = "Added to wishlist"
REMOVED = "Removed from wishlist"
FAILED = "Wishlist update failed"

FOR_BUYERS = "Only buyer accounts have a wishlist."
SORTS = {"newest": "Newest saved", "price_asc": "Price: low to high", "price_desc": "Price: high to low"}

MAIL_CHEAPER_SUBJECT = "Price drop: {name}"
MAIL_CHEAPER_TEXT = """Hello {person},

The price of “{name}” on your wishlist dropped from {before} to {price}:
{page}

Your wishlist:
{wishlist}

Stop emails about saved ads:
{stop}
"""
MAIL_SOLD_SUBJECT = "Sold: {name}"
MAIL_SOLD_TEXT = """Hello {person},

“{name}” on your wishlist has been sold:
{page}

Your wishlist:
{wishlist}

Stop emails about saved ads:
{stop}
"""
MAIL_BACK_SUBJECT = "Available again: {name}"
MAIL_BACK_TEXT = """Hello {person},

“{name}” on your wishlist was sold, and is available again:
{page}

Your wishlist:
{wishlist}

Stop emails about saved ads:
{stop}
"""
