"""The editor of testimonials."""
