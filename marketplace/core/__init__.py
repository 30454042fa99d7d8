"""Basic types and functions that every layer may use."""
