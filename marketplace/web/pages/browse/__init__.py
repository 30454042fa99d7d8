"""Listings, search results, featured ads and a category: one page with different beginnings."""
