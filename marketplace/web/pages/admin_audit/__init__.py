"""The log of decisions."""
