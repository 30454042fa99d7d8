"""The transparency page."""
