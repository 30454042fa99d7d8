"""What happened, told in the page."""
