"""The admin page that edits canned replies."""
