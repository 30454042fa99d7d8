"""The admin's security settings."""
