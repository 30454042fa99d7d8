"""The wishlist page."""
