"""The admin page that edits categories."""
