"""Login, registration, passwords and sessions."""
