"""The 404 page."""
