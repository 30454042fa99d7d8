"""The page with all that waits for a person."""
