"""What visitors report."""
