"""A seller's own ads."""
