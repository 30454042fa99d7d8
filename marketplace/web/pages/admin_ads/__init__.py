"""All ads."""
