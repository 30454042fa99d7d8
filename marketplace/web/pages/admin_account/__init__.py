"""The admin page of one account."""
