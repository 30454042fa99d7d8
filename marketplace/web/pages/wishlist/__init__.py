"""A buyer's saved ads."""
