"""The admin page that edits testimonials."""
