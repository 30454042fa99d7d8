"""One ad on the desk."""
