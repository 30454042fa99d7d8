"""The list pages: types, featured ads, search results and categories."""
