"""The sample detail page."""
