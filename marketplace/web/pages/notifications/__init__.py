"""The notifications page."""
