"""The desk's first page."""
