"""The login page of admins."""
