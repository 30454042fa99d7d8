"""The form that creates and edits ads."""
