"""The spec's sentences about the wishlist (section 8)."""

LOGIN_FIRST = "Please login to manage wishlist"
ADDED = "Added to wishlist"
REMOVED = "Removed from wishlist"
FAILED = "Wishlist update failed"
