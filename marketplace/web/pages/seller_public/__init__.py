"""A seller as everyone sees them."""
