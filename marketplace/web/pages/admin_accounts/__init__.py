"""The admin page with accounts."""
