"""The admin page with all ads."""
