"""The admin page with undelivered mail."""
