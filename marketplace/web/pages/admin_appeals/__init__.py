"""The admin page with appeals."""
