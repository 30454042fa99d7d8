"""Faults of the outside, one by one, on real services and real processes."""
