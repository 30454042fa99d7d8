"""The admin page with reports."""
